-- A digit typed into the search box stands in most days and in most amounts. How many rows have it in both is known
-- from here, so that they need not be looked at one by one.
CREATE TABLE card_tally_digit (
  receiver_id uuid NOT NULL REFERENCES receiver,
  made_on date NOT NULL,
  repayment_date date NOT NULL,
  is_refund boolean NOT NULL,
  digit text COLLATE "C" NOT NULL,
  counted bigint NOT NULL,
  PRIMARY KEY (receiver_id, made_on, repayment_date, is_refund, digit)
);

-- The statements that add a change to the tallies, as before, and that of the digits.
CREATE OR REPLACE FUNCTION card_tally_statements(source text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
  SELECT ARRAY[
    format($statement$
      INSERT INTO card_tally_day AS tally (receiver_id, made_on, repayment_date, is_refund, made_on_shown, repayment_date_shown, counted)
      SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date, repayment_date, is_refund,
        min(split_part(search_text, E'\n', -2)), min(split_part(search_text, E'\n', -1)), sum(change)
      FROM (%s) changed GROUP BY 1, 2, 3, 4 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4
      ON CONFLICT (receiver_id, made_on, repayment_date, is_refund) DO UPDATE SET counted = tally.counted + excluded.counted$statement$, source),
    format($statement$
      INSERT INTO card_tally_merchant AS tally (receiver_id, merchant_key, counted)
      SELECT receiver_id, merchant_key, sum(change)
      FROM (%s) changed GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
      ON CONFLICT (receiver_id, merchant_key) DO UPDATE SET counted = tally.counted + excluded.counted$statement$, source),
    format($statement$
      INSERT INTO card_tally_amount AS tally (receiver_id, amount_cents, amount_shown, counted)
      SELECT receiver_id, amount_cents, min(split_part(search_text, E'\n', -3)), sum(change)
      FROM (%s) changed GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
      ON CONFLICT (receiver_id, amount_cents) DO UPDATE SET counted = tally.counted + excluded.counted$statement$, source),
    format($statement$
      INSERT INTO card_tally_amount_range AS tally (receiver_id, amount_range, counted)
      SELECT receiver_id, amount_cents >> 12, sum(change)
      FROM (%s) changed GROUP BY 1, 2 HAVING sum(change) <> 0 ORDER BY 1, 2
      ON CONFLICT (receiver_id, amount_range) DO UPDATE SET counted = tally.counted + excluded.counted$statement$, source),
    format($statement$
      INSERT INTO card_tally_digit AS tally (receiver_id, made_on, repayment_date, is_refund, digit, counted)
      SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date, repayment_date, is_refund, digit::text, sum(change)
      FROM (%s) changed CROSS JOIN generate_series(0, 9) digit
      WHERE strpos(split_part(search_text, E'\n', -3), digit::text) > 0
      GROUP BY 1, 2, 3, 4, 5 HAVING sum(change) <> 0 ORDER BY 1, 2, 3, 4, 5
      ON CONFLICT (receiver_id, made_on, repayment_date, is_refund, digit) DO UPDATE SET counted = tally.counted + excluded.counted$statement$, source)
  ]
$$;

DO $$
BEGIN
  EXECUTE (card_tally_statements('SELECT card_transaction.*, 1 AS change FROM card_transaction WHERE is_counted'))[5];
END $$;

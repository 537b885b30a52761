-- The Recent Transactions table: sorted by any column, searched and paged in the time of one page, however many rows
-- there are, and always with the exact number of what was found.

-- The cells of a row are the lines of its search text, which the table's own rules write. Only the merchant may be of
-- several lines: it is what stands between the first line and the last three.
ALTER TABLE card_transaction
  ADD COLUMN is_refund boolean NOT NULL GENERATED ALWAYS AS (amount_cents < 0) STORED,
  ADD COLUMN merchant_key text COLLATE "C" NOT NULL GENERATED ALWAYS AS (
    substr(search_text, strpos(search_text, E'\n') + 1, greatest(0,
      length(search_text) - strpos(search_text, E'\n') - 3
      - length(split_part(search_text, E'\n', -3)) - length(split_part(search_text, E'\n', -2)) - length(split_part(search_text, E'\n', -1))))
  ) STORED;

-- The orders of the table: its columns one by one, rows that are equal in it newest first and then by token. An index is
-- read forwards or backwards, whichever end is nearer, and alone: only the 25 rows of the page are read in the table. Few
-- rows share an amount or a day, so those are put in order as they are read; many share a merchant or the type, so these
-- have an index for each way.
DROP INDEX card_transaction_by_date, card_transaction_by_amount, card_transaction_by_merchant, card_transaction_by_repayment_date;
CREATE INDEX card_transaction_by_date ON card_transaction (receiver_id, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_amount ON card_transaction (receiver_id, amount_cents, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_repayment_date ON card_transaction (receiver_id, repayment_date, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_merchant ON card_transaction (receiver_id, merchant_key, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_merchant_down ON card_transaction (receiver_id, merchant_key DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_type ON card_transaction (receiver_id, is_refund, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_type_down ON card_transaction (receiver_id, is_refund DESC, created_at DESC, token COLLATE "C") WHERE is_counted;

-- Tallies: how many of the card transactions shown have one and the same value. What a search finds is added up from
-- them, and a page far from both ends is reached by leaving out whole values.
CREATE TABLE card_tally_day (
  receiver_id uuid NOT NULL REFERENCES receiver,
  made_on date NOT NULL,
  repayment_date date NOT NULL,
  is_refund boolean NOT NULL,
  made_on_shown text NOT NULL,
  repayment_date_shown text NOT NULL,
  counted bigint NOT NULL,
  PRIMARY KEY (receiver_id, made_on, repayment_date, is_refund)
);

CREATE TABLE card_tally_merchant (
  receiver_id uuid NOT NULL REFERENCES receiver,
  merchant_key text COLLATE "C" NOT NULL,
  counted bigint NOT NULL,
  PRIMARY KEY (receiver_id, merchant_key)
);

CREATE TABLE card_tally_amount (
  receiver_id uuid NOT NULL REFERENCES receiver,
  amount_cents bigint NOT NULL,
  amount_shown text NOT NULL,
  counted bigint NOT NULL,
  PRIMARY KEY (receiver_id, amount_cents)
);

-- There are many amounts, so they are added up once more, by ranges of 4096 cents.
CREATE TABLE card_tally_amount_range (
  receiver_id uuid NOT NULL REFERENCES receiver,
  amount_range bigint NOT NULL,
  counted bigint NOT NULL,
  PRIMARY KEY (receiver_id, amount_range)
);

-- The statements that add a change to the tallies: `source` gives card transactions, each with 1 or -1 as its `change`.
-- In the order of the keys, so that two writers never wait for each other in a circle.
CREATE FUNCTION card_tally_statements(source text) RETURNS text[] LANGUAGE sql IMMUTABLE AS $$
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
      ON CONFLICT (receiver_id, amount_range) DO UPDATE SET counted = tally.counted + excluded.counted$statement$, source)
  ]
$$;

CREATE FUNCTION tally_card_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gained CONSTANT text := 'SELECT added.*, 1 AS change FROM added WHERE is_counted';
  lost CONSTANT text := 'SELECT removed.*, -1 AS change FROM removed WHERE is_counted';
  statement text;
BEGIN
  FOREACH statement IN ARRAY card_tally_statements(
    CASE TG_OP WHEN 'INSERT' THEN gained WHEN 'DELETE' THEN lost ELSE gained || ' UNION ALL ' || lost END
  ) LOOP
    EXECUTE statement;
  END LOOP;
  RETURN NULL;
END $$;

CREATE TRIGGER card_transaction_tally_added AFTER INSERT ON card_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_card_transactions();
CREATE TRIGGER card_transaction_tally_changed AFTER UPDATE ON card_transaction
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION tally_card_transactions();
CREATE TRIGGER card_transaction_tally_removed AFTER DELETE ON card_transaction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION tally_card_transactions();

DO $$
DECLARE
  statement text;
BEGIN
  FOREACH statement IN ARRAY card_tally_statements('SELECT card_transaction.*, 1 AS change FROM card_transaction WHERE is_counted') LOOP
    EXECUTE statement;
  END LOOP;
END $$;

-- Who somebody else's handle belongs to, for staff and for the answer that it is nobody's.
CREATE INDEX bank_link_handle ON bank_link (handle);
CREATE INDEX commerce_link_handle ON commerce_link (handle);

-- The terms of a purchase are stored with it and never change: its cashback rate, and on the fixed plan its weekly
-- instalments. A purchase without a first instalment is due as a whole on its repayment date. The default is the rate of
-- most programs, for purchases that processes of the version before add; it also spares rewriting the table.
ALTER TABLE card_transaction
  ADD COLUMN cashback_basis_points integer NOT NULL DEFAULT 100 CHECK (cashback_basis_points BETWEEN 0 AND 10000),
  ADD COLUMN instalments integer NOT NULL DEFAULT 1 CHECK (instalments >= 1),
  ADD COLUMN first_instalment_date date,
  ADD CONSTRAINT card_transaction_terms_check CHECK (instalments = 1 OR first_instalment_date IS NOT NULL);

-- The rate that each program with another one had until now.
UPDATE card_transaction SET cashback_basis_points = program.rate
FROM receiver JOIN (VALUES ('boost', 150), ('card', 200), ('meridian', 125)) AS program (key, rate) ON program.key = receiver.whitelabel
WHERE receiver.id = card_transaction.receiver_id;

-- The fixed plan until now: one draw for each begun week of the terms, on the weekday of the next payment or on
-- Wednesdays, the first after the day of the purchase.
UPDATE card_transaction SET
  instalments = greatest(1, ceil(weekly.net_terms / 7.0)),
  first_instalment_date = (created_at AT TIME ZONE 'UTC')::date + 1 + (draw_day - extract(dow FROM created_at AT TIME ZONE 'UTC')::integer + 6) % 7
FROM (
  SELECT id, net_terms, coalesce(extract(dow FROM next_payment_at AT TIME ZONE 'UTC')::integer, 3) AS draw_day FROM receiver WHERE payment_plan = 'fixed_pay'
) weekly
WHERE weekly.id = card_transaction.receiver_id;

CREATE FUNCTION refuse_change_of_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the terms of a purchase are never changed';
END $$;

CREATE TRIGGER card_transaction_terms_kept BEFORE UPDATE OF cashback_basis_points, instalments, first_instalment_date ON card_transaction
  FOR EACH ROW WHEN ((OLD.cashback_basis_points, OLD.instalments, OLD.first_instalment_date)
    IS DISTINCT FROM (NEW.cashback_basis_points, NEW.instalments, NEW.first_instalment_date))
  EXECUTE FUNCTION refuse_change_of_terms();

-- Sums by day are kept by terms as well.
DELETE FROM card_day;
ALTER TABLE card_day
  ADD COLUMN first_due_date date NOT NULL,
  ADD COLUMN instalments integer NOT NULL,
  ADD COLUMN cashback_basis_points integer NOT NULL,
  DROP CONSTRAINT card_day_pkey,
  ADD PRIMARY KEY (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points);

CREATE OR REPLACE FUNCTION keep_card_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO card_day AS day (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points,
      bought_cents, returned_cents)
    SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date, coalesce(first_instalment_date, repayment_date),
      instalments, cashback_basis_points, sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
    FROM added WHERE is_counted GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points)
    DO UPDATE SET bought_cents = day.bought_cents + excluded.bought_cents, returned_cents = day.returned_cents + excluded.returned_cents;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE card_day day SET bought_cents = day.bought_cents - gone.bought_cents, returned_cents = day.returned_cents - gone.returned_cents
    FROM (
      SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date,
        coalesce(first_instalment_date, repayment_date) AS first_due_date, instalments, cashback_basis_points,
        sum(greatest(amount_cents, 0)) AS bought_cents, sum(greatest(-amount_cents, 0)) AS returned_cents
      FROM removed WHERE is_counted GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ) gone
    WHERE (day.receiver_id, day.card_token, day.made_on, day.repayment_date, day.first_due_date, day.instalments, day.cashback_basis_points)
      = (gone.receiver_id, gone.card_token, gone.made_on, gone.repayment_date, gone.first_due_date, gone.instalments, gone.cashback_basis_points);
  ELSE
    INSERT INTO card_day AS day (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points,
      bought_cents, returned_cents)
    SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date, coalesce(first_instalment_date, repayment_date),
      instalments, cashback_basis_points, sum(sign * greatest(amount_cents, 0)), sum(sign * greatest(-amount_cents, 0))
    FROM (
      SELECT receiver_id, card_token, created_at, repayment_date, first_instalment_date, instalments, cashback_basis_points, amount_cents, 1 AS sign
      FROM added WHERE is_counted
      UNION ALL
      SELECT receiver_id, card_token, created_at, repayment_date, first_instalment_date, instalments, cashback_basis_points, amount_cents, -1
      FROM removed WHERE is_counted
    ) change
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    HAVING sum(sign * greatest(amount_cents, 0)) <> 0 OR sum(sign * greatest(-amount_cents, 0)) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points)
    DO UPDATE SET bought_cents = day.bought_cents + excluded.bought_cents, returned_cents = day.returned_cents + excluded.returned_cents;
  END IF;
  RETURN NULL;
END $$;

INSERT INTO card_day (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points, bought_cents, returned_cents)
SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date, coalesce(first_instalment_date, repayment_date),
  instalments, cashback_basis_points, sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
FROM card_transaction WHERE is_counted GROUP BY 1, 2, 3, 4, 5, 6, 7;

-- Figures that spending power, schedules and draws are made of, kept in the transaction that changes a card transaction.

CREATE TABLE card_day (
  receiver_id uuid NOT NULL REFERENCES receiver,
  card_token text NOT NULL,
  made_on date NOT NULL,
  repayment_date date NOT NULL,
  bought_cents bigint NOT NULL,
  returned_cents bigint NOT NULL,
  PRIMARY KEY (receiver_id, card_token, made_on, repayment_date)
);

CREATE FUNCTION keep_card_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO card_day AS day (receiver_id, card_token, made_on, repayment_date, bought_cents, returned_cents)
    SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date, sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
    FROM added WHERE is_counted GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ON CONFLICT (receiver_id, card_token, made_on, repayment_date)
    DO UPDATE SET bought_cents = day.bought_cents + excluded.bought_cents, returned_cents = day.returned_cents + excluded.returned_cents;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE card_day day SET bought_cents = day.bought_cents - gone.bought_cents, returned_cents = day.returned_cents - gone.returned_cents
    FROM (
      SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date,
        sum(greatest(amount_cents, 0)) AS bought_cents, sum(greatest(-amount_cents, 0)) AS returned_cents
      FROM removed WHERE is_counted GROUP BY 1, 2, 3, 4 ORDER BY 1, 2, 3, 4
    ) gone
    WHERE (day.receiver_id, day.card_token, day.made_on, day.repayment_date) = (gone.receiver_id, gone.card_token, gone.made_on, gone.repayment_date);
  ELSE
    INSERT INTO card_day AS day (receiver_id, card_token, made_on, repayment_date, bought_cents, returned_cents)
    SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date,
      sum(sign * greatest(amount_cents, 0)), sum(sign * greatest(-amount_cents, 0))
    FROM (
      SELECT receiver_id, card_token, created_at, repayment_date, amount_cents, 1 AS sign FROM added WHERE is_counted
      UNION ALL
      SELECT receiver_id, card_token, created_at, repayment_date, amount_cents, -1 FROM removed WHERE is_counted
    ) change
    GROUP BY 1, 2, 3, 4
    HAVING sum(sign * greatest(amount_cents, 0)) <> 0 OR sum(sign * greatest(-amount_cents, 0)) <> 0
    ORDER BY 1, 2, 3, 4
    ON CONFLICT (receiver_id, card_token, made_on, repayment_date)
    DO UPDATE SET bought_cents = day.bought_cents + excluded.bought_cents, returned_cents = day.returned_cents + excluded.returned_cents;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER card_transaction_day_added AFTER INSERT ON card_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_card_day();
CREATE TRIGGER card_transaction_day_changed AFTER UPDATE ON card_transaction
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_card_day();
CREATE TRIGGER card_transaction_day_removed AFTER DELETE ON card_transaction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_card_day();

-- Paused by us, for as long as the account is held; not by the receiver and not by the issuer.
ALTER TABLE card ADD COLUMN is_held boolean NOT NULL DEFAULT false;

-- A transfer whose answer was lost is known by the key that it carries.
CREATE INDEX draw_provider_key ON draw (provider_key);

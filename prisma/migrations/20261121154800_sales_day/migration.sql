-- What a receiver's store sold and took back on one day (UTC), by type and status: spending power adds up ninety days
-- of a busy store from here, and looks at single transactions only on the days that a month begins or ends on.
CREATE TABLE sales_day (
  receiver_id uuid NOT NULL REFERENCES receiver,
  made_on date NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  counted bigint NOT NULL,
  PRIMARY KEY (receiver_id, made_on, type, status)
);

CREATE FUNCTION keep_sales_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gained CONSTANT text := 'SELECT receiver_id, created_at, type, status, amount_cents, 1 AS change FROM added';
  lost CONSTANT text := 'SELECT receiver_id, created_at, type, status, amount_cents, -1 AS change FROM removed';
BEGIN
  -- In the order of the keys, so that two writers never wait for each other in a circle.
  EXECUTE format($statement$
    INSERT INTO sales_day AS day (receiver_id, made_on, type, status, amount_cents, counted)
    SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date, type, status, sum(change * amount_cents), sum(change)
    FROM (%s) changed
    GROUP BY 1, 2, 3, 4 HAVING sum(change * amount_cents) <> 0 OR sum(change) <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (receiver_id, made_on, type, status)
    DO UPDATE SET amount_cents = day.amount_cents + excluded.amount_cents, counted = day.counted + excluded.counted$statement$,
    CASE TG_OP WHEN 'INSERT' THEN gained WHEN 'DELETE' THEN lost ELSE gained || ' UNION ALL ' || lost END);
  RETURN NULL;
END $$;

CREATE TRIGGER store_transaction_day_added AFTER INSERT ON store_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_day();
CREATE TRIGGER store_transaction_day_changed AFTER UPDATE ON store_transaction
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_day();
CREATE TRIGGER store_transaction_day_removed AFTER DELETE ON store_transaction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_day();

INSERT INTO sales_day (receiver_id, made_on, type, status, amount_cents, counted)
SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date, type, status, sum(amount_cents), count(*)
FROM store_transaction GROUP BY 1, 2, 3, 4;

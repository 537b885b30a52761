-- Only sales in US dollars are added up. Those in another currency are counted apart, for the number of receivables alone.
ALTER TABLE sales_day ADD COLUMN other_counted bigint NOT NULL DEFAULT 0;

CREATE OR REPLACE FUNCTION keep_sales_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gained CONSTANT text := 'SELECT receiver_id, created_at, type, status, amount_cents, currency = ''USD'' AS counts, 1 AS change FROM added';
  lost CONSTANT text := 'SELECT receiver_id, created_at, type, status, amount_cents, currency = ''USD'' AS counts, -1 AS change FROM removed';
BEGIN
  -- In the order of the keys, so that two writers never wait for each other in a circle.
  EXECUTE format($statement$
    INSERT INTO sales_day AS day (receiver_id, made_on, type, status, amount_cents, counted, other_counted)
    SELECT receiver_id, made_on, type, status, amount_cents, counted, other_counted
    FROM (
      SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date AS made_on, type, status,
        coalesce(sum(change * amount_cents) FILTER (WHERE counts), 0) AS amount_cents,
        coalesce(sum(change) FILTER (WHERE counts), 0) AS counted, coalesce(sum(change) FILTER (WHERE NOT counts), 0) AS other_counted
      FROM (%s) changed
      GROUP BY 1, 2, 3, 4
    ) by_day
    WHERE amount_cents <> 0 OR counted <> 0 OR other_counted <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (receiver_id, made_on, type, status) DO UPDATE SET
      amount_cents = day.amount_cents + excluded.amount_cents, counted = day.counted + excluded.counted,
      other_counted = day.other_counted + excluded.other_counted$statement$,
    CASE TG_OP WHEN 'INSERT' THEN gained WHEN 'DELETE' THEN lost ELSE gained || ' UNION ALL ' || lost END);
  RETURN NULL;
END $$;

-- Sales in another currency are few: an index of them alone finds them here, and later names their currencies.
CREATE INDEX store_transaction_other_currency ON store_transaction (receiver_id, source, currency) INCLUDE (status) WHERE currency <> 'USD';

UPDATE sales_day day SET
  amount_cents = day.amount_cents - other.amount_cents, counted = day.counted - other.counted, other_counted = other.counted
FROM (
  SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date AS made_on, type, status, sum(amount_cents) AS amount_cents, count(*) AS counted
  FROM store_transaction WHERE currency <> 'USD' GROUP BY 1, 2, 3, 4
) other
WHERE (day.receiver_id, day.made_on, day.type, day.status) = (other.receiver_id, other.made_on, other.type, other.status);

-- The search text of these names dollars: the job for old texts writes it anew.
UPDATE store_transaction SET search_version = 1 WHERE currency <> 'USD';

-- Shopify writes gift cards and store credit as payments like all others, but they are no sale again.
UPDATE store_transaction SET type = CASE gateway WHEN 'gift_card' THEN 'gift_card' ELSE 'store_credit' END, search_version = 1
WHERE gateway IN ('gift_card', 'shopify_store_credit') AND source IN ('shopify', 'rutter');

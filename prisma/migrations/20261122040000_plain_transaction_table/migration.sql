-- The transactions table without tallies: every sort is an index read from its nearer end, and a search looks at
-- search_text, through a trigram index that begins with the receiver or along the newest rows, whichever is less.
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- ---------------------------------------------------------------------------------------------------------------
-- The five tallies and their triggers go. Processes of the version before read them until they are replaced, so they
-- stay readable: each becomes a view that counts when it is asked, which is exact and slower. This version reads none
-- of them, and the first migration of the next version drops them.
-- ---------------------------------------------------------------------------------------------------------------

DROP TRIGGER card_transaction_tally_added ON card_transaction;
DROP TRIGGER card_transaction_tally_changed ON card_transaction;
DROP TRIGGER card_transaction_tally_removed ON card_transaction;
DROP FUNCTION tally_card_transactions(), card_tally_statements(text);
DROP TABLE card_tally_day, card_tally_merchant, card_tally_amount, card_tally_amount_range, card_tally_digit;

-- ---------------------------------------------------------------------------------------------------------------
-- Text without regard to capitals, as withoutCapitals() in domain/table makes it. A capital sigma has two small ones, and
-- which of them it becomes depends on the letters around it: here it is always the same.
-- ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION without_capitals(written text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN replace(lower(written COLLATE pg_unicode_fast), 'ς', 'σ');

-- A provider's word as the table shows and sorts it: `gift_card` is gift card.
CREATE FUNCTION in_words(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN without_capitals(replace(word, '_', ' '));

UPDATE card_transaction SET search_text = replace(search_text, 'ς', 'σ') WHERE search_text LIKE '%ς%';
UPDATE bank_transfer SET search_text = replace(search_text, 'ς', 'σ') WHERE search_text LIKE '%ς%';
UPDATE store_transaction SET search_text = replace(search_text, 'ς', 'σ') WHERE search_text LIKE '%ς%';

-- The merchant's place in the order follows from the merchant, and no longer from the lines of search_text. This writes
-- the table anew once; indexes are dropped first, because it would write each of them anew as well.
DROP INDEX card_transaction_by_date, card_transaction_by_amount, card_transaction_by_repayment_date, card_transaction_by_merchant,
  card_transaction_by_merchant_down, card_transaction_by_type, card_transaction_by_type_down;
ALTER TABLE card_transaction ALTER COLUMN merchant_key SET EXPRESSION AS (without_capitals(merchant_descriptor));

-- ---------------------------------------------------------------------------------------------------------------
-- search_text is filled in anew, page by page, where its version is older than the product's. Rows from before are of
-- the first version.
-- ---------------------------------------------------------------------------------------------------------------

ALTER TABLE card_transaction ADD COLUMN search_version integer NOT NULL DEFAULT 1;
ALTER TABLE bank_transfer ADD COLUMN search_version integer NOT NULL DEFAULT 1;
ALTER TABLE store_transaction ADD COLUMN search_version integer NOT NULL DEFAULT 1;
CREATE INDEX card_transaction_search_version ON card_transaction (receiver_id, search_version);
CREATE INDEX bank_transfer_search_version ON bank_transfer (receiver_id, search_version);
CREATE INDEX store_transaction_search_version ON store_transaction (receiver_id, search_version);

-- ---------------------------------------------------------------------------------------------------------------
-- Search: rare terms by their trigrams; common ones along the index by date, which holds all that a search looks at and
-- all that its rows are sorted by.
-- ---------------------------------------------------------------------------------------------------------------

CREATE INDEX card_transaction_search ON card_transaction USING gin (receiver_id, search_text gin_trgm_ops) WHERE is_counted;
CREATE INDEX store_transaction_search ON store_transaction USING gin (receiver_id, search_text gin_trgm_ops) WHERE status <> 'failure';

CREATE INDEX card_transaction_by_date ON card_transaction (receiver_id, created_at DESC, token COLLATE "C")
  INCLUDE (search_text, is_refund, merchant_key, amount_cents, repayment_date) WHERE is_counted;
CREATE INDEX store_transaction_by_date ON store_transaction (receiver_id, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (search_text, type, amount_cents, status) WHERE status <> 'failure';

-- ---------------------------------------------------------------------------------------------------------------
-- Sorts: an index for each column and direction, because rows that are equal in the column stand newest first in both.
-- What an expression is made of is included, without which the planner reads no index alone. Repayments need none:
-- a receiver has about one a day.
-- ---------------------------------------------------------------------------------------------------------------

CREATE INDEX card_transaction_by_date_up ON card_transaction (receiver_id, created_at, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_type ON card_transaction (receiver_id, is_refund, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_type_down ON card_transaction (receiver_id, is_refund DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_merchant ON card_transaction (receiver_id, merchant_key, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_merchant_down ON card_transaction (receiver_id, merchant_key DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_amount ON card_transaction (receiver_id, amount_cents, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_amount_down ON card_transaction (receiver_id, amount_cents DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_repayment_date ON card_transaction (receiver_id, repayment_date, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_repayment_date_down ON card_transaction (receiver_id, repayment_date DESC, created_at DESC, token COLLATE "C") WHERE is_counted;

CREATE INDEX store_transaction_by_date_up ON store_transaction (receiver_id, created_at, source COLLATE "C", external_id COLLATE "C")
  WHERE status <> 'failure';
CREATE INDEX store_transaction_by_type ON store_transaction (receiver_id, in_words(type) COLLATE "C", created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (type) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_type_down ON store_transaction (receiver_id, in_words(type) COLLATE "C" DESC, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (type) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_amount ON store_transaction (receiver_id, amount_cents, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  WHERE status <> 'failure';
CREATE INDEX store_transaction_by_amount_down ON store_transaction (receiver_id, amount_cents DESC, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  WHERE status <> 'failure';
CREATE INDEX store_transaction_by_status ON store_transaction (receiver_id, in_words(status) COLLATE "C", created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (status) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_status_down ON store_transaction (receiver_id, in_words(status) COLLATE "C" DESC, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (status) WHERE status <> 'failure';

-- ---------------------------------------------------------------------------------------------------------------
-- The views that processes of the version before read.
-- ---------------------------------------------------------------------------------------------------------------

CREATE VIEW card_tally_day AS
  SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date, is_refund,
    min(split_part(search_text, E'\n', -2)) AS made_on_shown, min(split_part(search_text, E'\n', -1)) AS repayment_date_shown, count(*) AS counted
  FROM card_transaction WHERE is_counted GROUP BY 1, 2, 3, 4;
CREATE VIEW card_tally_merchant AS
  SELECT receiver_id, merchant_key, count(*) AS counted FROM card_transaction WHERE is_counted GROUP BY 1, 2;
CREATE VIEW card_tally_amount AS
  SELECT receiver_id, amount_cents, min(split_part(search_text, E'\n', -3)) AS amount_shown, count(*) AS counted
  FROM card_transaction WHERE is_counted GROUP BY 1, 2;
CREATE VIEW card_tally_amount_range AS
  SELECT receiver_id, amount_cents >> 12 AS amount_range, count(*) AS counted FROM card_transaction WHERE is_counted GROUP BY 1, 2;
CREATE VIEW card_tally_digit AS
  SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date, is_refund, digit::text COLLATE "C" AS digit, count(*) AS counted
  FROM card_transaction CROSS JOIN generate_series(0, 9) digit
  WHERE is_counted AND strpos(split_part(search_text, E'\n', -3), digit::text) > 0 GROUP BY 1, 2, 3, 4, 5;

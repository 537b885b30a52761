-- The orders of the transactions table again, each with everything that a search looks at: a search reads an index alone
-- too, however many rows it passes by.
DROP INDEX card_transaction_by_date, card_transaction_by_amount, card_transaction_by_repayment_date, card_transaction_by_merchant,
  card_transaction_by_merchant_down, card_transaction_by_type, card_transaction_by_type_down;
CREATE INDEX card_transaction_by_date ON card_transaction (receiver_id, created_at DESC, token COLLATE "C")
  INCLUDE (is_refund, amount_cents, repayment_date, merchant_key) WHERE is_counted;
CREATE INDEX card_transaction_by_amount ON card_transaction (receiver_id, amount_cents, created_at DESC, token COLLATE "C")
  INCLUDE (is_refund, repayment_date, merchant_key) WHERE is_counted;
CREATE INDEX card_transaction_by_repayment_date ON card_transaction (receiver_id, repayment_date, created_at DESC, token COLLATE "C")
  INCLUDE (is_refund, amount_cents, merchant_key) WHERE is_counted;
CREATE INDEX card_transaction_by_merchant ON card_transaction (receiver_id, merchant_key, created_at DESC, token COLLATE "C")
  INCLUDE (is_refund, amount_cents, repayment_date) WHERE is_counted;
CREATE INDEX card_transaction_by_merchant_down ON card_transaction (receiver_id, merchant_key DESC, created_at DESC, token COLLATE "C")
  INCLUDE (is_refund, amount_cents, repayment_date) WHERE is_counted;
CREATE INDEX card_transaction_by_type ON card_transaction (receiver_id, is_refund, created_at DESC, token COLLATE "C")
  INCLUDE (amount_cents, repayment_date, merchant_key) WHERE is_counted;
CREATE INDEX card_transaction_by_type_down ON card_transaction (receiver_id, is_refund DESC, created_at DESC, token COLLATE "C")
  INCLUDE (amount_cents, repayment_date, merchant_key) WHERE is_counted;

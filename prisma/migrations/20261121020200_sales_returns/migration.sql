-- What went back to buyers, and the sales that a store marks as refunded: few rows, which spending power asks for apart
-- from the many.
CREATE INDEX store_transaction_refunds ON store_transaction (receiver_id, created_at) INCLUDE (status, amount_cents, order_id) WHERE type = 'refund';
CREATE INDEX store_transaction_refunded ON store_transaction (receiver_id, created_at) INCLUDE (order_id) WHERE type = 'sale' AND status = 'refunded';

-- Payments, refunds, credits and cashback are applied to dues when they are booked, once, and what they paid is stored. What no due takes
-- is a credit, without a due date. What is taken back is a row of its own, below zero.
CREATE TABLE allocation (
  receiver_id uuid NOT NULL REFERENCES receiver,
  -- 1, 2, 3 … of the receiver: what was paid last is taken back first.
  number bigint NOT NULL CHECK (number > 0),
  -- The draw, card transaction, row of staff or due date of cashback whose money it is; the draw whose amount failed.
  entry_id text NOT NULL CHECK (entry_id <> ''),
  source text NOT NULL CHECK (source IN ('repayment', 'refund', 'credit', 'cashback', 'failed')),
  -- Of a repayment: the day that decides whether it is in time.
  counts_on date,
  due_date date,
  cashback_basis_points integer NOT NULL DEFAULT 0,
  -- The draw whose failed amount it is a part of.
  failed_draw_id uuid,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, number),
  FOREIGN KEY (receiver_id, failed_draw_id) REFERENCES draw (receiver_id, id),
  CHECK ((source = 'repayment') = (counts_on IS NOT NULL)),
  CHECK (due_date IS NOT NULL OR (failed_draw_id IS NULL AND cashback_basis_points = 0))
);
CREATE TRIGGER allocation_append_only BEFORE UPDATE OR DELETE ON allocation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER allocation_never_emptied BEFORE TRUNCATE ON allocation FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What each refund gives back: cashback is for what was bought and kept.
CREATE TABLE refunded_purchase (
  receiver_id uuid NOT NULL REFERENCES receiver,
  refund_token text NOT NULL,
  purchase_token text NOT NULL,
  due_date date NOT NULL,
  cashback_basis_points integer NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  PRIMARY KEY (receiver_id, refund_token, purchase_token, due_date),
  FOREIGN KEY (receiver_id, refund_token) REFERENCES card_transaction (receiver_id, token),
  FOREIGN KEY (receiver_id, purchase_token) REFERENCES card_transaction (receiver_id, token)
);
CREATE INDEX refunded_purchase_of ON refunded_purchase (receiver_id, purchase_token);

-- The day that decides whether a draw is in time; the banking day from which its money cannot come back any more; and of an amount that
-- failed what of it is still unpaid, for which the account is held.
ALTER TABLE draw ADD COLUMN counts_on date, ADD COLUMN final_on date, ADD COLUMN open_cents bigint CHECK (open_cents BETWEEN 0 AND amount_cents);
-- A payment for one purchase pays that before the oldest due.
ALTER TABLE draw ADD COLUMN pays_first jsonb NOT NULL DEFAULT '[]';
-- What was drawn for a due date on its first attempt counts as in time, as it did before; what was drawn after a failure by its own day.
UPDATE draw SET counts_on = CASE
  WHEN kind = 'scheduled' AND retry_of IS NULL AND NOT EXISTS (
    SELECT FROM draw earlier
    WHERE earlier.receiver_id = draw.receiver_id AND earlier.kind = 'scheduled' AND earlier.due_date = draw.due_date
      AND earlier.attempt < draw.attempt AND earlier.status IN ('declined', 'failed', 'returned')) THEN least(due_date, debit_date)
  ELSE debit_date END;
-- Funds that were available before are final a week later, and those of a person's account after the 60 days in which a person may object.
UPDATE draw SET final_on = finished_at::date + CASE WHEN EXISTS (
    SELECT FROM bank_link link WHERE link.receiver_id = draw.receiver_id AND link.id = draw.bank_link_id AND holder_category = 'personal') THEN 90 ELSE 7 END
  WHERE status = 'funds_available';

-- A failed amount belongs to its own draw and the retry of it; later draws leave it out. So that they can, a draw that fails
-- keeps what was still owed of it and what had been credited by then. Draws that failed before have no such figures.

ALTER TABLE draw
  ADD COLUMN bank_account_id text,
  ADD COLUMN retry_of uuid,
  ADD COLUMN presentment integer NOT NULL DEFAULT 1 CHECK (presentment BETWEEN 1 AND 3),
  ADD COLUMN uncollected_cents bigint CHECK (uncollected_cents BETWEEN 0 AND amount_cents),
  ADD COLUMN credits_cents bigint,
  ADD COLUMN cashback_cents bigint,
  ADD FOREIGN KEY (receiver_id, retry_of) REFERENCES draw (receiver_id, id),
  ADD CHECK (retry_of IS NULL OR kind = 'scheduled'),
  ADD CHECK (num_nulls(uncollected_cents, credits_cents, cashback_cents) IN (0, 3));

-- Transfers at the bank that belong to no draw and to no account of a receiver, each once. A stray transfer of a receiver's
-- account is a row of reconciliation_difference.
CREATE TABLE stray_transfer (
  provider text NOT NULL,
  transfer_id text NOT NULL,
  account_id text,
  direction text NOT NULL CHECK (direction IN ('debit', 'credit')),
  status text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  created_at timestamptz(3) NOT NULL,
  found_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (provider, transfer_id)
);

CREATE INDEX bank_link_account ON bank_link (account_id) WHERE account_id IS NOT NULL;

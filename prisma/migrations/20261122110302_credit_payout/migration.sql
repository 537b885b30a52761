-- Credit balances that are paid out to the linked bank account, and accounts that are closed.

ALTER TABLE receiver
  ADD COLUMN closing_requested_at timestamptz(3),
  ADD COLUMN closed_at timestamptz(3),
  ADD CONSTRAINT receiver_closing_check CHECK (closed_at IS NULL OR closing_requested_at IS NOT NULL);
CREATE INDEX receiver_closing ON receiver (whitelabel) WHERE closing_requested_at IS NOT NULL AND closed_at IS NULL;

ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_debit_account_check;
ALTER TABLE ledger_transfer ADD CONSTRAINT ledger_transfer_debit_account_check
  CHECK (debit_account IN ('owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments', 'payouts')) NOT VALID;
ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_credit_account_check;
ALTER TABLE ledger_transfer ADD CONSTRAINT ledger_transfer_credit_account_check
  CHECK (credit_account IN ('owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments', 'payouts')) NOT VALID;

CREATE TABLE credit_payout (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  number integer NOT NULL CHECK (number >= 1),
  cause text NOT NULL CHECK (cause IN ('request', 'closing')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  business_key text NOT NULL CHECK (business_key <> ''),
  provider_key uuid NOT NULL,
  status text NOT NULL DEFAULT 'planned' CHECK (status IN
    ('planned', 'sending', 'unknown', 'pending', 'posted', 'settled', 'funds_available', 'declined', 'failed', 'returned', 'cancelled')),
  bank_link_id uuid NOT NULL,
  authorization_id text,
  transfer_id text,
  failure_code text,
  failure_reason text,
  requested_by uuid REFERENCES receiver,
  sent_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  updated_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, number),
  UNIQUE (receiver_id, business_key),
  UNIQUE (receiver_id, provider_key),
  FOREIGN KEY (receiver_id, bank_link_id) REFERENCES bank_link (receiver_id, id),
  CHECK (status NOT IN ('pending', 'posted', 'settled', 'funds_available', 'returned') OR transfer_id IS NOT NULL)
);
CREATE UNIQUE INDEX credit_payout_transfer ON credit_payout (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX credit_payout_provider_key ON credit_payout (provider_key);
CREATE UNIQUE INDEX credit_payout_one_open ON credit_payout (receiver_id) WHERE status IN ('planned', 'sending', 'unknown');

ALTER TABLE bank_transfer ADD COLUMN payout_id uuid;
ALTER TABLE bank_transfer ADD CONSTRAINT bank_transfer_payout_fkey FOREIGN KEY (receiver_id, payout_id) REFERENCES credit_payout (receiver_id, id);
ALTER TABLE bank_transfer ADD CONSTRAINT bank_transfer_payout_check CHECK (payout_id IS NULL OR (draw_id IS NULL AND amount_cents < 0 AND NOT is_manual));

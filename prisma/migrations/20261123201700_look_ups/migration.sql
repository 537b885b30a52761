-- What leads to a receiver is a table of its own, so that each of a receiver's own tables is asked by receiver alone. No look-up has a
-- foreign key: it may be stored elsewhere than the receiver that it leads to. Processes of the version before add no look-ups; the next
-- version fills them once more, by these very statements.
CREATE TABLE receiver_of_token (
  token text PRIMARY KEY,
  receiver_id uuid NOT NULL
);
INSERT INTO receiver_of_token SELECT token, id FROM receiver;

CREATE TABLE receiver_of_email (
  program text,
  email text,
  receiver_id uuid NOT NULL,
  PRIMARY KEY (program, email)
);
INSERT INTO receiver_of_email SELECT whitelabel, email, id FROM receiver;

CREATE TABLE receiver_of_card (
  card_token text PRIMARY KEY,
  receiver_id uuid NOT NULL
);
INSERT INTO receiver_of_card SELECT token, receiver_id FROM card ORDER BY created_at ON CONFLICT DO NOTHING;

CREATE TABLE receiver_of_item (
  item_id text PRIMARY KEY,
  receiver_id uuid NOT NULL,
  bank_link_id uuid NOT NULL
);
INSERT INTO receiver_of_item SELECT item_id, receiver_id, id FROM bank_link ORDER BY removed_at IS NULL DESC, linked_at DESC ON CONFLICT DO NOTHING;

CREATE TABLE receiver_of_connection (
  connection_id text PRIMARY KEY,
  receiver_id uuid NOT NULL,
  commerce_link_id uuid NOT NULL
);
INSERT INTO receiver_of_connection SELECT connection_id, receiver_id, id FROM commerce_link
WHERE source = 'rutter' ORDER BY unlinked_at IS NULL DESC, linked_at DESC ON CONFLICT DO NOTHING;

-- A row may name another receiver than its own, but a key that spans both cannot be kept where the two are stored apart.
ALTER TABLE audit_log DROP CONSTRAINT audit_log_actor_id_fkey;
ALTER TABLE bank_transfer DROP CONSTRAINT bank_transfer_made_by_fkey;
ALTER TABLE credit_payout DROP CONSTRAINT credit_payout_requested_by_fkey;
ALTER TABLE draw DROP CONSTRAINT draw_requested_by_fkey;
ALTER TABLE masquerade_session DROP CONSTRAINT masquerade_session_staff_id_fkey;
ALTER TABLE spending_power_override DROP CONSTRAINT spending_power_override_set_by_fkey;
ALTER TABLE staff_note DROP CONSTRAINT staff_note_author_id_fkey;

-- As of a draw: a transfer is once in a receiver's payouts, and is found by its id alone.
CREATE UNIQUE INDEX credit_payout_transfer_once ON credit_payout (receiver_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX credit_payout_of_transfer ON credit_payout (transfer_id) WHERE transfer_id IS NOT NULL;
DROP INDEX credit_payout_transfer;

-- A trigger for TRUNCATE stands alone: where a table is spread over several servers, its parts get no trigger that is also for TRUNCATE.
CREATE OR REPLACE TRIGGER account_statement_append_only BEFORE UPDATE OR DELETE ON account_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER account_statement_row_append_only BEFORE UPDATE OR DELETE ON account_statement_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER agreement_acceptance_append_only BEFORE UPDATE OR DELETE ON agreement_acceptance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER agreement_version_append_only BEFORE UPDATE OR DELETE ON agreement_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER debit_authorization_append_only BEFORE DELETE ON debit_authorization FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE OR REPLACE TRIGGER ledger_transfer_append_only BEFORE UPDATE OR DELETE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_statement_never_emptied BEFORE TRUNCATE ON account_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_statement_row_never_emptied BEFORE TRUNCATE ON account_statement_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_acceptance_never_emptied BEFORE TRUNCATE ON agreement_acceptance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_version_never_emptied BEFORE TRUNCATE ON agreement_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER debit_authorization_never_emptied BEFORE TRUNCATE ON debit_authorization FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER ledger_transfer_never_emptied BEFORE TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

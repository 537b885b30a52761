-- What the database takes for now: when the statement came, moved by as much as its connection was opened with. Only tests
-- move it, so that rows are dated in the time that the rest of the product lives in there. It is the statement's time and
-- not the transaction's: a transaction may have waited for a lock, and what it then writes came after what it waited for.
CREATE FUNCTION headway_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  RETURN statement_timestamp() + coalesce(nullif(current_setting('headway.clock_ahead', true), ''), '0')::interval;

ALTER TABLE receiver ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE receiver ALTER COLUMN updated_at SET DEFAULT headway_now();
ALTER TABLE platform_account ALTER COLUMN linked_at SET DEFAULT headway_now();
ALTER TABLE bigcommerce_store ALTER COLUMN installed_at SET DEFAULT headway_now();
ALTER TABLE bigcommerce_user ALTER COLUMN added_at SET DEFAULT headway_now();
ALTER TABLE hand_in_jti ALTER COLUMN used_at SET DEFAULT headway_now();
ALTER TABLE launch_code ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE calendar_feed ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE agreement_version ALTER COLUMN published_at SET DEFAULT headway_now();
ALTER TABLE kyb_application ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE kyb_application ALTER COLUMN updated_at SET DEFAULT headway_now();
ALTER TABLE kyb_document ALTER COLUMN uploaded_at SET DEFAULT headway_now();
ALTER TABLE bank_link ALTER COLUMN linked_at SET DEFAULT headway_now();
ALTER TABLE commerce_link ALTER COLUMN linked_at SET DEFAULT headway_now();
ALTER TABLE provider_call ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE provider_cursor ALTER COLUMN updated_at SET DEFAULT headway_now();
ALTER TABLE webhook_inbox ALTER COLUMN received_at SET DEFAULT headway_now();
ALTER TABLE card ALTER COLUMN updated_at SET DEFAULT headway_now();
ALTER TABLE authorization_decision ALTER COLUMN decided_at SET DEFAULT headway_now();
ALTER TABLE ledger_transfer ALTER COLUMN recorded_at SET DEFAULT headway_now();
ALTER TABLE draw ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE draw ALTER COLUMN updated_at SET DEFAULT headway_now();
ALTER TABLE bank_transfer ALTER COLUMN updated_at SET DEFAULT headway_now();
ALTER TABLE spending_power_override ALTER COLUMN set_at SET DEFAULT headway_now();
ALTER TABLE reconciliation_difference ALTER COLUMN found_at SET DEFAULT headway_now();
ALTER TABLE audit_log ALTER COLUMN at SET DEFAULT headway_now();
ALTER TABLE masquerade_session ALTER COLUMN started_at SET DEFAULT headway_now();
ALTER TABLE staff_note ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE timeline_event ALTER COLUMN at SET DEFAULT headway_now();
ALTER TABLE email_sent ALTER COLUMN claimed_at SET DEFAULT headway_now();
ALTER TABLE report_export ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE idempotency_key ALTER COLUMN created_at SET DEFAULT headway_now();
ALTER TABLE privacy_request ALTER COLUMN received_at SET DEFAULT headway_now();

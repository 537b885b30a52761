-- Each credit and each reversal of cashback is a row among the repayments, under the id of its ledger transfer, so that
-- one booking is never two rows.
ALTER TABLE bank_transfer ADD COLUMN cashback_due_date date;

-- A row that staff enter names them and their reason; cashback is entered by nobody.
ALTER TABLE bank_transfer DROP CONSTRAINT bank_transfer_check2;
ALTER TABLE bank_transfer ADD CONSTRAINT bank_transfer_check2
  CHECK (NOT is_manual OR (manual_reason IS NOT NULL AND (made_by IS NOT NULL) = (cashback_due_date IS NULL)));

ALTER TABLE bank_transfer ADD CONSTRAINT bank_transfer_cashback_check CHECK (
  CASE WHEN cashback_due_date IS NULL THEN name NOT IN ('Cashback', 'Cashback reversal')
  ELSE is_manual AND transaction_type = 'statement_credit' AND status = 'settled' AND settled_at = created_at AND draw_id IS NULL
    AND name = CASE WHEN amount_cents > 0 THEN 'Cashback' ELSE 'Cashback reversal' END END
);

-- The rows of what was booked before. A job fills in their search text, because its version is older than the product's.
INSERT INTO bank_transfer (receiver_id, id, name, status, amount_cents, is_manual, transaction_type, manual_reason, cashback_due_date, settled_at,
  search_text, search_version, created_at)
SELECT receiver_id, id, CASE kind WHEN 'cashback' THEN 'Cashback' ELSE 'Cashback reversal' END, 'settled',
  CASE kind WHEN 'cashback' THEN amount_cents ELSE -amount_cents END, true, 'statement_credit',
  CASE kind
    WHEN 'cashback' THEN format('Cashback for what you paid in time of the payment due on %s.', to_char(due_date, 'Mon FMDD, YYYY'))
    ELSE format('Less was paid in time of the payment due on %s than when its cashback was credited.', to_char(due_date, 'Mon FMDD, YYYY'))
  END,
  due_date, at, '', 0, at
FROM (SELECT *, replace(subject_id, 'cashback:', '')::date AS due_date FROM ledger_transfer WHERE kind IN ('cashback', 'cashback_reversal')) booked;

-- What stands in a file that was downloaded never changes afterwards: a later change is a later row. Search texts may be filled in anew.
CREATE FUNCTION refuse_change_of_cashback() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'UPDATE' THEN
    NEW.updated_at := OLD.updated_at;
    OLD.search_text := NEW.search_text;
    OLD.search_version := NEW.search_version;
    IF NEW IS NOT DISTINCT FROM OLD THEN RETURN NEW; END IF;
  END IF;
  RAISE EXCEPTION 'a cashback row is never changed: % refused', TG_OP;
END $$;

CREATE TRIGGER bank_transfer_cashback_append_only BEFORE UPDATE OR DELETE ON bank_transfer
  FOR EACH ROW WHEN (OLD.cashback_due_date IS NOT NULL) EXECUTE FUNCTION refuse_change_of_cashback();

-- While the version before runs beside this one: it holds the receiver's row while it decides a purchase, does not see the approvals
-- of this version that are under way, and does not mark its own as open. What it approves is stored only under the lock by which this
-- version decides, if it fits into what is left by then, and counts from then on. The version after this one drops both.
CREATE FUNCTION hold_to_open_approvals() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  total bigint;
  outstanding bigint;
  approved bigint;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('purchase of ' || NEW.receiver_id, 0));
  SELECT total_cents INTO total FROM spending_power_snapshot WHERE receiver_id = NEW.receiver_id ORDER BY taken_at DESC, id DESC LIMIT 1;
  SELECT coalesce(sum(balance_cents), 0) INTO outstanding FROM ledger_balance
  WHERE receiver_id = NEW.receiver_id AND account IN ('owed', 'pending');
  -- A worker of the version before stores a purchase without ending its approval.
  SELECT coalesce(sum(amount_cents), 0) INTO approved FROM authorization_decision decision
  WHERE receiver_id = NEW.receiver_id AND is_open
    AND number >= coalesce((
      SELECT greatest(1, (
        SELECT count(*) FROM card_transaction_event event
        WHERE event.receiver_id = decision.receiver_id AND event.transaction_token = decision.transaction_token
          AND event.type IN ('AUTHORIZATION', 'FINANCIAL_AUTHORIZATION', 'BALANCE_INQUIRY', 'CREDIT_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION')))
      FROM card_transaction reported
      WHERE reported.receiver_id = decision.receiver_id AND reported.token = decision.transaction_token), 0)
    AND NOT EXISTS (
      SELECT FROM card_transaction_event event
      WHERE event.receiver_id = decision.receiver_id AND event.transaction_token = decision.transaction_token
        AND event.event_token = decision.event_token);
  IF outstanding + approved + NEW.amount_cents > total THEN
    RAISE EXCEPTION 'what purchase % was to spend has been spent by another decision', NEW.transaction_token;
  END IF;
  NEW.is_open := true;
  RETURN NEW;
END $$;

-- This version says of each approval that it is open.
CREATE TRIGGER authorization_decision_of_the_version_before BEFORE INSERT ON authorization_decision
FOR EACH ROW WHEN (NEW.result = 'APPROVED' AND NEW.amount_cents > 0 AND NOT NEW.is_open) EXECUTE FUNCTION hold_to_open_approvals();

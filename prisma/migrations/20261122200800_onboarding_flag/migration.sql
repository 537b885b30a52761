-- `receiver.is_onboarding` follows from the record, the bank link and the card. Every writer of any of the three would have to
-- remember it, so the database keeps it. The rule itself stands in server/domain/onboarding/onboarding.ts; a test compares the two.

CREATE FUNCTION is_onboarding_open(record receiver) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
DECLARE
  bank_status text;
  is_bank_skipped boolean := coalesce(record.plaid_access_token = 'BLANK' AND record.plaid_item_id = 'BLANK', false);
BEGIN
  IF NOT (record.accepted_privacy_policy AND record.accepted_terms_and_conditions AND record.accepted_card_holders_agreement)
    OR coalesce(record.lithic_account_holder_token, '') = ''
    OR coalesce(record.plaid_access_token, '') = '' OR coalesce(record.plaid_item_id, '') = ''
    OR coalesce(record.rutter_access_token, '') = '' OR coalesce(record.card_request, '') = ''
    OR NOT (record.lithic_account_holder_token = 'BLANK' OR coalesce(record.kyb_status, '') = 'ACCEPTED')
  THEN
    RETURN true;
  END IF;
  IF NOT EXISTS (SELECT FROM card WHERE receiver_id = record.id AND token = record.lithic_card_token AND spend_limit > 1) THEN
    RETURN true;
  END IF;
  IF is_bank_skipped THEN
    RETURN false;
  END IF;
  SELECT CASE WHEN health IN ('login_required', 'revoked') THEN 'relink' ELSE coalesce(nullif(verification_status, ''), 'automatically_verified') END
    INTO bank_status FROM bank_link WHERE receiver_id = record.id AND unlinked_at IS NULL LIMIT 1;
  RETURN NOT coalesce(bank_status NOT IN ('relink', 'verification_expired') AND bank_status LIKE '%verified%', false);
END $$;

CREATE FUNCTION keep_onboarding_flag() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.is_onboarding := is_onboarding_open(NEW);
  RETURN NEW;
END $$;

CREATE TRIGGER receiver_onboarding_flag BEFORE INSERT OR UPDATE OF
    accepted_privacy_policy, accepted_terms_and_conditions, accepted_card_holders_agreement, lithic_account_holder_token, kyb_status,
    plaid_access_token, plaid_item_id, rutter_access_token, card_request, lithic_card_token, is_onboarding
  ON receiver FOR EACH ROW EXECUTE FUNCTION keep_onboarding_flag();

CREATE FUNCTION follow_onboarding_fact() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE receiver SET is_onboarding = is_onboarding_open(receiver)
  WHERE id = coalesce(NEW.receiver_id, OLD.receiver_id) AND is_onboarding <> is_onboarding_open(receiver);
  RETURN NULL;
END $$;

CREATE TRIGGER bank_link_onboarding_flag AFTER INSERT OR DELETE OR UPDATE OF verification_status, health, unlinked_at
  ON bank_link FOR EACH ROW EXECUTE FUNCTION follow_onboarding_fact();
CREATE TRIGGER card_onboarding_flag AFTER INSERT OR DELETE OR UPDATE OF spend_limit
  ON card FOR EACH ROW EXECUTE FUNCTION follow_onboarding_fact();

-- Only the rows of merchants who have finished are written.
UPDATE receiver SET is_onboarding = false WHERE is_onboarding AND NOT is_onboarding_open(receiver);

-- A demo merchant whose year of history is whole. No field of the record can say it: each has a meaning of its own.
CREATE TABLE demo_history (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  finished_at timestamptz(3) NOT NULL DEFAULT headway_now()
);
INSERT INTO demo_history (receiver_id)
SELECT id FROM receiver WHERE email = 'merchant@demo.localhost' AND spending_power_override_min IS NOT NULL;

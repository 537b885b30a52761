-- A due date is drawn in at most two parts, and may be drawn before it is due where the merchant chose so.
ALTER TABLE draw ADD COLUMN part integer NOT NULL DEFAULT 1 CHECK (part IN (1, 2));
ALTER TABLE draw DROP CONSTRAINT draw_check;

-- On which days a merchant wants the draws.
CREATE TABLE draw_preference (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  weekday integer CHECK (weekday BETWEEN 1 AND 5),
  early_from_cents bigint CHECK (early_from_cents BETWEEN 10000 AND 15000000),
  early_on date CHECK (early_on IS NULL OR early_from_cents IS NOT NULL),
  changed_at timestamptz(3) NOT NULL DEFAULT headway_now()
);

-- That the draw of a due date comes later, in two parts, or from the other bank.
CREATE TABLE draw_arrangement (
  receiver_id uuid NOT NULL REFERENCES receiver,
  due_date date NOT NULL,
  first_on date NOT NULL,
  first_cents bigint CHECK (first_cents >= 0),
  rest_on date CHECK (rest_on > first_on),
  bank_link_id uuid,
  made_by text NOT NULL CHECK (made_by IN ('merchant', 'us')),
  made_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, due_date),
  FOREIGN KEY (receiver_id, bank_link_id) REFERENCES bank_link (receiver_id, id),
  CHECK ((first_cents IS NULL) = (rest_on IS NULL))
);

-- What a bank account could bear of the draws of a day when it was last asked.
CREATE TABLE draw_outlook (
  receiver_id uuid NOT NULL REFERENCES receiver,
  debit_date date NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  -- Null where the bank did not tell.
  safe_cents bigint CHECK (safe_cents >= 0),
  score integer CHECK (score BETWEEN 1 AND 99),
  looks_short boolean NOT NULL,
  checked_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, debit_date)
);

-- The draws about whose risk the bank's provider was asked: it wants to hear which of them came back.
CREATE TABLE draw_evaluation (
  receiver_id uuid NOT NULL REFERENCES receiver,
  provider_key uuid NOT NULL,
  evaluated_at timestamptz(3) NOT NULL,
  reported_at timestamptz(3),
  PRIMARY KEY (receiver_id, provider_key)
);

-- A second bank may be linked, from which a draw comes that the first one cannot bear. It is linked and authorized apart from the first.
ALTER TABLE bank_link ADD COLUMN role text NOT NULL DEFAULT 'main' CHECK (role IN ('main', 'fallback'));
DROP INDEX bank_link_one_current;
CREATE UNIQUE INDEX bank_link_one_current ON bank_link (receiver_id, role) WHERE unlinked_at IS NULL;
ALTER TABLE debit_authorization ADD COLUMN role text NOT NULL DEFAULT 'main' CHECK (role IN ('main', 'fallback'));
DROP INDEX debit_authorization_one_open;
CREATE UNIQUE INDEX debit_authorization_one_open ON debit_authorization (receiver_id, role) WHERE ended_at IS NULL;

CREATE OR REPLACE FUNCTION is_onboarding_open(record receiver) RETURNS boolean LANGUAGE plpgsql STABLE AS $$
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
    INTO bank_status FROM bank_link WHERE receiver_id = record.id AND unlinked_at IS NULL AND role = 'main' LIMIT 1;
  RETURN NOT coalesce(bank_status NOT IN ('relink', 'verification_expired') AND bank_status LIKE '%verified%', false);
END $$;

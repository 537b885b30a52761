-- The merchant's authorization to debit a bank account: its wording, and when and from where it was given. Nothing of it
-- changes afterwards but its end.

-- Null until the bank provider has said.
ALTER TABLE bank_link ADD COLUMN holder_category text CHECK (holder_category IN ('business', 'personal', 'unrecognized'));

CREATE TABLE debit_authorization (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  bank_link_id uuid NOT NULL,
  account_id text,
  ach_classes text[] NOT NULL CHECK (ach_classes <@ '{ccd,web}' AND ach_classes <> '{}'),
  version text NOT NULL CHECK (version <> ''),
  text text NOT NULL CHECK (text <> ''),
  agreement_acceptance_id uuid,
  accepted_at timestamptz(3) NOT NULL,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  ended_at timestamptz(3),
  ended_reason text CHECK (ended_reason IN ('revoked_by_merchant', 'returned', 'replaced', 'bank_link_ended')),
  ended_code text,
  PRIMARY KEY (receiver_id, id),
  FOREIGN KEY (receiver_id, bank_link_id) REFERENCES bank_link (receiver_id, id),
  FOREIGN KEY (receiver_id, agreement_acceptance_id) REFERENCES agreement_acceptance (receiver_id, id),
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL)),
  CHECK (ended_code IS NULL OR ended_reason IS NOT NULL)
);
CREATE UNIQUE INDEX debit_authorization_one_open ON debit_authorization (receiver_id) WHERE ended_at IS NULL;

CREATE FUNCTION refuse_change_but_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
    OR to_jsonb(NEW) - '{ended_at,ended_reason,ended_code}'::text[] <> to_jsonb(OLD) - '{ended_at,ended_reason,ended_code}'::text[] THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER debit_authorization_only_ends BEFORE UPDATE ON debit_authorization FOR EACH ROW EXECUTE FUNCTION refuse_change_but_ending();
CREATE TRIGGER debit_authorization_append_only BEFORE DELETE OR TRUNCATE ON debit_authorization FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Every merchant who has linked a bank had accepted the terms and conditions before: these authorize its debits, and allow
-- the accounts of businesses alone. The provider's own word on the account replaces the category at the next look.
UPDATE bank_link SET holder_category = 'business' WHERE unlinked_at IS NULL;
INSERT INTO debit_authorization (receiver_id, bank_link_id, account_id, ach_classes, version, text, agreement_acceptance_id, accepted_at, ip_address, user_agent)
SELECT DISTINCT ON (link.receiver_id) link.receiver_id, link.id, link.account_id, '{ccd}', agreement.version, agreement.markdown,
  acceptance.id, acceptance.accepted_at, acceptance.ip_address, acceptance.user_agent
FROM bank_link link
  JOIN agreement_acceptance acceptance ON acceptance.receiver_id = link.receiver_id AND acceptance.document = 'terms_and_conditions'
  JOIN agreement_version agreement USING (program, document, version)
WHERE link.unlinked_at IS NULL
ORDER BY link.receiver_id, acceptance.accepted_at DESC;

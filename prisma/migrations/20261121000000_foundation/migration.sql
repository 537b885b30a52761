-- The whole model. What a column means is told once, in schema.prisma; here stand the rules that the database itself
-- keeps: what must never be, what may only be added, and the indexes of the paths that are walked all day.
--
-- Rows that belong to a receiver begin their key with receiver_id, so that these tables can be distributed on that
-- column. The others (receiver itself and the look-ups that lead to one) are small and go to every node.

-- ---------------------------------------------------------------------------------------------------------------
-- Types and functions that columns and indexes are made of
-- ---------------------------------------------------------------------------------------------------------------

CREATE EXTENSION IF NOT EXISTS pg_trgm;
CREATE EXTENSION IF NOT EXISTS btree_gin;

-- A value encrypted by db/secrets.ts: the id of its key, a colon, base64; or '' where there is none and a library wants
-- text. Plain text does not fit in such a column.
CREATE DOMAIN encrypted AS text CHECK (VALUE = '' OR VALUE ~ '^[\w.-]+:[A-Za-z0-9+/]+={0,2}$');

-- PostgreSQL has uuidv7() of its own since 18. Before, it is made here: 48 bits of milliseconds, then twelve of the time within the
-- millisecond, as those of 18 are, because ids order the rows of one instant; the rest is random.
DO $$
BEGIN
  IF to_regprocedure('pg_catalog.uuidv7()') IS NULL THEN
    CREATE FUNCTION uuidv7() RETURNS uuid LANGUAGE plpgsql VOLATILE PARALLEL SAFE AS $function$
    DECLARE
      microseconds CONSTANT bigint := extract(epoch FROM clock_timestamp()) * 1000000;
      within_millisecond CONSTANT integer := microseconds % 1000 * 4096 / 1000;
      random CONSTANT bytea := uuid_send(gen_random_uuid());
    BEGIN
      RETURN encode(substring(int8send(microseconds / 1000) FROM 3) || int2send((28672 | within_millisecond)::smallint) || substring(random FROM 9), 'hex')::uuid;
    END $function$;
  END IF;
END $$;

-- What the database takes for now: when the statement came, moved by as much as its connection was opened with. Only tests
-- move it, so that rows are dated in the time that the rest of the product lives in there. It is the statement's time and
-- not the transaction's: a transaction may have waited for a lock, and what it then writes came after what it waited for.
CREATE FUNCTION headway_now() RETURNS timestamptz LANGUAGE sql STABLE PARALLEL SAFE
  RETURN statement_timestamp() + coalesce(nullif(current_setting('headway.clock_ahead', true), ''), '0')::interval;

-- A provider's word as the table shows and sorts it: `gift_card` is gift card. Providers' words are ASCII, which every server sorts alike.
CREATE FUNCTION in_words(word text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN lower(replace(word, '_', ' ') COLLATE "C");

-- ---------------------------------------------------------------------------------------------------------------
-- Receivers
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE receiver (
  id uuid PRIMARY KEY DEFAULT uuidv7(),
  token text NOT NULL UNIQUE CHECK (token <> ''),
  email text NOT NULL CHECK (email = lower(email) AND email <> ''),
  whitelabel text NOT NULL,
  whitelabel_business_name text,
  origin_platform text NOT NULL DEFAULT 'direct' CHECK (origin_platform IN ('direct', 'shopify', 'bigcommerce', 'jwt')),
  origin_id text,
  first_direct_sign_in_at timestamptz(3),
  first_name text,
  last_name text,

  is_locked boolean NOT NULL DEFAULT false,
  is_fraud boolean NOT NULL DEFAULT false,
  is_black_listed boolean NOT NULL DEFAULT false,

  rutter_access_token text CHECK (rutter_access_token = 'BLANK' OR rutter_access_token LIKE 'h\_%'),
  plaid_access_token text CHECK (plaid_access_token = 'BLANK' OR plaid_access_token LIKE 'h\_%'),
  plaid_item_id text CHECK (plaid_item_id <> ''),
  plaid_account_id text,
  lithic_card_token text CHECK (lithic_card_token <> ''),
  lithic_account_holder_token text CHECK (lithic_account_holder_token <> ''),
  lithic_account_token text CHECK (lithic_account_token <> ''),
  kyb_status text,
  kyb_status_reasons text[] NOT NULL DEFAULT '{}',

  accepted_privacy_policy boolean NOT NULL DEFAULT false,
  accepted_terms_and_conditions boolean NOT NULL DEFAULT false,
  accepted_card_holders_agreement boolean NOT NULL DEFAULT false,

  business_name text,
  business_address text,
  ein_encrypted encrypted,
  ein_last_four text CHECK (ein_last_four ~ '^\d{4}$'),
  phone_number text,
  nature_of_business text,

  override_spend_limit bigint CHECK (override_spend_limit >= 0),
  initial_spend_limit bigint NOT NULL DEFAULT 0 CHECK (initial_spend_limit >= 0),
  spending_power_override_min bigint CHECK (spending_power_override_min >= 0),
  spending_power_override_max bigint CHECK (spending_power_override_max >= 0),
  spending_power_override_expiration_at timestamptz(3),

  fund_withdraw_email boolean NOT NULL DEFAULT true,
  gets_monday_email boolean NOT NULL DEFAULT true,
  last_payment_email_at timestamptz(3),
  last_spending_power_warning_email timestamptz(3),

  support boolean NOT NULL DEFAULT false,
  admin boolean NOT NULL DEFAULT false,

  card_request text CHECK (card_request IN ('virtual', 'physical')),
  auto_reconcile boolean NOT NULL DEFAULT true,
  payment_period text,
  next_payment_at timestamptz(3),
  payment_state text,
  payment_plan text NOT NULL DEFAULT 'net_terms' CHECK (payment_plan IN ('net_terms', 'fixed_pay')),
  payment_plan_type text,
  bigcommerce_store_hash text,
  net_terms integer NOT NULL DEFAULT 30 CHECK (net_terms BETWEEN 0 AND 365),
  net_terms_type text NOT NULL DEFAULT 'calendar' CHECK (net_terms_type IN ('business', 'calendar')),
  is_subscribed boolean NOT NULL DEFAULT false,
  same_day_microdeposits_enabled boolean NOT NULL DEFAULT true,
  automated_microdeposits_enabled boolean NOT NULL DEFAULT true,
  can_connect_with_microdeposits boolean NOT NULL DEFAULT true,
  is_onboarding boolean NOT NULL DEFAULT true,
  can_use_plaid_transactions boolean NOT NULL DEFAULT false,
  see_statements boolean NOT NULL DEFAULT true,

  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  updated_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- When staff last unlocked the account: what fell due before that is collected one due date at a time.
  unlocked_at timestamptz(3),
  closing_requested_at timestamptz(3),
  closed_at timestamptz(3),
  -- Home shows a new merchant what to do first until they dismiss it, on any of their devices.
  first_steps_dismissed_at timestamptz(3),
  -- What the staff of the store may see beside its owner.
  staff_access text NOT NULL DEFAULT 'everything' CHECK (staff_access IN ('everything', 'setup', 'nothing')),
  -- Where mails to an account go that a platform handed in: its owner's address, from the platform or from the owner.
  contact_email text CHECK (contact_email = lower(contact_email)),
  contact_email_confirmed_at timestamptz(3),
  -- Since when the issuer refuses a business that it had accepted: its account is held until the issuer accepts it again, also while
  -- what the business has sent again is reviewed.
  business_refused_at timestamptz(3),
  CHECK (spending_power_override_min <= spending_power_override_max),
  CHECK ((ein_encrypted IS NULL) = (ein_last_four IS NULL)),
  CHECK ((origin_platform = 'direct') = (origin_id IS NULL)),
  UNIQUE (whitelabel, email),
  CONSTRAINT receiver_closing_check CHECK (closed_at IS NULL OR closing_requested_at IS NOT NULL)
);
CREATE INDEX receiver_email ON receiver (email);
CREATE INDEX receiver_card_token ON receiver (lithic_card_token) WHERE lithic_card_token IS NOT NULL;
CREATE INDEX receiver_account_holder_token ON receiver (lithic_account_holder_token) WHERE lithic_account_holder_token IS NOT NULL;
CREATE INDEX receiver_account_token ON receiver (lithic_account_token) WHERE lithic_account_token IS NOT NULL;
CREATE INDEX receiver_staff_search ON receiver USING gin (email gin_trgm_ops, lower(business_name) gin_trgm_ops);
CREATE INDEX receiver_closing ON receiver (whitelabel) WHERE closing_requested_at IS NOT NULL AND closed_at IS NULL;
CREATE INDEX receiver_contact_email ON receiver (whitelabel, contact_email) WHERE contact_email IS NOT NULL;

-- Access tokens are verified without asking the provider, so they would outlive a log-out. Each call reads this row with its receiver.
CREATE TABLE sign_in (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  seen_at timestamptz(3) NOT NULL,
  signed_out_at timestamptz(3),
  barred_at timestamptz(3)
);
CREATE INDEX sign_in_seen ON sign_in (seen_at);

CREATE TABLE calendar_feed (
  token text PRIMARY KEY CHECK (length(token) >= 32),
  receiver_id uuid NOT NULL UNIQUE REFERENCES receiver,
  created_at timestamptz(3) NOT NULL DEFAULT headway_now()
);

-- A demo merchant whose year of history is whole. No field of the record can say it: each has a meaning of its own.
CREATE TABLE demo_history (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  finished_at timestamptz(3) NOT NULL DEFAULT headway_now()
);

-- ---------------------------------------------------------------------------------------------------------------
-- What leads to a receiver is a table of its own, so that each of a receiver's own tables is asked by receiver alone. No look-up has
-- a foreign key: it may be stored elsewhere than the receiver that it leads to.
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE receiver_of_token (
  token text PRIMARY KEY,
  receiver_id uuid NOT NULL
);

CREATE TABLE receiver_of_email (
  program text,
  email text,
  receiver_id uuid NOT NULL,
  PRIMARY KEY (program, email)
);

CREATE TABLE receiver_of_org (
  org_id text PRIMARY KEY,
  receiver_id uuid NOT NULL
);

-- One person can be in several teams.
CREATE TABLE receiver_of_member (
  user_id text NOT NULL,
  receiver_id uuid NOT NULL,
  joined_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- As of the owner in sign_in, by the machine's clock.
  seen_at timestamptz(3),
  signed_out_at timestamptz(3),
  barred_at timestamptz(3),
  PRIMARY KEY (user_id, receiver_id)
);
CREATE INDEX receiver_of_member_seen ON receiver_of_member (seen_at) WHERE seen_at IS NOT NULL;

CREATE TABLE receiver_of_card (
  card_token text PRIMARY KEY,
  receiver_id uuid NOT NULL
);

CREATE TABLE receiver_of_item (
  item_id text PRIMARY KEY,
  receiver_id uuid NOT NULL,
  bank_link_id uuid NOT NULL
);

CREATE TABLE receiver_of_connection (
  connection_id text PRIMARY KEY,
  receiver_id uuid NOT NULL,
  commerce_link_id uuid NOT NULL
);

-- ---------------------------------------------------------------------------------------------------------------
-- Platforms that hand in their merchants, and the people of their stores
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE platform_account (
  platform text NOT NULL,
  external_id text NOT NULL CHECK (external_id <> ''),
  receiver_id uuid NOT NULL REFERENCES receiver,
  display_name text,
  linked_by text NOT NULL CHECK (linked_by IN ('first_hand_in', 'owner_confirmation')),
  linked_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  uninstalled_at timestamptz(3),
  -- A merchant may take the store away from us and keep the app: its access is given up and its sales do not count.
  disconnected_at timestamptz(3),
  PRIMARY KEY (platform, external_id)
);
CREATE INDEX platform_account_receiver ON platform_account (receiver_id);

-- A session that a platform handed in, by an id of its own: all access tokens of the session lead to it, and it is ended here. It
-- says which of the store's people came, and whether the platform called them its owner.
CREATE TABLE platform_session (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  started_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  platform_user_id text,
  is_owner boolean NOT NULL,
  revoked_at timestamptz(3),
  -- The store whose staff a session is of, so that a role in the team is found by more than the person's id at some platform.
  platform text,
  store text,
  PRIMARY KEY (receiver_id, id),
  CHECK (ends_at > started_at AND ends_at <= started_at + interval '24 hours')
);
CREATE INDEX platform_session_end ON platform_session (ends_at);

-- A session that a platform handed in: which access token may be exchanged for the next one, and until when.
CREATE TABLE handed_in_session (
  receiver_id uuid NOT NULL REFERENCES receiver,
  token_hash text NOT NULL CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  started_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  -- A token that was exchanged for the next one stays known as long as it could still be shown.
  renewed_at timestamptz(3),
  session_id uuid NOT NULL,
  PRIMARY KEY (receiver_id, token_hash),
  CHECK (ends_at > started_at AND ends_at <= started_at + interval '24 hours'),
  FOREIGN KEY (receiver_id, session_id) REFERENCES platform_session (receiver_id, id) ON DELETE CASCADE
);
CREATE INDEX handed_in_session_end ON handed_in_session (ends_at);
CREATE INDEX handed_in_session_of ON handed_in_session (receiver_id, session_id);

CREATE TABLE hand_in_jti (
  issuer text NOT NULL,
  jti text NOT NULL,
  bound_to text,
  used_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, jti)
);
CREATE INDEX hand_in_jti_expiry ON hand_in_jti (expires_at);

CREATE TABLE launch_code (
  code_hash text PRIMARY KEY,
  receiver_id uuid NOT NULL REFERENCES receiver,
  session jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '10 minutes')
);
CREATE INDEX launch_code_expiry ON launch_code (expires_at);

-- The people of a store as its platform last described them.
CREATE TABLE store_person (
  platform text NOT NULL CHECK (platform IN ('shopify', 'bigcommerce')),
  store text NOT NULL,
  user_id text NOT NULL,
  name text,
  email text,
  is_email_verified boolean NOT NULL,
  is_owner boolean NOT NULL,
  seen_at timestamptz(3) NOT NULL,
  PRIMARY KEY (platform, store, user_id)
);

CREATE TABLE bigcommerce_store (
  store_hash text PRIMARY KEY,
  receiver_id uuid REFERENCES receiver,
  access_token encrypted,
  scope text NOT NULL,
  account_uuid text,
  owner_user_id text NOT NULL,
  owner_email text NOT NULL,
  installed_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  uninstalled_at timestamptz(3),
  -- Payloads that a control panel signed at or before this instant are refused, also after the app was installed again.
  valid_after timestamptz(3),
  CHECK (uninstalled_at IS NULL OR access_token IS NULL)
);
CREATE INDEX bigcommerce_store_receiver ON bigcommerce_store (receiver_id);

CREATE TABLE bigcommerce_user (
  store_hash text NOT NULL REFERENCES bigcommerce_store,
  user_id text NOT NULL,
  email text NOT NULL,
  added_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  removed_at timestamptz(3),
  -- When the newest payload was signed by which this person opened the app: a removal that was signed earlier comes too late.
  opened_with timestamptz(3),
  PRIMARY KEY (store_hash, user_id)
);

CREATE TABLE shopify_session (
  id text PRIMARY KEY,
  shop text NOT NULL,
  state text NOT NULL,
  is_online boolean NOT NULL DEFAULT false,
  scope text,
  expires timestamptz(3),
  access_token encrypted NOT NULL,
  user_id bigint,
  first_name text,
  last_name text,
  email text,
  account_owner boolean NOT NULL DEFAULT false,
  locale text,
  collaborator boolean DEFAULT false,
  email_verified boolean DEFAULT false,
  refresh_token encrypted,
  refresh_token_expires timestamptz(3)
);
CREATE INDEX shopify_session_shop ON shopify_session (shop, expires DESC);

CREATE TABLE privacy_request (
  platform text NOT NULL,
  event_id text NOT NULL,
  topic text NOT NULL,
  store text NOT NULL,
  receiver_id uuid REFERENCES receiver,
  body jsonb NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  due_at timestamptz(3) NOT NULL,
  done_at timestamptz(3),
  PRIMARY KEY (platform, event_id)
);
CREATE INDEX privacy_request_open ON privacy_request (due_at) WHERE done_at IS NULL;

-- ---------------------------------------------------------------------------------------------------------------
-- Teams
-- ---------------------------------------------------------------------------------------------------------------

-- A merchant's team: its organization at the authentication provider. The owner is the person of the receiver's own token and has
-- no row among the members.
CREATE TABLE team (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  -- Null while the provider is asked to make it.
  org_id text CHECK (org_id <> ''),
  -- By the machine's clock: another attempt waits until this one has had its time.
  asked_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT headway_now()
);

CREATE TABLE team_member (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  -- The authentication provider's user id; null until an invitation is accepted, and for a member of a store's staff.
  user_id text CHECK (user_id <> ''),
  -- A member of a store's staff, by the platform's ids.
  platform text CHECK (platform IN ('shopify', 'bigcommerce')),
  store text,
  platform_user_id text,
  email text NOT NULL CHECK (email = lower(email)),
  name text CHECK (name <> ''),
  role text NOT NULL CHECK (role IN ('owner', 'admin', 'bookkeeper', 'cardholder')),
  invited_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- The member who invited them; null for the owner.
  invited_by uuid,
  joined_at timestamptz(3),
  removed_at timestamptz(3),
  -- When role or membership were last decided, by the machine's clock: what tokens from before then say does not count.
  decided_at timestamptz(3) NOT NULL,
  -- When the provider had removed them from the organization, by the machine's clock; a later membership is a new one.
  left_at timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  CHECK (num_nulls(platform, store, platform_user_id) IN (0, 3)),
  CHECK (user_id IS NULL OR platform IS NULL)
);
CREATE UNIQUE INDEX team_member_user ON team_member (receiver_id, user_id) WHERE removed_at IS NULL AND user_id IS NOT NULL;
CREATE UNIQUE INDEX team_member_email ON team_member (receiver_id, email) WHERE removed_at IS NULL AND platform IS NULL;
CREATE UNIQUE INDEX team_member_of_store ON team_member (receiver_id, platform, store, platform_user_id) WHERE removed_at IS NULL AND platform IS NOT NULL;

-- ---------------------------------------------------------------------------------------------------------------
-- Onboarding
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE agreement_version (
  program text NOT NULL,
  document text NOT NULL CHECK (document IN ('privacy_policy', 'terms_and_conditions', 'card_holders_agreement')),
  version text NOT NULL CHECK (version <> ''),
  markdown text NOT NULL CHECK (markdown <> ''),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  published_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (program, document, version)
);

CREATE TABLE agreement_acceptance (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  program text NOT NULL,
  document text NOT NULL,
  version text NOT NULL,
  accepted_at timestamptz(3) NOT NULL,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  PRIMARY KEY (receiver_id, id),
  FOREIGN KEY (program, document, version) REFERENCES agreement_version
);
CREATE INDEX agreement_acceptance_latest ON agreement_acceptance (receiver_id, document, accepted_at DESC);

CREATE TABLE kyb_application (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  attempt integer NOT NULL CHECK (attempt >= 1),
  status text NOT NULL DEFAULT 'draft' CHECK (status IN ('draft', 'submitting', 'submitted', 'decided', 'abandoned')),
  draft jsonb NOT NULL DEFAULT '{}',
  identifiers_encrypted encrypted,
  lithic_account_holder_token text,
  lithic_account_token text,
  issuer_status text,
  issuer_reasons text[] NOT NULL DEFAULT '{}',
  required_documents jsonb NOT NULL DEFAULT '[]',
  ip_address text,
  submitted_at timestamptz(3),
  decided_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  updated_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, attempt),
  CHECK (status NOT IN ('submitted', 'decided') OR (submitted_at IS NOT NULL AND lithic_account_holder_token IS NOT NULL))
);
CREATE UNIQUE INDEX kyb_application_one_open ON kyb_application (receiver_id) WHERE status IN ('draft', 'submitting');
CREATE INDEX kyb_application_account_holder ON kyb_application (lithic_account_holder_token) WHERE lithic_account_holder_token IS NOT NULL;

CREATE TABLE kyb_document (
  receiver_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  application_id uuid NOT NULL,
  entity_token text NOT NULL,
  document_type text NOT NULL,
  lithic_document_token text,
  status text NOT NULL CHECK (status IN ('uploading', 'uploaded', 'accepted', 'rejected')),
  status_reasons text[] NOT NULL DEFAULT '{}',
  attempts_left integer CHECK (attempts_left >= 0),
  PRIMARY KEY (receiver_id, id),
  FOREIGN KEY (receiver_id, application_id) REFERENCES kyb_application (receiver_id, id)
);
CREATE INDEX kyb_document_application ON kyb_document (receiver_id, application_id);

-- Which account an EIN (or the SSN of a sole proprietor) and a store back. Compared by a keyed hash: nothing is decrypted to compare.
CREATE TABLE identity_claim (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  kind text NOT NULL CHECK (kind IN ('ein', 'store')),
  hash text NOT NULL CHECK (hash ~ '^[\w.-]+:[0-9a-f]{64}$'),
  identity_encrypted encrypted NOT NULL CHECK (identity_encrypted <> ''),
  state text NOT NULL CHECK (state IN ('held', 'flagged', 'refused', 'cleared', 'released')),
  claimed_at timestamptz(3) NOT NULL,
  left_at timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, kind, hash)
);
CREATE UNIQUE INDEX identity_claim_one_holder ON identity_claim (kind, hash) WHERE state = 'held';
CREATE INDEX identity_claim_by_hash ON identity_claim (kind, hash);
CREATE INDEX identity_claim_to_look_at ON identity_claim (claimed_at DESC) WHERE state IN ('flagged', 'refused');

CREATE TABLE bank_link (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  handle text NOT NULL CHECK (handle LIKE 'h\_%' AND length(handle) >= 24),
  access_token encrypted,
  item_id text NOT NULL CHECK (item_id <> ''),
  account_id text,
  account_name text,
  account_subtype text,
  mask text,
  institution_name text,
  verification_status text,
  health text NOT NULL DEFAULT 'healthy' CHECK (health IN ('healthy', 'expiring', 'login_required', 'revoked')),
  consent_expires_at timestamptz(3),
  balance_available_cents bigint,
  balance_current_cents bigint,
  balance_at timestamptz(3),
  last_synced_at timestamptz(3),
  linked_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  unlinked_at timestamptz(3),
  removed_at timestamptz(3),
  -- Null until the bank provider has said.
  holder_category text CHECK (holder_category IN ('business', 'personal', 'unrecognized')),
  -- A second bank may be linked, from which a draw comes that the first one cannot bear. It is linked and authorized apart from the
  -- first.
  role text NOT NULL DEFAULT 'main' CHECK (role IN ('main', 'fallback')),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, handle),
  UNIQUE (receiver_id, item_id),
  CHECK (removed_at IS NULL OR (unlinked_at IS NOT NULL AND access_token IS NULL)),
  CHECK (removed_at IS NOT NULL OR access_token IS NOT NULL)
);
CREATE INDEX bank_link_item ON bank_link (item_id);
-- Who somebody else's handle belongs to, for staff and for the answer that it is nobody's.
CREATE INDEX bank_link_handle ON bank_link (handle);
CREATE INDEX bank_link_account ON bank_link (account_id) WHERE account_id IS NOT NULL;
CREATE UNIQUE INDEX bank_link_one_current ON bank_link (receiver_id, role) WHERE unlinked_at IS NULL;

-- The merchant's authorization to debit a bank account: its wording, and when and from where it was given. Nothing of it changes
-- afterwards but its end.
CREATE TABLE debit_authorization (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  bank_link_id uuid NOT NULL,
  account_id text,
  ach_classes text[] NOT NULL CHECK (ach_classes <@ '{ccd,web}' AND ach_classes <> '{}'),
  version text NOT NULL CHECK (version <> ''),
  text text NOT NULL CHECK (text <> ''),
  accepted_at timestamptz(3) NOT NULL,
  ip_address text NOT NULL,
  user_agent text NOT NULL,
  ended_at timestamptz(3),
  ended_reason text CHECK (ended_reason IN ('revoked_by_merchant', 'returned', 'replaced', 'bank_link_ended')),
  ended_code text,
  role text NOT NULL DEFAULT 'main' CHECK (role IN ('main', 'fallback')),
  PRIMARY KEY (receiver_id, id),
  FOREIGN KEY (receiver_id, bank_link_id) REFERENCES bank_link (receiver_id, id),
  CHECK ((ended_at IS NULL) = (ended_reason IS NULL)),
  CHECK (ended_code IS NULL OR ended_reason IS NOT NULL)
);
CREATE UNIQUE INDEX debit_authorization_one_open ON debit_authorization (receiver_id, role) WHERE ended_at IS NULL;

CREATE TABLE commerce_link (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  source text NOT NULL CHECK (source IN ('rutter', 'shopify', 'bigcommerce')),
  handle text NOT NULL CHECK (handle LIKE 'h\_%' AND length(handle) >= 24),
  access_token encrypted,
  connection_id text NOT NULL CHECK (connection_id <> ''),
  platform text NOT NULL,
  store_name text,
  store_domain text,
  is_ready boolean NOT NULL DEFAULT false,
  needs_update boolean NOT NULL DEFAULT false,
  is_disabled boolean NOT NULL DEFAULT false,
  sync_state text NOT NULL DEFAULT 'waiting' CHECK (sync_state IN ('waiting', 'running', 'done', 'failed')),
  sync_cursor text,
  synced_count integer NOT NULL DEFAULT 0 CHECK (synced_count >= 0),
  expected_count integer CHECK (expected_count >= 0),
  synced_until timestamptz(3),
  fresh_at timestamptz(3),
  last_synced_at timestamptz(3),
  last_error text,
  linked_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  unlinked_at timestamptz(3),
  removed_at timestamptz(3),
  -- How many of the last twelve months of a store's sales the first reading has come through, for the page that waits for it.
  months_read integer NOT NULL DEFAULT 0 CHECK (months_read BETWEEN 0 AND 12),
  -- When spending power first counted the sales of a store that had been read to its end: until then its first reading lasts.
  counted_at timestamptz(3),
  -- Since when a store's platform shows us its orders: null where it shows all of them. The rows of a store whose platform hides older
  -- orders must not pass for all of its sales.
  shown_since timestamptz(3),
  -- The months that the first reading comes through: twelve, or those that the platform shows.
  months_wanted integer NOT NULL DEFAULT 12 CHECK (months_wanted BETWEEN 1 AND 12),
  -- Until when the payouts and the chargebacks were read, each apart from the orders: null before they first were.
  payouts_until timestamptz(3),
  disputes_until timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, handle),
  UNIQUE (receiver_id, source, connection_id),
  CHECK (removed_at IS NULL OR (unlinked_at IS NOT NULL AND access_token IS NULL)),
  CHECK (removed_at IS NOT NULL OR source <> 'rutter' OR access_token IS NOT NULL)
);
CREATE UNIQUE INDEX commerce_link_one_current ON commerce_link (receiver_id, source) WHERE unlinked_at IS NULL;
CREATE INDEX commerce_link_connection ON commerce_link (connection_id);
CREATE INDEX commerce_link_handle ON commerce_link (handle);

-- ---------------------------------------------------------------------------------------------------------------
-- Calls to providers, and what providers tell us
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE provider_call (
  receiver_id uuid NOT NULL REFERENCES receiver,
  business_key text NOT NULL CHECK (business_key <> ''),
  provider text NOT NULL,
  operation text NOT NULL,
  provider_key uuid NOT NULL,
  state text NOT NULL DEFAULT 'intended' CHECK (state IN ('intended', 'sent', 'done', 'refused', 'unknown')),
  external_id text,
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  last_error text,
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  sent_at timestamptz(3),
  finished_at timestamptz(3),
  PRIMARY KEY (receiver_id, business_key),
  CHECK (state NOT IN ('done', 'refused') OR finished_at IS NOT NULL)
);
CREATE INDEX provider_call_open ON provider_call (created_at) WHERE state IN ('intended', 'sent', 'unknown');

CREATE TABLE provider_cursor (
  provider text NOT NULL,
  stream text NOT NULL,
  position text NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (provider, stream)
);

-- The calls that all processes together may still make to a provider. What a crash of the database loses comes back within a minute.
CREATE UNLOGGED TABLE provider_budget (
  name text PRIMARY KEY,
  calls double precision NOT NULL,
  as_of timestamptz(3) NOT NULL,
  is_given boolean NOT NULL,
  blocked_until timestamptz(3) NOT NULL
) WITH (fillfactor = 20);

CREATE TABLE webhook_inbox (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  receiver_id uuid,
  body jsonb NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  handled_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  error text
) PARTITION BY RANGE (received_at);
CREATE TABLE webhook_inbox_old PARTITION OF webhook_inbox (PRIMARY KEY (provider, event_id)) FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
CREATE INDEX webhook_inbox_unhandled ON webhook_inbox (received_at) WHERE handled_at IS NULL;
CREATE INDEX webhook_inbox_receiver ON webhook_inbox (receiver_id, received_at DESC) WHERE receiver_id IS NOT NULL;
CREATE INDEX webhook_inbox_handled ON webhook_inbox (handled_at) WHERE handled_at IS NOT NULL;

-- An event that was seen is not stored again: its row is left out of the insertion.
CREATE TABLE webhook_seen (
  provider text NOT NULL,
  event_id text NOT NULL,
  received_at timestamptz(3) NOT NULL,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX webhook_seen_received ON webhook_seen (received_at);

-- ---------------------------------------------------------------------------------------------------------------
-- Cards
-- ---------------------------------------------------------------------------------------------------------------

-- What a merchant asked for. The issuer makes the card once it has accepted the business, which may be days later.
CREATE TABLE card_order (
  receiver_id uuid NOT NULL REFERENCES receiver,
  number integer NOT NULL CHECK (number >= 1),
  is_physical boolean NOT NULL,
  shipping_address jsonb,
  name_on_card text CHECK (length(name_on_card) <= 21),
  first_spend_limit bigint CHECK (first_spend_limit >= 1),
  card_token text,
  ordered_at timestamptz(3) NOT NULL,
  issued_at timestamptz(3),
  shipped_at timestamptz(3),
  PRIMARY KEY (receiver_id, number),
  CHECK ((card_token IS NULL) = (issued_at IS NULL)),
  CHECK (shipped_at IS NULL OR issued_at IS NOT NULL)
);

CREATE TABLE card (
  receiver_id uuid NOT NULL REFERENCES receiver,
  token text NOT NULL CHECK (token <> ''),
  account_token text NOT NULL,
  type text NOT NULL,
  state text NOT NULL,
  last_four text NOT NULL CHECK (last_four ~ '^\d{4}$'),
  name_on_card text NOT NULL CHECK (length(name_on_card) <= 21),
  spend_limit bigint NOT NULL CHECK (spend_limit >= 0),
  wanted_spend_limit bigint CHECK (wanted_spend_limit >= 1),
  is_paused_by_receiver boolean NOT NULL DEFAULT false,
  shipping_address jsonb,
  shipped_at timestamptz(3),
  tracking_number text,
  activated_at timestamptz(3),
  closed_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- Paused by us, for as long as the account is held; not by the receiver and not by the issuer.
  is_held boolean NOT NULL DEFAULT false,
  -- A card whose plastic is being made or mailed is open at the issuer for purchases by its number, and the issuer cannot pause
  -- it. The merchant's own hold on it is ours: the authorization decision reads it.
  held_by_receiver_at timestamptz(3),
  -- The issuer's name for the way in which it mails the card, such as "USPS with tracking".
  shipping_method text CHECK (shipping_method <> ''),
  -- Wrong last digits entered in a row to activate the card, and when the latest of them was.
  wrong_activations integer NOT NULL DEFAULT 0 CHECK (wrong_activations >= 0),
  wrong_activation_at timestamptz(3),
  name text CHECK (length(name) BETWEEN 1 AND 40),
  color text,
  purpose text CHECK (length(purpose) BETWEEN 1 AND 80),
  -- The member who uses it; null for the owner.
  holder_id uuid,
  -- The last day of the month printed on it; null until the issuer has told it.
  expires_on date,
  -- Our decision declines every purchase from then on, whatever the issuer has answered.
  lost_at timestamptz(3),
  loss text CHECK (loss IN ('lost', 'stolen')),
  -- The card whose place it took.
  successor_of text,
  -- Reissues and renewals so far; the issuer allows eight in all.
  reissues integer NOT NULL DEFAULT 0 CHECK (reissues >= 0),
  -- Paused because its holder left the team.
  is_holder_gone boolean NOT NULL DEFAULT false,
  -- The cards whose place a card has taken, the oldest first: what they spent counts toward its limits.
  predecessors text[] NOT NULL DEFAULT '{}',
  -- Until when entries of the card in wallets have ended: they were made by somebody who may pay with it no more.
  wallets_ended_at timestamptz(3),
  PRIMARY KEY (receiver_id, token),
  CONSTRAINT card_wrong_activation_check CHECK (wrong_activations = 0 OR wrong_activation_at IS NOT NULL),
  CONSTRAINT card_lost_at_check CHECK ((lost_at IS NULL) = (loss IS NULL)),
  CONSTRAINT card_holder_fkey FOREIGN KEY (receiver_id, holder_id) REFERENCES team_member (receiver_id, id)
);
CREATE INDEX card_token ON card (token);
CREATE INDEX card_of_holder ON card (receiver_id, holder_id) WHERE holder_id IS NOT NULL;

-- A further card that was asked for: stored before the issuer is, so that an interrupted order is finished.
CREATE TABLE card_issue (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  kind text NOT NULL CHECK (kind IN ('standard', 'single_use', 'merchant_locked')),
  is_physical boolean NOT NULL,
  shipping_address jsonb,
  name text CHECK (length(name) BETWEEN 1 AND 40),
  color text,
  purpose text CHECK (length(purpose) BETWEEN 1 AND 80),
  holder_id uuid,
  controls jsonb,
  -- The values of the first request to the issuer; a repeat must send the same.
  memo text NOT NULL CHECK (length(memo) BETWEEN 1 AND 50),
  first_spend_limit bigint NOT NULL CHECK (first_spend_limit >= 1),
  -- The card whose place it takes.
  replaces_token text,
  ordered_by uuid,
  ordered_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  card_token text,
  issued_at timestamptz(3),
  -- When the issuer refused it for good, and why.
  refused_at timestamptz(3),
  -- The cardholder's request that an order grants; null for any other order. Who asked is told of the card once it is issued.
  request_id uuid,
  PRIMARY KEY (receiver_id, id),
  CHECK ((card_token IS NULL) = (issued_at IS NULL)),
  CHECK (NOT is_physical OR shipping_address IS NOT NULL),
  FOREIGN KEY (receiver_id, holder_id) REFERENCES team_member (receiver_id, id)
);
-- A card has one successor.
CREATE UNIQUE INDEX card_issue_successor ON card_issue (receiver_id, replaces_token) WHERE replaces_token IS NOT NULL;
CREATE INDEX card_issue_waiting ON card_issue (ordered_at) WHERE card_token IS NULL AND refused_at IS NULL;

CREATE TABLE card_control (
  receiver_id uuid NOT NULL,
  card_token text NOT NULL,
  controls jsonb NOT NULL,
  changed_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- The member who changed it last; null for the owner.
  changed_by uuid,
  PRIMARY KEY (receiver_id, card_token),
  FOREIGN KEY (receiver_id, card_token) REFERENCES card (receiver_id, token)
);

-- An exception from one control that ends by itself.
CREATE TABLE card_raise (
  receiver_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  card_token text NOT NULL,
  control text NOT NULL CHECK (control IN
    ('ends_on', 'hours', 'countries', 'categories', 'merchants', 'per_purchase', 'per_day', 'per_week', 'per_month', 'per_year', 'in_all')),
  -- Of a limit: what it is instead.
  amount_cents bigint CHECK (amount_cents >= 1),
  -- Of a list: the category, merchant or country that is allowed.
  subject text CHECK (subject <> ''),
  ends_at timestamptz(3) NOT NULL,
  -- When somebody took it back before it ended.
  ended_at timestamptz(3),
  granted_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- The member who granted it; null for the owner.
  granted_by uuid,
  PRIMARY KEY (receiver_id, id),
  FOREIGN KEY (receiver_id, card_token) REFERENCES card (receiver_id, token),
  CHECK ((amount_cents IS NOT NULL) = (control IN ('per_purchase', 'per_day', 'per_week', 'per_month', 'per_year', 'in_all'))),
  CHECK ((subject IS NOT NULL) = (control IN ('countries', 'categories', 'merchants')))
);
CREATE INDEX card_raise_of_card ON card_raise (receiver_id, card_token, ends_at);

-- What a cardholder asks of owner and admins.
CREATE TABLE card_request (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  member_id uuid NOT NULL,
  kind text NOT NULL CHECK (kind IN ('card', 'raise')),
  -- Of a raise: the card and the control.
  card_token text,
  control text,
  subject text,
  amount_cents bigint CHECK (amount_cents >= 1),
  note text CHECK (length(note) BETWEEN 1 AND 200),
  asked_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  state text NOT NULL DEFAULT 'open' CHECK (state IN ('open', 'granted', 'refused')),
  answered_at timestamptz(3),
  -- The member who answered; null for the owner.
  answered_by uuid,
  PRIMARY KEY (receiver_id, id),
  FOREIGN KEY (receiver_id, member_id) REFERENCES team_member (receiver_id, id),
  CHECK ((answered_at IS NULL) = (state = 'open')),
  CHECK ((kind = 'raise') = (card_token IS NOT NULL AND control IS NOT NULL))
);
CREATE INDEX card_request_open ON card_request (receiver_id, asked_at) WHERE state = 'open';

-- The card in a wallet or stored by a merchant, as the issuer last described it.
CREATE TABLE card_tokenization (
  receiver_id uuid NOT NULL,
  token text NOT NULL,
  card_token text NOT NULL,
  -- The issuer's words: APPLE_PAY, GOOGLE_PAY, MERCHANT and others.
  wallet text NOT NULL,
  state text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, token),
  FOREIGN KEY (receiver_id, card_token) REFERENCES card (receiver_id, token)
);

-- ---------------------------------------------------------------------------------------------------------------
-- Purchases and sales: what the providers say, mirrored for tables and reports
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE card_transaction (
  receiver_id uuid NOT NULL REFERENCES receiver,
  token text NOT NULL CHECK (token <> ''),
  card_token text NOT NULL,
  status text NOT NULL,
  result text NOT NULL,
  is_counted boolean NOT NULL GENERATED ALWAYS AS (status NOT IN ('DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED')) STORED,
  amount_cents bigint NOT NULL,
  pending_cents bigint NOT NULL DEFAULT 0,
  settled_cents bigint NOT NULL DEFAULT 0,
  merchant_descriptor text NOT NULL,
  merchant_city text,
  merchant_state text,
  merchant_country text,
  merchant_category_code text,
  raw_data jsonb NOT NULL,
  search_text text NOT NULL,
  repayment_date date NOT NULL,
  settled_at timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  is_refund boolean NOT NULL GENERATED ALWAYS AS (amount_cents < 0) STORED,
  -- Written by our code, whose Unicode is the same beside every server: the merchant's name in lower case, and the merchant behind it.
  merchant_key text COLLATE "C" NOT NULL,
  merchant text COLLATE "C" NOT NULL,
  -- The terms of a purchase are stored with it and never change: its cashback rate, and on the fixed plan its weekly
  -- instalments. A purchase without a first instalment is due as a whole on its repayment date.
  cashback_basis_points integer NOT NULL DEFAULT 100 CHECK (cashback_basis_points BETWEEN 0 AND 10000),
  instalments integer NOT NULL DEFAULT 1 CHECK (instalments >= 1),
  first_instalment_date date,
  -- The price of a purchase in another currency than the card's, in that currency's smallest unit. The rate is the issuer's
  -- decimal number, digit by digit.
  foreign_amount bigint,
  foreign_currency text CHECK (foreign_currency ~ '^[A-Z]{3}$'),
  conversion_rate text CHECK (conversion_rate ~ '^[0-9]+(\.[0-9]+)?$'),
  PRIMARY KEY (receiver_id, token),
  CONSTRAINT card_transaction_terms_check CHECK (instalments = 1 OR first_instalment_date IS NOT NULL),
  CONSTRAINT card_transaction_foreign_check CHECK (num_nulls(foreign_amount, foreign_currency, conversion_rate) IN (0, 3))
);
CREATE INDEX card_transaction_token ON card_transaction (token);
CREATE INDEX card_transaction_newest ON card_transaction (receiver_id, created_at DESC, token DESC);
-- Search: rare terms by their trigrams; common ones along the index by date, which holds all that a search looks at and all that its
-- rows are sorted by.
CREATE INDEX card_transaction_search ON card_transaction USING gin (receiver_id, search_text gin_trgm_ops) WHERE is_counted;
CREATE INDEX card_transaction_by_date ON card_transaction (receiver_id, created_at DESC, token COLLATE "C")
  INCLUDE (search_text, is_refund, merchant_key, amount_cents, repayment_date) WHERE is_counted;
-- Sorts: an index for each column and direction, because rows that are equal in the column stand newest first in both. What an
-- expression is made of is included, without which the planner reads no index alone. Repayments need none: a receiver has about
-- one a day.
CREATE INDEX card_transaction_by_date_up ON card_transaction (receiver_id, created_at, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_type ON card_transaction (receiver_id, is_refund, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_type_down ON card_transaction (receiver_id, is_refund DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_merchant ON card_transaction (receiver_id, merchant_key, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_merchant_down ON card_transaction (receiver_id, merchant_key DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_amount ON card_transaction (receiver_id, amount_cents, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_amount_down ON card_transaction (receiver_id, amount_cents DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_repayment_date ON card_transaction (receiver_id, repayment_date, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_by_repayment_date_down ON card_transaction (receiver_id, repayment_date DESC, created_at DESC, token COLLATE "C") WHERE is_counted;
CREATE INDEX card_transaction_of_card ON card_transaction (receiver_id, card_token, created_at);
-- The spending of a month by anything that stands in it, and the charges of a merchant, are read from these alone.
CREATE INDEX card_transaction_by_month ON card_transaction (receiver_id, created_at)
  INCLUDE (merchant, merchant_category_code, amount_cents, card_token) WHERE is_counted;
CREATE INDEX card_transaction_of_merchant ON card_transaction (receiver_id, merchant, created_at) INCLUDE (amount_cents, card_token) WHERE is_counted;

CREATE TABLE card_transaction_event (
  receiver_id uuid NOT NULL,
  transaction_token text NOT NULL,
  event_token text NOT NULL,
  type text NOT NULL,
  result text NOT NULL,
  amount_cents bigint NOT NULL,
  at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, transaction_token, event_token),
  FOREIGN KEY (receiver_id, transaction_token) REFERENCES card_transaction (receiver_id, token)
);

CREATE TABLE card_transaction_count (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  counted bigint NOT NULL CHECK (counted >= 0)
);

-- Figures that spending power, schedules and draws are made of, kept in the transaction that changes a card transaction.
CREATE TABLE card_day (
  receiver_id uuid NOT NULL REFERENCES receiver,
  card_token text NOT NULL,
  made_on date NOT NULL,
  repayment_date date NOT NULL,
  bought_cents bigint NOT NULL,
  returned_cents bigint NOT NULL,
  first_due_date date NOT NULL,
  instalments integer NOT NULL,
  cashback_basis_points integer NOT NULL,
  PRIMARY KEY (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points)
);

CREATE TABLE authorization_decision (
  receiver_id uuid NOT NULL REFERENCES receiver,
  transaction_token text NOT NULL,
  card_token text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents >= 0),
  merchant_descriptor text NOT NULL,
  result text NOT NULL,
  reason text,
  short_by_cents bigint CHECK (short_by_cents >= 0),
  answer jsonb NOT NULL,
  decided_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- One transaction can be asked about several times: a hotel adds a night, a rental a day. A decision belongs to one question,
  -- which these columns describe.
  number integer NOT NULL DEFAULT 0 CHECK (number >= 0),
  event_token text,
  kind text NOT NULL CHECK (kind IN ('purchase', 'credit', 'balance_inquiry')),
  cash_cents bigint NOT NULL DEFAULT 0 CHECK (cash_cents >= 0),
  merchant_category_code text,
  -- An approval reserves spending power until the issuer has reported its authorization, or says that there is none.
  is_open boolean NOT NULL DEFAULT false,
  merchant_country text,
  merchant_id text,
  -- The control that declined it, and the amounts and names at that moment.
  control_detail jsonb,
  PRIMARY KEY (receiver_id, transaction_token, number)
);
CREATE INDEX authorization_decision_newest ON authorization_decision (receiver_id, decided_at DESC);
CREATE INDEX authorization_decision_open ON authorization_decision (receiver_id, transaction_token) INCLUDE (amount_cents, decided_at) WHERE is_open;
CREATE INDEX authorization_decision_open_of_card ON authorization_decision (receiver_id, card_token) INCLUDE (amount_cents, decided_at) WHERE is_open;

CREATE TABLE store_transaction (
  receiver_id uuid NOT NULL REFERENCES receiver,
  source text NOT NULL CHECK (source IN ('rutter', 'shopify', 'bigcommerce')),
  external_id text NOT NULL CHECK (external_id <> ''),
  order_id text,
  type text NOT NULL,
  status text NOT NULL,
  payment_method_type text,
  gateway text,
  amount_cents bigint NOT NULL,
  currency text NOT NULL DEFAULT 'USD',
  search_text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, source, external_id)
);
CREATE INDEX store_transaction_newest ON store_transaction (receiver_id, created_at DESC, external_id DESC) INCLUDE (type, status, amount_cents);
CREATE INDEX store_transaction_order ON store_transaction (receiver_id, source, order_id) WHERE order_id IS NOT NULL;
-- What went back to buyers, and the sales that a store marks as refunded: few rows, which spending power asks for apart
-- from the many.
CREATE INDEX store_transaction_refunds ON store_transaction (receiver_id, created_at) INCLUDE (status, amount_cents, order_id) WHERE type = 'refund';
CREATE INDEX store_transaction_refunded ON store_transaction (receiver_id, created_at) INCLUDE (order_id) WHERE type = 'sale' AND status = 'refunded';
CREATE INDEX store_transaction_search ON store_transaction USING gin (receiver_id, search_text gin_trgm_ops) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_date ON store_transaction (receiver_id, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (search_text, type, amount_cents, status) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_date_up ON store_transaction (receiver_id, created_at, source COLLATE "C", external_id COLLATE "C")
  WHERE status <> 'failure';
CREATE INDEX store_transaction_by_type ON store_transaction (receiver_id, in_words(type) COLLATE "C", created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (type) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_type_down ON store_transaction (receiver_id, in_words(type) COLLATE "C" DESC, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (type) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_amount ON store_transaction (receiver_id, amount_cents, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  WHERE status <> 'failure';
CREATE INDEX store_transaction_by_amount_down ON store_transaction (receiver_id, amount_cents DESC, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  WHERE status <> 'failure';
CREATE INDEX store_transaction_by_status ON store_transaction (receiver_id, in_words(status) COLLATE "C", created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (status) WHERE status <> 'failure';
CREATE INDEX store_transaction_by_status_down ON store_transaction (receiver_id, in_words(status) COLLATE "C" DESC, created_at DESC, source COLLATE "C", external_id COLLATE "C")
  INCLUDE (status) WHERE status <> 'failure';
-- Sales in another currency are few: this index names their currencies.
CREATE INDEX store_transaction_other_currency ON store_transaction (receiver_id, source, currency) INCLUDE (status) WHERE currency <> 'USD';

-- What a receiver's store sold and took back on one day (UTC), by type and status: spending power adds up ninety days
-- of a busy store from here, and looks at single transactions only on the days that a month begins or ends on.
CREATE TABLE sales_day (
  receiver_id uuid NOT NULL REFERENCES receiver,
  made_on date NOT NULL,
  type text NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL,
  counted bigint NOT NULL,
  -- Only sales in US dollars are added up. Those in another currency are counted apart, for the number of receivables alone.
  other_counted bigint NOT NULL DEFAULT 0,
  PRIMARY KEY (receiver_id, made_on, type, status)
);

-- ---------------------------------------------------------------------------------------------------------------
-- Money: ledger, statements, draws, payouts, repayments, spending power
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE ledger_transfer (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  debit_account text NOT NULL CHECK (debit_account IN ('owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments', 'payouts')),
  credit_account text NOT NULL CHECK (credit_account IN ('owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments', 'payouts')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  kind text NOT NULL CHECK (kind <> ''),
  external_id text NOT NULL CHECK (external_id <> ''),
  subject_id text NOT NULL CHECK (subject_id <> ''),
  at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, kind, external_id),
  UNIQUE (receiver_id, subject_id, external_id),
  CHECK (debit_account <> credit_account)
);
CREATE INDEX ledger_transfer_by_time ON ledger_transfer (receiver_id, at, id);
-- Statements and exports are read from the ledger, in the order in which it was written.
CREATE INDEX ledger_transfer_by_record ON ledger_transfer (receiver_id, recorded_at, subject_id);

CREATE TABLE ledger_balance (
  receiver_id uuid NOT NULL REFERENCES receiver,
  account text NOT NULL,
  balance_cents bigint NOT NULL,
  PRIMARY KEY (receiver_id, account)
);
-- Staff list the credits that nobody claims; only a few receivers have a credit at all.
CREATE INDEX ledger_balance_credit ON ledger_balance (receiver_id) WHERE account = 'owed' AND balance_cents < 0;

-- Until when a receiver's books are closed: what was recorded before was put in a statement or an export.
CREATE TABLE closed_books (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  until timestamptz(3) NOT NULL
);

-- One account statement for each month, numbered from 1. Amounts above 0 are owed.
CREATE TABLE account_statement (
  receiver_id uuid NOT NULL REFERENCES receiver,
  number integer NOT NULL CHECK (number > 0),
  month date NOT NULL CHECK (extract(day FROM month) = 1),
  opening_cents bigint NOT NULL,
  card_cents bigint NOT NULL,
  credit_cents bigint NOT NULL,
  closing_cents bigint NOT NULL,
  debited_cents bigint NOT NULL,
  card_count integer NOT NULL,
  credit_count integer NOT NULL,
  holder text NOT NULL,
  made_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, number),
  UNIQUE (receiver_id, month),
  CHECK (closing_cents = opening_cents + card_cents - credit_cents)
);

-- The rows of a statement as they were when it was made: what they are about may change its name later.
CREATE TABLE account_statement_row (
  receiver_id uuid NOT NULL,
  number integer NOT NULL,
  place integer NOT NULL CHECK (place > 0),
  entry_id text NOT NULL CHECK (entry_id <> ''),
  kind text NOT NULL CHECK (kind <> ''),
  is_card boolean NOT NULL,
  is_reversal boolean NOT NULL,
  descriptor text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  repayment_date date,
  posted_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, number, is_card, place),
  FOREIGN KEY (receiver_id, number) REFERENCES account_statement
);

CREATE TABLE draw (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  kind text NOT NULL DEFAULT 'scheduled' CHECK (kind IN ('scheduled', 'pay_now')),
  due_date date NOT NULL,
  attempt integer NOT NULL DEFAULT 1 CHECK (attempt >= 1),
  debit_date date NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents BETWEEN 1 AND 15000000),
  covers jsonb NOT NULL DEFAULT '[]',
  business_key text NOT NULL CHECK (business_key <> ''),
  provider_key uuid NOT NULL,
  status text NOT NULL DEFAULT 'planned' CHECK (status IN
    ('planned', 'sending', 'unknown', 'pending', 'posted', 'settled', 'funds_available', 'declined', 'failed', 'returned', 'cancelled')),
  bank_link_id uuid,
  authorization_id text,
  transfer_id text,
  failure_code text,
  failure_reason text,
  requested_by uuid,
  sent_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  updated_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  bank_account_id text,
  -- A failed amount belongs to its own draw and the retry of it; later draws leave it out. So that they can, a draw that fails keeps
  -- what was still owed of it and what had been credited by then.
  retry_of uuid,
  presentment integer NOT NULL DEFAULT 1 CHECK (presentment BETWEEN 1 AND 3),
  uncollected_cents bigint CHECK (uncollected_cents BETWEEN 0 AND amount_cents),
  credits_cents bigint,
  cashback_cents bigint,
  -- A due date is drawn in at most two parts, and may be drawn before it is due where the merchant chose so.
  part integer NOT NULL DEFAULT 1 CHECK (part IN (1, 2)),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, kind, due_date, attempt),
  UNIQUE (receiver_id, business_key),
  UNIQUE (receiver_id, provider_key),
  FOREIGN KEY (receiver_id, bank_link_id) REFERENCES bank_link (receiver_id, id),
  CHECK (status NOT IN ('pending', 'posted', 'settled', 'funds_available', 'returned') OR transfer_id IS NOT NULL),
  FOREIGN KEY (receiver_id, retry_of) REFERENCES draw (receiver_id, id),
  CHECK (retry_of IS NULL OR kind = 'scheduled'),
  CHECK (num_nulls(uncollected_cents, credits_cents, cashback_cents) IN (0, 3))
);
CREATE INDEX draw_transfer ON draw (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX draw_open ON draw (debit_date) WHERE status IN ('planned', 'sending', 'unknown');
CREATE UNIQUE INDEX draw_transfer_once ON draw (receiver_id, transfer_id) WHERE transfer_id IS NOT NULL;
-- A transfer whose answer was lost is known by the key that it carries.
CREATE INDEX draw_provider_key ON draw (provider_key);

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
  requested_by uuid,
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
CREATE INDEX credit_payout_provider_key ON credit_payout (provider_key);
CREATE UNIQUE INDEX credit_payout_one_open ON credit_payout (receiver_id) WHERE status IN ('planned', 'sending', 'unknown');
-- As of a draw: a transfer is once in a receiver's payouts, and is found by its id alone.
CREATE UNIQUE INDEX credit_payout_transfer_once ON credit_payout (receiver_id, transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX credit_payout_of_transfer ON credit_payout (transfer_id) WHERE transfer_id IS NOT NULL;

CREATE TABLE bank_transfer (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  provider_transfer_id text,
  draw_id uuid,
  name text NOT NULL,
  status text NOT NULL,
  amount_cents bigint NOT NULL CHECK (amount_cents <> 0),
  is_manual boolean NOT NULL DEFAULT false,
  transaction_type text CHECK (transaction_type IN ('statement_credit', 'chargeback', 'refund')),
  manual_reason text,
  made_by uuid,
  failure_code text,
  failure_reason text,
  expected_settlement_date date,
  settled_at timestamptz(3),
  search_text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- Each credit and each reversal of cashback is a row among the repayments, under the id of its ledger transfer, so that
  -- one booking is never two rows.
  cashback_due_date date,
  payout_id uuid,
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, provider_transfer_id),
  FOREIGN KEY (receiver_id, draw_id) REFERENCES draw (receiver_id, id),
  CHECK (is_manual = (transaction_type IS NOT NULL)),
  CHECK (is_manual = (provider_transfer_id IS NULL)),
  -- A row that staff enter names them and their reason; cashback is entered by nobody.
  CHECK (NOT is_manual OR (manual_reason IS NOT NULL AND (made_by IS NOT NULL) = (cashback_due_date IS NULL))),
  CONSTRAINT bank_transfer_cashback_check CHECK (
    CASE WHEN cashback_due_date IS NULL THEN name NOT IN ('Cashback', 'Cashback reversal')
    ELSE is_manual AND transaction_type = 'statement_credit' AND status = 'settled' AND settled_at = created_at AND draw_id IS NULL
      AND name = CASE WHEN amount_cents > 0 THEN 'Cashback' ELSE 'Cashback reversal' END END
  ),
  CONSTRAINT bank_transfer_payout_fkey FOREIGN KEY (receiver_id, payout_id) REFERENCES credit_payout (receiver_id, id),
  CONSTRAINT bank_transfer_payout_check CHECK (payout_id IS NULL OR (draw_id IS NULL AND amount_cents < 0 AND NOT is_manual))
);
CREATE INDEX bank_transfer_newest ON bank_transfer (receiver_id, created_at DESC, id DESC);
CREATE INDEX bank_transfer_provider ON bank_transfer (provider_transfer_id) WHERE provider_transfer_id IS NOT NULL;

CREATE TABLE bank_transfer_event (
  receiver_id uuid NOT NULL REFERENCES receiver,
  event_id bigint NOT NULL,
  provider_transfer_id text NOT NULL,
  type text NOT NULL,
  failure_code text,
  failure_reason text,
  at timestamptz(3) NOT NULL,
  -- What an event says of its transfer.
  direction text CHECK (direction IN ('debit', 'credit')),
  amount_cents bigint CHECK (amount_cents > 0),
  PRIMARY KEY (receiver_id, event_id)
);
CREATE INDEX bank_transfer_event_transfer ON bank_transfer_event (receiver_id, provider_transfer_id, event_id);

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
  -- Staff settle a transfer of no customer, so that it leaves their list; it is stored and logged no second time.
  resolved_at timestamptz(3),
  -- The key that the transfer carries: after a restore, the draw or payout that is planned anew under it takes the transfer over.
  key text,
  PRIMARY KEY (provider, transfer_id)
);

CREATE TABLE reconciliation_difference (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  provider text NOT NULL,
  subject text NOT NULL,
  external_id text NOT NULL,
  ours jsonb,
  theirs jsonb,
  found_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  resolved_at timestamptz(3),
  PRIMARY KEY (receiver_id, id)
);
CREATE UNIQUE INDEX reconciliation_difference_open ON reconciliation_difference (receiver_id, provider, subject, external_id) WHERE resolved_at IS NULL;

-- When each receiver's data were last compared in full with the providers.
CREATE TABLE receiver_comparison (
  receiver_id uuid PRIMARY KEY REFERENCES receiver (id),
  compared_at timestamptz(3) NOT NULL
);

CREATE TABLE spending_power_snapshot (
  receiver_id uuid NOT NULL,
  id uuid NOT NULL DEFAULT uuidv7(),
  total_cents bigint NOT NULL CHECK (total_cents >= 0),
  outstanding_cents bigint NOT NULL,
  available_cents bigint NOT NULL CHECK (available_cents >= 0),
  inputs jsonb NOT NULL,
  terms jsonb NOT NULL,
  cause text NOT NULL,
  taken_at timestamptz(3) NOT NULL
) PARTITION BY RANGE (taken_at);
CREATE TABLE spending_power_snapshot_old PARTITION OF spending_power_snapshot (PRIMARY KEY (receiver_id, id)) FOR VALUES FROM (MINVALUE) TO (MAXVALUE);
CREATE INDEX spending_power_snapshot_newest ON spending_power_snapshot (receiver_id, taken_at DESC, id DESC);

CREATE TABLE spending_power_override (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  override_cents bigint CHECK (override_cents >= 0),
  expires_at timestamptz(3),
  reason text NOT NULL CHECK (reason <> ''),
  set_by uuid NOT NULL,
  set_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, id)
);
CREATE INDEX spending_power_override_newest ON spending_power_override (receiver_id, set_at DESC);

-- ---------------------------------------------------------------------------------------------------------------
-- What was done, by whom, and what was sent
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE audit_log (
  receiver_id uuid NOT NULL REFERENCES receiver,
  sequence bigint NOT NULL DEFAULT 0,
  at timestamptz(3) NOT NULL DEFAULT headway_now(),
  actor_id uuid,
  actor_email text,
  actor_role text NOT NULL CHECK (actor_role IN ('merchant', 'support', 'admin', 'system')),
  action text NOT NULL CHECK (action <> ''),
  outcome text NOT NULL DEFAULT 'done' CHECK (outcome IN ('begun', 'done', 'refused', 'failed')),
  reason text,
  details jsonb NOT NULL DEFAULT '{}',
  masquerade_id uuid,
  request_id text,
  ip_address text,
  user_agent text,
  previous_hash text NOT NULL DEFAULT '',
  hash text NOT NULL DEFAULT '',
  PRIMARY KEY (receiver_id, sequence),
  CHECK ((actor_id IS NULL) = (actor_role = 'system'))
);
CREATE INDEX audit_log_actor ON audit_log (actor_id, at DESC);

CREATE TABLE masquerade_session (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  staff_id uuid NOT NULL,
  started_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  ip_address text,
  user_agent text,
  PRIMARY KEY (receiver_id, id),
  CHECK (staff_id <> receiver_id),
  CHECK (expires_at > started_at AND expires_at <= started_at + interval '60 minutes')
);
CREATE UNIQUE INDEX masquerade_session_one_open ON masquerade_session (receiver_id, staff_id) WHERE ended_at IS NULL;
CREATE INDEX masquerade_session_of_staff ON masquerade_session (staff_id) WHERE ended_at IS NULL;

CREATE TABLE staff_note (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  author_id uuid NOT NULL,
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, id)
);

CREATE TABLE timeline_event (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  at timestamptz(3) NOT NULL DEFAULT headway_now(),
  kind text NOT NULL CHECK (kind <> ''),
  details jsonb NOT NULL DEFAULT '{}',
  PRIMARY KEY (receiver_id, id)
);
CREATE INDEX timeline_event_newest ON timeline_event (receiver_id, at DESC, id DESC);

CREATE TABLE email_sent (
  receiver_id uuid NOT NULL REFERENCES receiver,
  kind text NOT NULL,
  dedupe_key text NOT NULL,
  sent_to text NOT NULL,
  subject text NOT NULL,
  message_id text,
  claimed_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  sent_at timestamptz(3),
  PRIMARY KEY (receiver_id, kind, dedupe_key)
);
CREATE INDEX email_sent_newest ON email_sent (receiver_id, claimed_at DESC);

-- Who is told of what by which way. A person is `owner` (the one who opened the account), the id of a member of its team, or
-- `account` for what all of them share: its Slack.
CREATE TABLE alert_choice (
  receiver_id uuid NOT NULL REFERENCES receiver,
  person text NOT NULL CHECK (person <> ''),
  event text NOT NULL CHECK (event <> ''),
  channel text NOT NULL CHECK (channel IN ('mail', 'push', 'slack')),
  is_on boolean NOT NULL,
  PRIMARY KEY (receiver_id, person, event, channel)
);

-- The hours at which push and Slack may not disturb a person, and the hour of their digest, by a clock of their choice.
CREATE TABLE alert_hours (
  receiver_id uuid NOT NULL REFERENCES receiver,
  person text NOT NULL CHECK (person <> ''),
  quiet_from integer CHECK (quiet_from BETWEEN 0 AND 23),
  quiet_until integer CHECK (quiet_until BETWEEN 0 AND 23),
  digest_hour integer CHECK (digest_hour BETWEEN 0 AND 23),
  time_zone text CHECK (time_zone <> ''),
  PRIMARY KEY (receiver_id, person),
  CHECK (num_nulls(quiet_from, quiet_until) IN (0, 2)),
  CHECK (quiet_from <> quiet_until)
);

-- A browser of a person that takes push messages, by the address that its push service gave it.
CREATE TABLE push_subscription (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  person text NOT NULL CHECK (person <> ''),
  -- The address is a secret: whoever has it can send. It is found again by its hash.
  endpoint_hash text NOT NULL,
  endpoint_encrypted encrypted NOT NULL CHECK (endpoint_encrypted <> ''),
  p256dh text NOT NULL CHECK (p256dh ~ '^[A-Za-z0-9_-]{80,100}$'),
  auth text NOT NULL CHECK (auth ~ '^[A-Za-z0-9_-]{16,32}$'),
  service text NOT NULL CHECK (service <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  last_sent_at timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, person, endpoint_hash)
);

-- The incoming webhook of the account's Slack.
CREATE TABLE slack_webhook (
  receiver_id uuid PRIMARY KEY REFERENCES receiver,
  url_encrypted encrypted NOT NULL CHECK (url_encrypted <> ''),
  label text NOT NULL CHECK (length(label) BETWEEN 1 AND 80),
  connected_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- The member of the team who connected the account's Slack; null for the person who opened the account. It ends with their rights.
  connected_by uuid
);

-- Every alert beside the owner's mail: one for each fact, way and person or device. It is claimed before it is sent.
CREATE TABLE alert_sent (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  kind text NOT NULL CHECK (kind <> ''),
  -- What the letter is about, and the same without the person whom it tells.
  about text NOT NULL,
  fact text NOT NULL,
  channel text NOT NULL CHECK (channel IN ('mail', 'push', 'slack')),
  person text NOT NULL CHECK (person <> ''),
  -- The device of a push message.
  subscription_id uuid,
  title text NOT NULL,
  body text NOT NULL,
  path text NOT NULL CHECK (path LIKE '/%'),
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  -- When it is to be sent, if not at once; and whether with others in one message.
  due_at timestamptz(3),
  is_digest boolean NOT NULL DEFAULT false,
  claimed_at timestamptz(3),
  sent_at timestamptz(3),
  -- When it was given up: nothing is to be said any more, or nobody is there to hear it.
  dropped_at timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  UNIQUE NULLS NOT DISTINCT (receiver_id, kind, fact, channel, person, subscription_id),
  CHECK ((channel = 'push') = (subscription_id IS NOT NULL)),
  CHECK (NOT is_digest OR due_at IS NOT NULL)
);
-- Those that wait for their time, across receivers.
CREATE INDEX alert_sent_waiting ON alert_sent (due_at) WHERE due_at IS NOT NULL AND sent_at IS NULL AND dropped_at IS NULL;
-- Alerts are found by the time at which they were made, to be deleted.
CREATE INDEX alert_sent_made ON alert_sent (created_at);

CREATE TABLE report_export (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  format text NOT NULL,
  start_at timestamptz(3) NOT NULL,
  end_at timestamptz(3) NOT NULL,
  row_count integer NOT NULL CHECK (row_count >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  PRIMARY KEY (receiver_id, id),
  CHECK (start_at < end_at)
);
CREATE INDEX report_export_newest ON report_export (receiver_id, format, end_at DESC);

-- ---------------------------------------------------------------------------------------------------------------
-- Upkeep
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE idempotency_key (
  receiver_id uuid NOT NULL REFERENCES receiver,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  operation text NOT NULL,
  body_hash text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'answered')),
  answer_status integer CHECK (answer_status BETWEEN 100 AND 599),
  answer_body jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT headway_now(),
  locked_until timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, key),
  CHECK ((state = 'answered') = (answer_status IS NOT NULL))
);
CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at);

-- How far each planner has come with queueing a job for every receiver, and which process does it now.
CREATE TABLE planner_run (
  planner text PRIMARY KEY,
  job_id uuid NOT NULL,
  holder uuid NOT NULL,
  after_receiver_id uuid,
  leased_until timestamptz(3) NOT NULL,
  -- When the present run of a planner began, and when the last one that came to its end did: all that had changed by then is planned.
  began_at timestamptz(3) NOT NULL,
  planned_until timestamptz(3)
);

-- The shape that rate-limiter-flexible reads and writes. Unlogged: counting waits for no disk, and after a crash it may
-- begin anew.
CREATE UNLOGGED TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limit_expiry ON rate_limit (expire);

-- ---------------------------------------------------------------------------------------------------------------
-- Rows that may only be added, and what of a row never changes
-- ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END $$;

CREATE TRIGGER ledger_transfer_append_only BEFORE UPDATE OR DELETE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_statement_append_only BEFORE UPDATE OR DELETE ON account_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_statement_row_append_only BEFORE UPDATE OR DELETE ON account_statement_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_version_append_only BEFORE UPDATE OR DELETE ON agreement_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_acceptance_append_only BEFORE UPDATE OR DELETE ON agreement_acceptance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER debit_authorization_append_only BEFORE DELETE ON debit_authorization FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- A trigger for TRUNCATE stands alone: where a table is spread over several servers, its parts get no trigger that is also for TRUNCATE.
CREATE TRIGGER ledger_transfer_never_emptied BEFORE TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_statement_never_emptied BEFORE TRUNCATE ON account_statement FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER account_statement_row_never_emptied BEFORE TRUNCATE ON account_statement_row FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_version_never_emptied BEFORE TRUNCATE ON agreement_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_acceptance_never_emptied BEFORE TRUNCATE ON agreement_acceptance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER debit_authorization_never_emptied BEFORE TRUNCATE ON debit_authorization FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_never_emptied BEFORE TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

CREATE FUNCTION refuse_change_but_ending() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF OLD.ended_at IS NOT NULL
    OR to_jsonb(NEW) - '{ended_at,ended_reason,ended_code}'::text[] <> to_jsonb(OLD) - '{ended_at,ended_reason,ended_code}'::text[] THEN
    RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER debit_authorization_only_ends BEFORE UPDATE ON debit_authorization FOR EACH ROW EXECUTE FUNCTION refuse_change_but_ending();

CREATE FUNCTION refuse_change_of_terms() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'the terms of a purchase are never changed';
END $$;
CREATE TRIGGER card_transaction_terms_kept BEFORE UPDATE OF cashback_basis_points, instalments, first_instalment_date ON card_transaction
  FOR EACH ROW WHEN ((OLD.cashback_basis_points, OLD.instalments, OLD.first_instalment_date)
    IS DISTINCT FROM (NEW.cashback_basis_points, NEW.instalments, NEW.first_instalment_date))
  EXECUTE FUNCTION refuse_change_of_terms();

-- What stands in a file that was downloaded never changes afterwards: a later change is a later row.
CREATE TRIGGER bank_transfer_cashback_append_only BEFORE UPDATE OR DELETE ON bank_transfer
  FOR EACH ROW WHEN (OLD.cashback_due_date IS NOT NULL) EXECUTE FUNCTION refuse_change();

-- Nothing is ever recorded in a time that is closed, whatever the clock of its process says: it comes right after.
CREATE FUNCTION record_after_closing() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.recorded_at := greatest(NEW.recorded_at, (SELECT until FROM closed_books WHERE receiver_id = NEW.receiver_id));
  RETURN NEW;
END $$;
CREATE TRIGGER ledger_transfer_after_closing BEFORE INSERT ON ledger_transfer FOR EACH ROW EXECUTE FUNCTION record_after_closing();

-- ---------------------------------------------------------------------------------------------------------------
-- Figures that follow from rows, kept in the transaction that adds the rows, so that reading them costs nothing however many rows
-- there are. In the order of the keys, so that two writers never wait for each other in a circle.
-- ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION add_to_ledger_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO ledger_balance AS balance (receiver_id, account, balance_cents)
  SELECT receiver_id, account, sum(change_cents)
  FROM (
    SELECT receiver_id, debit_account AS account, amount_cents AS change_cents FROM added
    UNION ALL
    SELECT receiver_id, credit_account, -amount_cents FROM added
  ) change
  GROUP BY receiver_id, account
  ORDER BY receiver_id, account
  ON CONFLICT (receiver_id, account) DO UPDATE SET balance_cents = balance.balance_cents + excluded.balance_cents;
  RETURN NULL;
END $$;
CREATE TRIGGER ledger_transfer_balance AFTER INSERT ON ledger_transfer
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION add_to_ledger_balance();

CREATE FUNCTION count_card_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO card_transaction_count AS total (receiver_id, counted)
    SELECT receiver_id, count(*) FILTER (WHERE is_counted) FROM added GROUP BY receiver_id ORDER BY receiver_id
    ON CONFLICT (receiver_id) DO UPDATE SET counted = total.counted + excluded.counted;
  ELSE
    UPDATE card_transaction_count total SET counted = total.counted + change.counted
    FROM (
      SELECT receiver_id, sum(one) AS counted
      FROM (SELECT receiver_id, 1 AS one FROM added WHERE is_counted UNION ALL SELECT receiver_id, -1 FROM removed WHERE is_counted) each
      GROUP BY receiver_id HAVING sum(one) <> 0 ORDER BY receiver_id
    ) change
    WHERE total.receiver_id = change.receiver_id;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_transaction_added AFTER INSERT ON card_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_card_transactions();
CREATE TRIGGER card_transaction_changed AFTER UPDATE ON card_transaction
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_card_transactions();

CREATE FUNCTION uncount_card_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE card_transaction_count total SET counted = total.counted - change.counted
  FROM (SELECT receiver_id, count(*) AS counted FROM removed WHERE is_counted GROUP BY receiver_id ORDER BY receiver_id) change
  WHERE total.receiver_id = change.receiver_id;
  RETURN NULL;
END $$;
CREATE TRIGGER card_transaction_removed AFTER DELETE ON card_transaction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION uncount_card_transactions();

CREATE FUNCTION keep_card_day() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'INSERT' THEN
    INSERT INTO card_day AS day (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points,
      bought_cents, returned_cents)
    SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date, coalesce(first_instalment_date, repayment_date),
      instalments, cashback_basis_points, sum(greatest(amount_cents, 0)), sum(greatest(-amount_cents, 0))
    FROM added WHERE is_counted GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points)
    DO UPDATE SET bought_cents = day.bought_cents + excluded.bought_cents, returned_cents = day.returned_cents + excluded.returned_cents;
  ELSIF TG_OP = 'DELETE' THEN
    UPDATE card_day day SET bought_cents = day.bought_cents - gone.bought_cents, returned_cents = day.returned_cents - gone.returned_cents
    FROM (
      SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date AS made_on, repayment_date,
        coalesce(first_instalment_date, repayment_date) AS first_due_date, instalments, cashback_basis_points,
        sum(greatest(amount_cents, 0)) AS bought_cents, sum(greatest(-amount_cents, 0)) AS returned_cents
      FROM removed WHERE is_counted GROUP BY 1, 2, 3, 4, 5, 6, 7 ORDER BY 1, 2, 3, 4, 5, 6, 7
    ) gone
    WHERE (day.receiver_id, day.card_token, day.made_on, day.repayment_date, day.first_due_date, day.instalments, day.cashback_basis_points)
      = (gone.receiver_id, gone.card_token, gone.made_on, gone.repayment_date, gone.first_due_date, gone.instalments, gone.cashback_basis_points);
  ELSE
    INSERT INTO card_day AS day (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points,
      bought_cents, returned_cents)
    SELECT receiver_id, card_token, (created_at AT TIME ZONE 'UTC')::date, repayment_date, coalesce(first_instalment_date, repayment_date),
      instalments, cashback_basis_points, sum(sign * greatest(amount_cents, 0)), sum(sign * greatest(-amount_cents, 0))
    FROM (
      SELECT receiver_id, card_token, created_at, repayment_date, first_instalment_date, instalments, cashback_basis_points, amount_cents, 1 AS sign
      FROM added WHERE is_counted
      UNION ALL
      SELECT receiver_id, card_token, created_at, repayment_date, first_instalment_date, instalments, cashback_basis_points, amount_cents, -1
      FROM removed WHERE is_counted
    ) change
    GROUP BY 1, 2, 3, 4, 5, 6, 7
    HAVING sum(sign * greatest(amount_cents, 0)) <> 0 OR sum(sign * greatest(-amount_cents, 0)) <> 0
    ORDER BY 1, 2, 3, 4, 5, 6, 7
    ON CONFLICT (receiver_id, card_token, made_on, repayment_date, first_due_date, instalments, cashback_basis_points)
    DO UPDATE SET bought_cents = day.bought_cents + excluded.bought_cents, returned_cents = day.returned_cents + excluded.returned_cents;
  END IF;
  RETURN NULL;
END $$;
CREATE TRIGGER card_transaction_day_added AFTER INSERT ON card_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_card_day();
CREATE TRIGGER card_transaction_day_changed AFTER UPDATE ON card_transaction
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_card_day();
CREATE TRIGGER card_transaction_day_removed AFTER DELETE ON card_transaction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_card_day();

CREATE FUNCTION keep_sales_day() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  gained CONSTANT text := 'SELECT receiver_id, created_at, type, status, amount_cents, currency = ''USD'' AS counts, 1 AS change FROM added';
  lost CONSTANT text := 'SELECT receiver_id, created_at, type, status, amount_cents, currency = ''USD'' AS counts, -1 AS change FROM removed';
BEGIN
  -- In the order of the keys, so that two writers never wait for each other in a circle.
  EXECUTE format($statement$
    INSERT INTO sales_day AS day (receiver_id, made_on, type, status, amount_cents, counted, other_counted)
    SELECT receiver_id, made_on, type, status, amount_cents, counted, other_counted
    FROM (
      SELECT receiver_id, (created_at AT TIME ZONE 'UTC')::date AS made_on, type, status,
        coalesce(sum(change * amount_cents) FILTER (WHERE counts), 0) AS amount_cents,
        coalesce(sum(change) FILTER (WHERE counts), 0) AS counted, coalesce(sum(change) FILTER (WHERE NOT counts), 0) AS other_counted
      FROM (%s) changed
      GROUP BY 1, 2, 3, 4
    ) by_day
    WHERE amount_cents <> 0 OR counted <> 0 OR other_counted <> 0 ORDER BY 1, 2, 3, 4
    ON CONFLICT (receiver_id, made_on, type, status) DO UPDATE SET
      amount_cents = day.amount_cents + excluded.amount_cents, counted = day.counted + excluded.counted,
      other_counted = day.other_counted + excluded.other_counted$statement$,
    CASE TG_OP WHEN 'INSERT' THEN gained WHEN 'DELETE' THEN lost ELSE gained || ' UNION ALL ' || lost END);
  RETURN NULL;
END $$;
CREATE TRIGGER store_transaction_day_added AFTER INSERT ON store_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_day();
CREATE TRIGGER store_transaction_day_changed AFTER UPDATE ON store_transaction
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_day();
CREATE TRIGGER store_transaction_day_removed AFTER DELETE ON store_transaction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION keep_sales_day();

-- ---------------------------------------------------------------------------------------------------------------
-- The audit log's chain: every row carries the hash of the one before of the same receiver. A chain over all receivers would make
-- every writer wait for every other.
-- ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION audit_log_hash(entry audit_log) RETURNS text LANGUAGE sql STABLE AS $$
  SELECT encode(sha256(convert_to(
    jsonb_build_array(
      entry.previous_hash, entry.receiver_id, entry.sequence, extract(epoch FROM entry.at), entry.actor_id, entry.actor_email, entry.actor_role,
      entry.action, entry.outcome, entry.reason, entry.details, entry.masquerade_id, entry.request_id, entry.ip_address, entry.user_agent
    )::text, 'UTF8')), 'hex')
$$;

CREATE FUNCTION chain_audit_log() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  latest audit_log;
BEGIN
  PERFORM pg_advisory_xact_lock(hashtextextended('audit_log:' || NEW.receiver_id, 0));
  SELECT * INTO latest FROM audit_log WHERE receiver_id = NEW.receiver_id ORDER BY sequence DESC LIMIT 1;
  NEW.sequence := coalesce(latest.sequence, 0) + 1;
  NEW.previous_hash := coalesce(latest.hash, repeat('0', 64));
  NEW.hash := audit_log_hash(NEW);
  RETURN NEW;
END $$;
CREATE TRIGGER audit_log_chain BEFORE INSERT ON audit_log FOR EACH ROW EXECUTE FUNCTION chain_audit_log();

-- ---------------------------------------------------------------------------------------------------------------
-- Columns that follow from other rows
-- ---------------------------------------------------------------------------------------------------------------

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
    INTO bank_status FROM bank_link WHERE receiver_id = record.id AND unlinked_at IS NULL AND role = 'main' LIMIT 1;
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

CREATE FUNCTION keep_predecessors() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.predecessors := array_append((SELECT predecessors FROM card WHERE receiver_id = NEW.receiver_id AND token = NEW.successor_of), NEW.successor_of);
  RETURN NEW;
END $$;
CREATE TRIGGER card_predecessors BEFORE INSERT OR UPDATE OF successor_of ON card
FOR EACH ROW WHEN (NEW.successor_of IS NOT NULL) EXECUTE FUNCTION keep_predecessors();

-- Only an operator of the database sets the flags of staff, by a statement of their own: so the database ends the views.
CREATE FUNCTION end_masquerades_of_former_staff() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE masquerade_session SET ended_at = headway_now() WHERE staff_id = NEW.id AND ended_at IS NULL;
  RETURN NULL;
END $$;
CREATE TRIGGER receiver_former_staff AFTER UPDATE OF admin, support ON receiver FOR EACH ROW
  WHEN ((OLD.admin AND NOT NEW.admin) OR (OLD.support AND NOT NEW.support))
  EXECUTE FUNCTION end_masquerades_of_former_staff();

-- ---------------------------------------------------------------------------------------------------------------
-- Partitions by time. An old one is dropped as a whole, which costs the same however many rows it has. Their names tell since when they
-- hold rows, such as webhook_inbox_20261207. The newest has no end, so that every row finds a place also when no worker has made
-- partitions for weeks. The oldest, `…_old`, has no beginning, and takes the rows that stay of partitions that are dropped.
--
-- A unique key of all partitions would have to contain the time, and would hold nothing: each partition has a key of its own. Nor is
-- there a foreign key to the receiver: to divide a table that has one, the database locks all receivers against everybody.
--
-- The upkeep job calls the functions. They run with the rights of the tables' owner, which the product's role has not, and wait for
-- locks no longer than others can wait behind them.
-- ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION leave_out_seen_webhook() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO webhook_seen (provider, event_id, received_at) VALUES (NEW.provider, NEW.event_id, NEW.received_at) ON CONFLICT DO NOTHING;
  -- A row of the same instant is the row itself, moved between partitions; or another, which the key of the partition refuses.
  IF NOT FOUND AND NOT EXISTS (
    SELECT FROM webhook_seen WHERE provider = NEW.provider AND event_id = NEW.event_id AND received_at = NEW.received_at
  ) THEN
    RETURN NULL;
  END IF;
  -- What was never handled and is older than what is remembered here.
  IF EXISTS (SELECT FROM webhook_inbox_old WHERE provider = NEW.provider AND event_id = NEW.event_id AND received_at <> NEW.received_at) THEN
    RETURN NULL;
  END IF;
  RETURN NEW;
END $$;
CREATE TRIGGER leave_out_seen_webhook BEFORE INSERT ON webhook_inbox FOR EACH ROW EXECUTE FUNCTION leave_out_seen_webhook();

-- Returns the column by whose time a table is partitioned. Refuses a table that is not.
CREATE FUNCTION partition_time(parent text) RETURNS text LANGUAGE plpgsql STABLE SET search_path = public, pg_temp AS $$
DECLARE by_time text;
BEGIN
  SELECT attname INTO by_time FROM pg_partitioned_table JOIN pg_attribute ON attrelid = partrelid AND attnum = partattrs[0]
  WHERE partrelid = to_regclass(quote_ident(parent)) AND partstrat = 'r' AND to_regclass(quote_ident(parent || '_old')) IS NOT NULL;
  IF by_time IS NULL THEN RAISE EXCEPTION '% is not partitioned by time', parent; END IF;
  RETURN by_time;
END $$;

-- Returns the partitions of a table with the days since which they hold rows, the oldest first; null is the day of `…_old`.
CREATE FUNCTION partitions_of(parent text) RETURNS TABLE (name text, begins date) LANGUAGE sql STABLE SET search_path = public, pg_temp AS $$
  SELECT relname::text, to_date(substring(relname FROM '_(\d{8})$'), 'YYYYMMDD')
  FROM pg_inherits JOIN pg_class ON pg_class.oid = inhrelid WHERE inhparent = to_regclass(quote_ident(parent))
  ORDER BY 2 NULLS FIRST;
$$;

-- Has a partition take no row from a day on. What it has already is read by prove_partition_end, while others read and write.
CREATE FUNCTION announce_partition_end(parent text, partition text, ends date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partitions_of(parent) WHERE name = partition) THEN RAISE EXCEPTION '% is no partition of %', partition, parent; END IF;
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS ends, ADD CONSTRAINT ends CHECK (%I < %L) NOT VALID',
    partition, partition_time(parent), ends::timestamptz);
END $$;

CREATE FUNCTION prove_partition_end(parent text, partition text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
BEGIN
  IF NOT EXISTS (SELECT FROM partitions_of(parent) WHERE name = partition) THEN RAISE EXCEPTION '% is no partition of %', partition, parent; END IF;
  EXECUTE format('ALTER TABLE %I VALIDATE CONSTRAINT ends', partition);
END $$;

-- Ends the newest partition before a day, and begins another. Rows from that day on, of a clock that was wrong, go over to it.
CREATE FUNCTION begin_partition(parent text, begins date) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  by_time text := partition_time(parent);
  added text := parent || to_char(begins, '_YYYYMMDD');
  newest record;
BEGIN
  EXECUTE format('LOCK TABLE ONLY %I IN SHARE UPDATE EXCLUSIVE MODE', parent);
  SELECT * INTO newest FROM partitions_of(parent) AS of_parent ORDER BY of_parent.begins DESC NULLS LAST LIMIT 1;
  IF begins <= newest.begins THEN RAISE EXCEPTION '% has a partition from %', parent, newest.begins; END IF;
  EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', added, parent);
  EXECUTE format('ALTER TABLE %I ADD %s', added, (
    SELECT pg_get_constraintdef(oid) FROM pg_constraint WHERE conrelid = to_regclass(quote_ident(parent || '_old')) AND contype = 'p'));
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, newest.name);
  IF NOT EXISTS (SELECT FROM pg_constraint WHERE conrelid = to_regclass(quote_ident(newest.name)) AND conname = 'ends' AND convalidated) THEN
    EXECUTE format('WITH later AS (DELETE FROM %I WHERE %I >= %L RETURNING *) INSERT INTO %I SELECT * FROM later',
      newest.name, by_time, begins::timestamptz, added);
  END IF;
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%s) TO (%L)', parent, newest.name,
    coalesce(quote_literal(newest.begins::timestamptz), 'MINVALUE'), begins::timestamptz);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS ends', newest.name);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (MAXVALUE)', parent, added, begins::timestamptz);
END $$;

-- Takes the oldest partition with a beginning out of a table, and has `…_old` take rows of its time. The end of that must be proven.
CREATE FUNCTION detach_partition(parent text, partition text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET timezone = 'UTC' SET lock_timeout = '500ms' AS $$
DECLARE
  dated date[] := ARRAY(SELECT of_parent.begins FROM partitions_of(parent) AS of_parent WHERE of_parent.begins IS NOT NULL);
BEGIN
  IF cardinality(dated) < 2 OR partition <> parent || to_char(dated[1], '_YYYYMMDD') THEN RAISE EXCEPTION '% cannot leave %', partition, parent; END IF;
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, parent || '_old');
  EXECUTE format('ALTER TABLE %I DETACH PARTITION %I', parent, partition);
  EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%L)', parent, parent || '_old', dated[2]::timestamptz);
  EXECUTE format('ALTER TABLE %I DROP CONSTRAINT IF EXISTS ends', parent || '_old');
END $$;

-- Drops what was a partition of a table.
CREATE FUNCTION drop_detached(parent text, partition text) RETURNS void
LANGUAGE plpgsql SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '500ms' AS $$
BEGIN
  IF partition_time(parent) IS NULL OR partition !~ ('^' || parent || '_\d{8}$')
    OR EXISTS (SELECT FROM pg_inherits WHERE inhrelid = to_regclass(quote_ident(partition)))
  THEN
    RAISE EXCEPTION '% was no partition of %', partition, parent;
  END IF;
  EXECUTE format('DROP TABLE %I', partition);
END $$;

-- The first partitions: as many ahead as the upkeep job keeps there.
DO $$
DECLARE
  today date := headway_now() AT TIME ZONE 'UTC';
  begins date;
BEGIN
  FOR begins IN SELECT generate_series(date_trunc('week', today) + interval '1 week', today + 35, '1 week') LOOP
    PERFORM begin_partition('webhook_inbox', begins);
  END LOOP;
  FOR begins IN SELECT generate_series(date_trunc('month', today) + interval '1 month', today + 93, '1 month') LOOP
    PERFORM begin_partition('spending_power_snapshot', begins);
  END LOOP;
END $$;

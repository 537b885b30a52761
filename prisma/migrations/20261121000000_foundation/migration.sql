-- The whole model. What a column means is told once, in schema.prisma; here stand the rules that the database itself
-- keeps: what must never be, what may only be added, and the indexes of the paths that are walked all day.
--
-- Rows that belong to a receiver begin their key with receiver_id, so that these tables can be distributed on that
-- column. The others (receiver itself and the look-ups that lead to one) are small and go to every node.

CREATE EXTENSION IF NOT EXISTS pg_trgm;

-- A value encrypted by db/secrets.ts: the id of its key, a colon, base64; or '' where there is none and a library wants
-- text. Plain text does not fit in such a column.
CREATE DOMAIN encrypted AS text CHECK (VALUE = '' OR VALUE ~ '^[\w.-]+:[A-Za-z0-9+/]+={0,2}$');

-- ---------------------------------------------------------------------------------------------------------------
-- Receivers and the look-ups that lead to one
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

  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),

  CHECK (spending_power_override_min <= spending_power_override_max),
  CHECK ((ein_encrypted IS NULL) = (ein_last_four IS NULL)),
  CHECK ((origin_platform = 'direct') = (origin_id IS NULL)),
  UNIQUE (whitelabel, email)
);
CREATE INDEX receiver_email ON receiver (email);
CREATE INDEX receiver_card_token ON receiver (lithic_card_token) WHERE lithic_card_token IS NOT NULL;
CREATE INDEX receiver_account_holder_token ON receiver (lithic_account_holder_token) WHERE lithic_account_holder_token IS NOT NULL;
CREATE INDEX receiver_account_token ON receiver (lithic_account_token) WHERE lithic_account_token IS NOT NULL;
CREATE INDEX receiver_staff_search ON receiver USING gin (email gin_trgm_ops, lower(business_name) gin_trgm_ops);

CREATE TABLE platform_account (
  platform text NOT NULL,
  external_id text NOT NULL CHECK (external_id <> ''),
  receiver_id uuid NOT NULL REFERENCES receiver,
  display_name text,
  linked_by text NOT NULL CHECK (linked_by IN ('first_hand_in', 'owner_confirmation')),
  linked_at timestamptz(3) NOT NULL DEFAULT now(),
  uninstalled_at timestamptz(3),
  PRIMARY KEY (platform, external_id)
);
CREATE INDEX platform_account_receiver ON platform_account (receiver_id);

CREATE TABLE bigcommerce_store (
  store_hash text PRIMARY KEY,
  receiver_id uuid REFERENCES receiver,
  access_token encrypted,
  scope text NOT NULL,
  account_uuid text,
  owner_user_id text NOT NULL,
  owner_email text NOT NULL,
  installed_at timestamptz(3) NOT NULL DEFAULT now(),
  uninstalled_at timestamptz(3),
  CHECK (uninstalled_at IS NULL OR access_token IS NULL)
);
CREATE INDEX bigcommerce_store_receiver ON bigcommerce_store (receiver_id);

CREATE TABLE bigcommerce_user (
  store_hash text NOT NULL REFERENCES bigcommerce_store,
  user_id text NOT NULL,
  email text NOT NULL,
  added_at timestamptz(3) NOT NULL DEFAULT now(),
  removed_at timestamptz(3),
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

CREATE TABLE hand_in_jti (
  issuer text NOT NULL,
  jti text NOT NULL,
  bound_to text,
  used_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (issuer, jti)
);
CREATE INDEX hand_in_jti_expiry ON hand_in_jti (expires_at);

CREATE TABLE launch_code (
  code_hash text PRIMARY KEY,
  receiver_id uuid NOT NULL REFERENCES receiver,
  session jsonb NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  used_at timestamptz(3),
  CHECK (expires_at > created_at AND expires_at <= created_at + interval '10 minutes')
);
CREATE INDEX launch_code_expiry ON launch_code (expires_at);

CREATE TABLE calendar_feed (
  token text PRIMARY KEY CHECK (length(token) >= 32),
  receiver_id uuid NOT NULL UNIQUE REFERENCES receiver,
  created_at timestamptz(3) NOT NULL DEFAULT now()
);

-- ---------------------------------------------------------------------------------------------------------------
-- Onboarding
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE agreement_version (
  program text NOT NULL,
  document text NOT NULL CHECK (document IN ('privacy_policy', 'terms_and_conditions', 'card_holders_agreement')),
  version text NOT NULL CHECK (version <> ''),
  markdown text NOT NULL CHECK (markdown <> ''),
  sha256 text NOT NULL CHECK (sha256 ~ '^[0-9a-f]{64}$'),
  published_at timestamptz(3) NOT NULL DEFAULT now(),
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
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
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
  uploaded_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, id),
  FOREIGN KEY (receiver_id, application_id) REFERENCES kyb_application (receiver_id, id)
);
CREATE INDEX kyb_document_application ON kyb_document (receiver_id, application_id);

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
  transactions_cursor text,
  last_synced_at timestamptz(3),
  linked_at timestamptz(3) NOT NULL DEFAULT now(),
  unlinked_at timestamptz(3),
  removed_at timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, handle),
  UNIQUE (receiver_id, item_id),
  CHECK (removed_at IS NULL OR (unlinked_at IS NOT NULL AND access_token IS NULL)),
  CHECK (removed_at IS NOT NULL OR access_token IS NOT NULL)
);
CREATE UNIQUE INDEX bank_link_one_current ON bank_link (receiver_id) WHERE unlinked_at IS NULL;
CREATE INDEX bank_link_item ON bank_link (item_id);

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
  linked_at timestamptz(3) NOT NULL DEFAULT now(),
  unlinked_at timestamptz(3),
  removed_at timestamptz(3),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, handle),
  UNIQUE (receiver_id, source, connection_id),
  CHECK (removed_at IS NULL OR (unlinked_at IS NOT NULL AND access_token IS NULL)),
  CHECK (removed_at IS NOT NULL OR source <> 'rutter' OR access_token IS NOT NULL)
);
CREATE UNIQUE INDEX commerce_link_one_current ON commerce_link (receiver_id, source) WHERE unlinked_at IS NULL;
CREATE INDEX commerce_link_connection ON commerce_link (connection_id);

-- ---------------------------------------------------------------------------------------------------------------
-- Calls to providers that have an effect, and what providers tell us
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
  created_at timestamptz(3) NOT NULL DEFAULT now(),
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
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (provider, stream)
);

CREATE TABLE webhook_inbox (
  provider text NOT NULL,
  event_id text NOT NULL,
  type text NOT NULL,
  receiver_id uuid REFERENCES receiver,
  body jsonb NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  handled_at timestamptz(3),
  attempts integer NOT NULL DEFAULT 0 CHECK (attempts >= 0),
  error text,
  PRIMARY KEY (provider, event_id)
);
CREATE INDEX webhook_inbox_unhandled ON webhook_inbox (received_at) WHERE handled_at IS NULL;
CREATE INDEX webhook_inbox_receiver ON webhook_inbox (receiver_id, received_at DESC) WHERE receiver_id IS NOT NULL;

-- ---------------------------------------------------------------------------------------------------------------
-- Card, transactions, transfers, sales: what the providers say, mirrored for tables and reports
-- ---------------------------------------------------------------------------------------------------------------

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
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, token)
);
CREATE INDEX card_token ON card (token);

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
  PRIMARY KEY (receiver_id, token)
);
CREATE INDEX card_transaction_token ON card_transaction (token);
CREATE INDEX card_transaction_newest ON card_transaction (receiver_id, created_at DESC, token DESC);
CREATE INDEX card_transaction_by_date ON card_transaction (receiver_id, created_at DESC, token DESC) WHERE is_counted;
CREATE INDEX card_transaction_by_amount ON card_transaction (receiver_id, amount_cents DESC, token DESC) WHERE is_counted;
CREATE INDEX card_transaction_by_merchant ON card_transaction (receiver_id, merchant_descriptor DESC, token DESC) WHERE is_counted;
CREATE INDEX card_transaction_by_repayment_date ON card_transaction (receiver_id, repayment_date DESC, token DESC) WHERE is_counted;

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
  decided_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, transaction_token)
);
CREATE INDEX authorization_decision_newest ON authorization_decision (receiver_id, decided_at DESC);

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

-- ---------------------------------------------------------------------------------------------------------------
-- Money: ledger, draws, repayments, spending power
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE ledger_transfer (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  debit_account text NOT NULL CHECK (debit_account IN ('owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments')),
  credit_account text NOT NULL CHECK (credit_account IN ('owed', 'pending', 'card_network', 'bank', 'cashback', 'adjustments')),
  amount_cents bigint NOT NULL CHECK (amount_cents > 0),
  kind text NOT NULL CHECK (kind <> ''),
  external_id text NOT NULL CHECK (external_id <> ''),
  subject_id text NOT NULL CHECK (subject_id <> ''),
  at timestamptz(3) NOT NULL,
  recorded_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, kind, external_id),
  UNIQUE (receiver_id, subject_id, external_id),
  CHECK (debit_account <> credit_account)
);
CREATE INDEX ledger_transfer_by_time ON ledger_transfer (receiver_id, at, id);

CREATE TABLE ledger_balance (
  receiver_id uuid NOT NULL REFERENCES receiver,
  account text NOT NULL,
  balance_cents bigint NOT NULL,
  PRIMARY KEY (receiver_id, account)
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
  requested_by uuid REFERENCES receiver,
  noticed_at timestamptz(3),
  sent_at timestamptz(3),
  finished_at timestamptz(3),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, kind, due_date, attempt),
  UNIQUE (receiver_id, business_key),
  UNIQUE (receiver_id, provider_key),
  FOREIGN KEY (receiver_id, bank_link_id) REFERENCES bank_link (receiver_id, id),
  CHECK (debit_date >= due_date OR kind = 'pay_now'),
  CHECK (status NOT IN ('pending', 'posted', 'settled', 'funds_available', 'returned') OR transfer_id IS NOT NULL)
);
CREATE INDEX draw_transfer ON draw (transfer_id) WHERE transfer_id IS NOT NULL;
CREATE INDEX draw_open ON draw (debit_date) WHERE status IN ('planned', 'sending', 'unknown');
CREATE UNIQUE INDEX draw_transfer_once ON draw (receiver_id, transfer_id) WHERE transfer_id IS NOT NULL;

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
  made_by uuid REFERENCES receiver,
  failure_code text,
  failure_reason text,
  expected_settlement_date date,
  settled_at timestamptz(3),
  search_text text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, id),
  UNIQUE (receiver_id, provider_transfer_id),
  FOREIGN KEY (receiver_id, draw_id) REFERENCES draw (receiver_id, id),
  CHECK (is_manual = (transaction_type IS NOT NULL)),
  CHECK (is_manual = (provider_transfer_id IS NULL)),
  CHECK (NOT is_manual OR (made_by IS NOT NULL AND manual_reason IS NOT NULL))
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
  PRIMARY KEY (receiver_id, event_id)
);
CREATE INDEX bank_transfer_event_transfer ON bank_transfer_event (receiver_id, provider_transfer_id, event_id);

CREATE TABLE spending_power_snapshot (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  total_cents bigint NOT NULL CHECK (total_cents >= 0),
  outstanding_cents bigint NOT NULL,
  available_cents bigint NOT NULL CHECK (available_cents >= 0),
  inputs jsonb NOT NULL,
  terms jsonb NOT NULL,
  cause text NOT NULL,
  taken_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, id)
);
CREATE INDEX spending_power_snapshot_newest ON spending_power_snapshot (receiver_id, taken_at DESC, id DESC);

CREATE TABLE spending_power_override (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  override_cents bigint CHECK (override_cents >= 0),
  expires_at timestamptz(3),
  reason text NOT NULL CHECK (reason <> ''),
  set_by uuid NOT NULL REFERENCES receiver,
  set_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, id)
);
CREATE INDEX spending_power_override_newest ON spending_power_override (receiver_id, set_at DESC);

CREATE TABLE reconciliation_difference (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  provider text NOT NULL,
  subject text NOT NULL,
  external_id text NOT NULL,
  ours jsonb,
  theirs jsonb,
  found_at timestamptz(3) NOT NULL DEFAULT now(),
  resolved_at timestamptz(3),
  PRIMARY KEY (receiver_id, id)
);
CREATE UNIQUE INDEX reconciliation_difference_open ON reconciliation_difference (receiver_id, provider, subject, external_id) WHERE resolved_at IS NULL;

-- ---------------------------------------------------------------------------------------------------------------
-- What was done, by whom, and what was sent
-- ---------------------------------------------------------------------------------------------------------------

CREATE TABLE audit_log (
  receiver_id uuid NOT NULL REFERENCES receiver,
  sequence bigint NOT NULL DEFAULT 0,
  at timestamptz(3) NOT NULL DEFAULT now(),
  actor_id uuid REFERENCES receiver,
  actor_email text,
  actor_role text NOT NULL CHECK (actor_role IN ('merchant', 'support', 'admin', 'system')),
  action text NOT NULL CHECK (action <> ''),
  outcome text NOT NULL DEFAULT 'done' CHECK (outcome IN ('done', 'refused')),
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
  staff_id uuid NOT NULL REFERENCES receiver,
  started_at timestamptz(3) NOT NULL DEFAULT now(),
  expires_at timestamptz(3) NOT NULL,
  ended_at timestamptz(3),
  ip_address text,
  user_agent text,
  PRIMARY KEY (receiver_id, id),
  CHECK (staff_id <> receiver_id),
  CHECK (expires_at > started_at AND expires_at <= started_at + interval '60 minutes')
);
CREATE UNIQUE INDEX masquerade_session_one_open ON masquerade_session (receiver_id, staff_id) WHERE ended_at IS NULL;

CREATE TABLE staff_note (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  author_id uuid NOT NULL REFERENCES receiver,
  text text NOT NULL CHECK (text <> ''),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, id)
);

CREATE TABLE timeline_event (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  at timestamptz(3) NOT NULL DEFAULT now(),
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
  claimed_at timestamptz(3) NOT NULL DEFAULT now(),
  sent_at timestamptz(3),
  PRIMARY KEY (receiver_id, kind, dedupe_key)
);
CREATE INDEX email_sent_newest ON email_sent (receiver_id, claimed_at DESC);

CREATE TABLE report_export (
  receiver_id uuid NOT NULL REFERENCES receiver,
  id uuid NOT NULL DEFAULT uuidv7(),
  format text NOT NULL,
  start_at timestamptz(3) NOT NULL,
  end_at timestamptz(3) NOT NULL,
  row_count integer NOT NULL CHECK (row_count >= 0),
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  PRIMARY KEY (receiver_id, id),
  CHECK (start_at < end_at)
);
CREATE INDEX report_export_newest ON report_export (receiver_id, format, end_at DESC);

CREATE TABLE idempotency_key (
  receiver_id uuid NOT NULL REFERENCES receiver,
  key text NOT NULL CHECK (length(key) BETWEEN 1 AND 255),
  operation text NOT NULL,
  body_hash text NOT NULL,
  state text NOT NULL DEFAULT 'running' CHECK (state IN ('running', 'answered')),
  answer_status integer CHECK (answer_status BETWEEN 100 AND 599),
  answer_headers jsonb,
  answer_body jsonb,
  created_at timestamptz(3) NOT NULL DEFAULT now(),
  locked_until timestamptz(3),
  expires_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, key),
  CHECK ((state = 'answered') = (answer_status IS NOT NULL))
);
CREATE INDEX idempotency_key_expiry ON idempotency_key (expires_at);

CREATE TABLE privacy_request (
  platform text NOT NULL,
  event_id text NOT NULL,
  topic text NOT NULL,
  store text NOT NULL,
  receiver_id uuid REFERENCES receiver,
  body jsonb NOT NULL,
  received_at timestamptz(3) NOT NULL DEFAULT now(),
  due_at timestamptz(3) NOT NULL,
  done_at timestamptz(3),
  PRIMARY KEY (platform, event_id)
);
CREATE INDEX privacy_request_open ON privacy_request (due_at) WHERE done_at IS NULL;

-- The shape that rate-limiter-flexible reads and writes. Unlogged: counting waits for no disk, and after a crash it may
-- begin anew.
CREATE UNLOGGED TABLE rate_limit (
  key varchar(255) PRIMARY KEY,
  points integer NOT NULL DEFAULT 0,
  expire bigint
);
CREATE INDEX rate_limit_expiry ON rate_limit (expire);

-- ---------------------------------------------------------------------------------------------------------------
-- Rows that may only be added
-- ---------------------------------------------------------------------------------------------------------------

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only: % refused', TG_TABLE_NAME, TG_OP;
END $$;

CREATE TRIGGER ledger_transfer_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON ledger_transfer FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_log FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_version_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_version FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();
CREATE TRIGGER agreement_acceptance_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON agreement_acceptance FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- ---------------------------------------------------------------------------------------------------------------
-- Figures that follow from rows, kept in the transaction that adds the rows, so that reading them costs nothing
-- however many rows there are. In order of the receiver, so that two writers never wait for each other in a circle.
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

CREATE FUNCTION uncount_card_transactions() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE card_transaction_count total SET counted = total.counted - change.counted
  FROM (SELECT receiver_id, count(*) AS counted FROM removed WHERE is_counted GROUP BY receiver_id ORDER BY receiver_id) change
  WHERE total.receiver_id = change.receiver_id;
  RETURN NULL;
END $$;

CREATE TRIGGER card_transaction_added AFTER INSERT ON card_transaction
  REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_card_transactions();
CREATE TRIGGER card_transaction_changed AFTER UPDATE ON card_transaction
  REFERENCING OLD TABLE AS removed NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION count_card_transactions();
CREATE TRIGGER card_transaction_removed AFTER DELETE ON card_transaction
  REFERENCING OLD TABLE AS removed FOR EACH STATEMENT EXECUTE FUNCTION uncount_card_transactions();

-- ---------------------------------------------------------------------------------------------------------------
-- The audit log's chain: every row carries the hash of the one before of the same receiver. A chain over all
-- receivers would make every writer wait for every other.
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

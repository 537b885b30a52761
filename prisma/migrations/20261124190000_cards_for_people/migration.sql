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

-- Look-ups have no foreign key: they may be stored elsewhere than the receiver that they lead to.
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

-- The store whose staff a session is of, so that a role in the team is found by more than the person's id at some platform.
ALTER TABLE platform_session
  ADD COLUMN platform text,
  ADD COLUMN store text;

ALTER TABLE card
  ADD COLUMN name text CHECK (length(name) BETWEEN 1 AND 40),
  ADD COLUMN color text,
  ADD COLUMN purpose text CHECK (length(purpose) BETWEEN 1 AND 80),
  -- The member who uses it; null for the owner.
  ADD COLUMN holder_id uuid,
  -- The last day of the month printed on it; null until the issuer has told it.
  ADD COLUMN expires_on date,
  -- Our decision declines every purchase from then on, whatever the issuer has answered.
  ADD COLUMN lost_at timestamptz(3),
  ADD COLUMN loss text CHECK (loss IN ('lost', 'stolen')),
  -- The card whose place it took.
  ADD COLUMN successor_of text,
  -- Reissues and renewals so far; the issuer allows eight in all.
  ADD COLUMN reissues integer NOT NULL DEFAULT 0 CHECK (reissues >= 0),
  -- Paused because its holder left the team.
  ADD COLUMN is_holder_gone boolean NOT NULL DEFAULT false,
  ADD CONSTRAINT card_lost_at_check CHECK ((lost_at IS NULL) = (loss IS NULL)),
  ADD CONSTRAINT card_holder_fkey FOREIGN KEY (receiver_id, holder_id) REFERENCES team_member (receiver_id, id);
CREATE INDEX card_of_holder ON card (receiver_id, holder_id) WHERE holder_id IS NOT NULL;
CREATE INDEX card_transaction_of_card ON card_transaction (receiver_id, card_token, created_at);

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

ALTER TABLE authorization_decision
  ADD COLUMN merchant_country text,
  ADD COLUMN merchant_id text,
  -- The control that declined it, and the amounts and names at that moment.
  ADD COLUMN control_detail jsonb;
CREATE INDEX authorization_decision_open_of_card ON authorization_decision (receiver_id, card_token) INCLUDE (amount_cents, decided_at) WHERE is_open;

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
  PRIMARY KEY (receiver_id, id),
  CHECK (ends_at > started_at AND ends_at <= started_at + interval '24 hours')
);
CREATE INDEX platform_session_end ON platform_session (ends_at);

-- The rows of the version before have no session, and their tokens are handed in anew.
ALTER TABLE handed_in_session
  ADD COLUMN session_id uuid,
  ADD FOREIGN KEY (receiver_id, session_id) REFERENCES platform_session (receiver_id, id) ON DELETE CASCADE;
CREATE INDEX handed_in_session_of ON handed_in_session (receiver_id, session_id);

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

-- What the staff of the store may see beside its owner.
ALTER TABLE receiver ADD COLUMN staff_access text NOT NULL DEFAULT 'everything' CHECK (staff_access IN ('everything', 'setup', 'nothing'));

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
  connected_at timestamptz(3) NOT NULL DEFAULT headway_now()
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

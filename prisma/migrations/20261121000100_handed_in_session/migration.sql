-- A session that a platform handed in: which access token may be exchanged for the next one, and until when.
CREATE TABLE handed_in_session (
  receiver_id uuid NOT NULL REFERENCES receiver,
  token_hash text NOT NULL CHECK (token_hash ~ '^[0-9a-f]{64}$'),
  started_at timestamptz(3) NOT NULL,
  ends_at timestamptz(3) NOT NULL,
  PRIMARY KEY (receiver_id, token_hash),
  CHECK (ends_at > started_at AND ends_at <= started_at + interval '24 hours')
);
CREATE INDEX handed_in_session_end ON handed_in_session (ends_at);

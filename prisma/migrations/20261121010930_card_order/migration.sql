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

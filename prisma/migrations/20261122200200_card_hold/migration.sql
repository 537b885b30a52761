-- A card whose plastic is being made or mailed is open at the issuer for purchases by its number, and the issuer cannot
-- pause it. The merchant's own hold on it is ours: the authorization decision reads it.
ALTER TABLE card
  ADD COLUMN held_by_receiver_at timestamptz(3),
  -- The issuer's name for the way in which it mails the card, such as "USPS with tracking".
  ADD COLUMN shipping_method text CHECK (shipping_method <> ''),
  -- Wrong last digits entered in a row to activate the card, and when the latest of them was.
  ADD COLUMN wrong_activations integer NOT NULL DEFAULT 0 CHECK (wrong_activations >= 0),
  ADD COLUMN wrong_activation_at timestamptz(3),
  ADD CONSTRAINT card_wrong_activation_check CHECK (wrong_activations = 0 OR wrong_activation_at IS NOT NULL);

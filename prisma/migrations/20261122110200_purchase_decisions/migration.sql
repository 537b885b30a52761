-- One transaction can be asked about several times: a hotel adds a night, a rental a day. A decision belongs to one
-- question, which the columns describe; rows from before have only an amount.
ALTER TABLE authorization_decision
  ADD COLUMN number integer NOT NULL DEFAULT 0 CHECK (number >= 0),
  ADD COLUMN event_token text,
  ADD COLUMN kind text CHECK (kind IN ('purchase', 'credit', 'balance_inquiry')),
  ADD COLUMN cash_cents bigint CHECK (cash_cents >= 0),
  ADD COLUMN merchant_category_code text;
ALTER TABLE authorization_decision DROP CONSTRAINT authorization_decision_pkey, ADD PRIMARY KEY (receiver_id, transaction_token, number);

-- The price of a purchase in another currency than the card's, in that currency's smallest unit. The rate is the
-- issuer's decimal number, digit by digit.
ALTER TABLE card_transaction
  ADD COLUMN foreign_amount bigint,
  ADD COLUMN foreign_currency text CHECK (foreign_currency ~ '^[A-Z]{3}$'),
  ADD COLUMN conversion_rate text CHECK (conversion_rate ~ '^[0-9]+(\.[0-9]+)?$'),
  ADD CONSTRAINT card_transaction_foreign_check CHECK (num_nulls(foreign_amount, foreign_currency, conversion_rate) IN (0, 3));

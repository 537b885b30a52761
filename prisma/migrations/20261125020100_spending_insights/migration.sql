-- The merchant behind a name in lower case, however it is spelled: marks are spaces, dots and apostrophes nothing, a number behind
-- three letters or more is left out (`ads0291` is ads), and so is each further word with a digit in it (`amzn*2k4` is amzn). Not PARALLEL SAFE: to start workers
-- takes longer than to read a hundred thousand charges in the order of their index.
CREATE FUNCTION merchant_of(merchant_key text) RETURNS text LANGUAGE sql IMMUTABLE STRICT
  RETURN left(coalesce(
    nullif(
      trim(
        regexp_replace(
          regexp_replace(
            trim(regexp_replace(regexp_replace(merchant_key COLLATE pg_unicode_fast, '[.''’]', '', 'g'), '[^[:alnum:]]+', ' ', 'g')),
            '\m([[:alpha:]]{3,})[[:digit:]]+\M', '\1', 'g'
          ),
          ' [^ ]*[[:digit:]][^ ]*', '', 'g'
        )
      ),
      ''
    ),
    nullif(trim(merchant_key), ''),
    'no name'
  ), 200);

-- The spending of a month by anything that stands in it, and the charges of a merchant, are read from these alone. Both hold the
-- merchant made of its name, which takes longer than all else; PostgreSQL reads it from them only where the name is there too.
CREATE INDEX card_transaction_by_month ON card_transaction (receiver_id, created_at, merchant_of(merchant_key))
  INCLUDE (merchant_key, merchant_category_code, amount_cents, card_token) WHERE is_counted;
CREATE INDEX card_transaction_of_merchant ON card_transaction (receiver_id, merchant_of(merchant_key), created_at)
  INCLUDE (merchant_key, amount_cents, card_token) WHERE is_counted;

-- The cardholder's request that an order grants; null for any other order. Who asked is told of the card once it is issued.
ALTER TABLE card_issue ADD COLUMN request_id uuid;

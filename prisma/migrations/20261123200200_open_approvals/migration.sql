-- An approval reserves spending power until the issuer has reported its authorization, or says that there is none.
ALTER TABLE authorization_decision ADD COLUMN is_open boolean NOT NULL DEFAULT false;

-- Approvals of the last hour counted so far, whatever the version that gave them.
UPDATE authorization_decision decision SET is_open = true
WHERE result = 'APPROVED' AND amount_cents > 0 AND decided_at > headway_now() - interval '1 hour'
  AND NOT EXISTS (SELECT FROM card_transaction reported WHERE reported.receiver_id = decision.receiver_id AND reported.token = decision.transaction_token);

CREATE INDEX authorization_decision_open ON authorization_decision (receiver_id, transaction_token) INCLUDE (amount_cents, decided_at) WHERE is_open;

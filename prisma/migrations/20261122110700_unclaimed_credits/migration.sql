-- Staff list the credits that nobody claims; only a few receivers have a credit at all.
CREATE INDEX ledger_balance_credit ON ledger_balance (receiver_id) WHERE account = 'owed' AND balance_cents < 0;

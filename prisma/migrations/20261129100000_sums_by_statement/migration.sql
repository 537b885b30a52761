-- The sums of the ledger and of card transactions are kept by the statement that writes the rows (server/db/queries/ledger.ts,
-- server/db/queries/cardTransactions.ts), each of which has one writer: no trigger reads the tables of its changes.
DROP TRIGGER ledger_transfer_balance ON ledger_transfer;
DROP FUNCTION add_to_ledger_balance();

DROP TRIGGER card_transaction_added ON card_transaction;
DROP TRIGGER card_transaction_changed ON card_transaction;
DROP FUNCTION count_card_transactions();
DROP TRIGGER card_transaction_removed ON card_transaction;
DROP FUNCTION uncount_card_transactions();

DROP TRIGGER card_transaction_day_added ON card_transaction;
DROP TRIGGER card_transaction_day_changed ON card_transaction;
DROP TRIGGER card_transaction_day_removed ON card_transaction;
DROP FUNCTION keep_card_day();

import { afterAll, beforeAll, expect, it } from 'vitest';
import { emptyDatabase, type TestDatabase } from '../../support/database.ts';
import { judge } from './oracle/verdict.ts';

const receiver = '01930000-0000-7000-8000-000000000001';
const [kept, payment] = ['kept', '01930000-0000-7000-8000-000000000002'];

/** The tables that the verdict reads, with a purchase of $10 that is booked and drawn. */
const books = `
  CREATE TABLE authorization_decision (transaction_token text, result text);
  CREATE TABLE draw (id uuid, receiver_id uuid, transfer_id text);
  CREATE TABLE card (receiver_id uuid, token text);
  CREATE TABLE card_transaction (card_token text, token text, settled_cents bigint);
  CREATE TABLE ledger_transfer (receiver_id uuid, debit_account text, credit_account text, amount_cents bigint, subject_id text);
  CREATE TABLE ledger_balance (receiver_id uuid, account text, balance_cents bigint);
  CREATE SCHEMA sandbox;
  CREATE TABLE sandbox.object (stand_in text, kind text, id text, data jsonb);
  INSERT INTO authorization_decision VALUES ('kept', 'APPROVED');
  INSERT INTO card VALUES ('${receiver}', 'card');
  INSERT INTO card_transaction VALUES ('card', 'purchase', 1000);
  INSERT INTO ledger_transfer VALUES ('${receiver}', 'owed', 'card_network', 1000, 'purchase');
  INSERT INTO ledger_balance VALUES ('${receiver}', 'owed', 1000);
  INSERT INTO draw VALUES ('${payment}', '${receiver}', 'transfer');
  INSERT INTO sandbox.object VALUES ('lithic', 'transaction', 'purchase', '{"card_token": "card", "settled_amount": 1000}');
  INSERT INTO sandbox.object VALUES ('plaid', 'transfer', 'transfer', '{"transfer": {"type": "debit", "status": "pending", "amount": "10.00"}}')`;

let database: TestDatabase;
beforeAll(async () => {
  database = await emptyDatabase();
  for (const statement of books.split(';')) await database.database.$executeRawUnsafe(statement);
});
afterAll(() => database.stop());

async function failuresAfter(...statements: string[]): Promise<string[]> {
  const { database: stored, url } = database;
  for (const statement of statements) await stored.$executeRawUnsafe(statement);
  const decisions = [{ receiverId: receiver, token: kept, result: 'APPROVED' }];
  const verdict = await judge({ productUrl: url, sandboxUrl: url, decisions, payments: [{ receiverId: receiver, paymentId: payment }] });
  return Object.values(verdict).flat();
}

it('finds nothing in books that are right', async () => {
  expect(await failuresAfter()).toEqual([]);
});

it.each([
  [
    'a decision that was answered and is lost',
    [`UPDATE authorization_decision SET transaction_token = 'other'`, `UPDATE authorization_decision SET transaction_token = 'kept'`],
    'kept was answered APPROVED and is lost',
  ],
  [
    'a decision that was answered otherwise',
    [`UPDATE authorization_decision SET result = 'OTHER'`, `UPDATE authorization_decision SET result = 'APPROVED'`],
    'kept was answered APPROVED and is OTHER',
  ],
  [
    'a payment that was accepted and is lost',
    [`UPDATE draw SET id = '${receiver}'`, `UPDATE draw SET id = '${payment}'`],
    `${payment} was accepted and is lost`,
  ],
  [
    'a debit of which no draw knows',
    [
      `INSERT INTO sandbox.object SELECT stand_in, kind, 'second', data FROM sandbox.object WHERE id = 'transfer'`,
      `DELETE FROM sandbox.object WHERE id = 'second'`,
    ],
    'the bank debited 10.00 by second, of which no draw knows',
  ],
  [
    'a second debit of the same purchase',
    [
      `INSERT INTO draw VALUES (gen_random_uuid(), '${receiver}', 'second'); `,
      `INSERT INTO sandbox.object SELECT stand_in, kind, 'second', data FROM sandbox.object WHERE id = 'transfer'`,
      `DELETE FROM sandbox.object WHERE id = 'second'`,
    ],
    `${receiver} was debited 2000 cents and has bought for 1000`,
  ],
  [
    'a purchase that is booked twice',
    [`UPDATE ledger_transfer SET amount_cents = 2000`, `UPDATE ledger_transfer SET amount_cents = 1000`],
    'with card was bought for 1000 cents; we know of 1000 and have booked 2000',
  ],
  [
    'a purchase that is missing',
    [`UPDATE card_transaction SET settled_cents = 0`, `UPDATE card_transaction SET settled_cents = 1000`],
    'with card was bought for 1000 cents; we know of 0 and have booked 1000',
  ],
  [
    'a balance that is not its rows',
    [`UPDATE ledger_balance SET balance_cents = 1001`, `UPDATE ledger_balance SET balance_cents = 1000`],
    `the balance owed of ${receiver} is not the sum of its rows`,
  ],
])('names %s', async (_what, statements, failure) => {
  expect(await failuresAfter(...statements.slice(0, -1))).toContain(failure);
  await failuresAfter(...statements.slice(-1));
});

import { createHash } from 'node:crypto';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { migrate } from '../../server/db/migrate.ts';
import { isDebitAuthorized } from '../../server/domain/bank/debitAuthorization.ts';
import { emptyDatabase, type TestDatabase } from '../support/database.ts';
import { merchantId, sampleRows, staffId } from '../support/sampleRows.ts';

const migrations = fileURLToPath(new URL('../../prisma/migrations', import.meta.url));
const foundation = '20261121000000_foundation';
const next = '20991231000000_next';

let empty: TestDatabase;
let folder: string;

beforeEach(async () => {
  empty = await emptyDatabase();
  folder = await mkdtemp(join(tmpdir(), 'migrations-'));
  await cp(join(migrations, foundation), join(folder, foundation), { recursive: true });
});

afterEach(async () => {
  await empty.stop();
  await rm(folder, { recursive: true });
});

async function addMigration(sql: string): Promise<void> {
  await mkdir(join(folder, next), { recursive: true });
  await writeFile(join(folder, next, 'migration.sql'), sql);
}

/** Copies the migrations whose names are selected, instead of the first one alone. */
async function copyMigrations(isCopied: (name: string) => boolean): Promise<void> {
  await rm(join(folder, foundation), { recursive: true, force: true });
  for (const name of (await readdir(migrations)).filter(isCopied)) await cp(join(migrations, name), join(folder, name), { recursive: true });
}

const tableExists = async (name: string) => {
  const [row] = await empty.database.$queryRaw<{ found: boolean }[]>`SELECT to_regclass(${name}) IS NOT NULL AS found`;
  return row?.found;
};

test('no two migrations have the same time', async () => {
  // Both are applied on databases, so neither can be renamed. They do not depend on each other.
  const applied = ['20261122040000_one_clock', '20261122040000_plain_transaction_table'];
  const names = (await readdir(migrations)).filter((name) => !applied.includes(name));
  const times = names.map((name) => /^(\d{14})_\w+$/.exec(name)?.[1]).concat('20261122040000');
  expect(times).not.toContain(undefined);
  expect(times).toEqual([...new Set(times)]);
});

test('of four processes that start together one applies the migrations and the others find nothing to do', async () => {
  const applied = await Promise.all([1, 2, 3, 4].map(() => migrate(empty.url, folder)));
  expect(applied.filter((names) => names.length > 0)).toEqual([[foundation]]);
  expect(await migrate(empty.url, folder)).toEqual([]);
});

test("what was applied is recorded as Prisma's own tool records it", async () => {
  await migrate(empty.url, folder);
  const records = await empty.database.$queryRaw<object[]>`SELECT * FROM _prisma_migrations`;
  const sql = await readFile(join(folder, foundation, 'migration.sql'));
  expect(records).toEqual([
    {
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      checksum: createHash('sha256').update(sql).digest('hex'),
      migration_name: foundation,
      logs: null,
      rolled_back_at: null,
      started_at: expect.any(Date),
      finished_at: expect.any(Date),
      applied_steps_count: 1,
    },
  ]);
});

test('only what is new is applied to a database that has rows', async () => {
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`INSERT INTO receiver (token, email, whitelabel) VALUES ('user-1', 'ada@example.com', 'headway')`;
  await addMigration('CREATE TABLE next (id integer PRIMARY KEY)');
  expect(await migrate(empty.url, folder)).toEqual([next]);
  expect(await empty.database.$queryRaw`SELECT token FROM receiver`).toEqual([{ token: 'user-1' }]);
});

test('a process of the version before goes on reading the tallies that a migration has replaced', async () => {
  const replacing = '20261122040000_plain_transaction_table';
  await copyMigrations((name) => name <= replacing);
  const setAside = join(await mkdtemp(join(tmpdir(), 'migration-')), replacing);
  await rename(join(folder, replacing), setAside);
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`INSERT INTO receiver (id, token, email, whitelabel) VALUES (${merchantId}::uuid, 'user-1', 'ada@example.com', 'headway')`;
  await empty.database.$executeRaw`
    INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, merchant_descriptor, raw_data, search_text, repayment_date, created_at, updated_at)
    SELECT ${merchantId}::uuid, 'tx-' || n, 'card-1', CASE n % 7 WHEN 0 THEN 'DECLINED' ELSE 'SETTLED' END, 'APPROVED', 100 * n, 'Shop ' || n % 5, '{}',
      E'purchase\nshop ' || n % 5 || E'\n$' || n || E'.00\njan ' || 1 + n % 3 || E', 2026\nfeb 2, 2026', '2026-02-02', make_date(2026, 1, 1 + n % 3), now()
    FROM generate_series(1, 60) n`;
  const tallies = ['card_tally_day', 'card_tally_merchant', 'card_tally_amount', 'card_tally_amount_range', 'card_tally_digit'];
  const read = () =>
    Promise.all(
      tallies.map((tally) =>
        empty.database.$queryRawUnsafe(`SELECT to_jsonb(tally) AS row FROM ${tally} tally WHERE receiver_id = '${merchantId}' AND counted > 0 ORDER BY 1`),
      ),
    );
  const before = await read();
  await rename(setAside, join(folder, replacing));
  expect(await migrate(empty.url, folder)).toEqual([replacing]);
  expect(await read()).toEqual(before);
  await rm(dirname(setAside), { recursive: true });
});

test('the inbox and the runs of before become the first partitions, and the version before goes on storing, reading and deleting', async () => {
  const dividing = '20261123203100_time_partitions';
  const names = await readdir(migrations);
  await copyMigrations((name) => name < dividing);
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`INSERT INTO receiver (id, token, email, whitelabel) VALUES (${merchantId}::uuid, 'user-1', 'ada@example.com', 'headway')`;
  const take = (instant: string) => empty.database.$executeRaw`
    INSERT INTO spending_power_snapshot (receiver_id, total_cents, outstanding_cents, available_cents, inputs, terms, cause, taken_at)
    VALUES (${merchantId}::uuid, 700, 0, 700, '{}', '[]', 'test', ${new Date(instant)})`;
  /** Stores an event as the version before does. Returns how many rows were added. */
  const receive = (id: string, instant: Date) => empty.database.$executeRaw`
    INSERT INTO webhook_inbox (provider, event_id, type, body, received_at) VALUES ('lithic', ${id}, 'card.updated', '{}', ${instant}) ON CONFLICT DO NOTHING`;
  const now = new Date();
  await take('2026-01-05T12:00:00Z');
  expect(await receive('before', new Date('2026-01-05T12:00:00Z'))).toBe(1);
  const fileOf = async (table: string) => {
    const [row] = await empty.database.$queryRaw<{ file: bigint }[]>`SELECT pg_relation_filenode(${table})::bigint AS file`;
    return row?.file;
  };
  const files = [await fileOf('webhook_inbox'), await fileOf('spending_power_snapshot')];

  await copyMigrations((name) => names.includes(name));
  expect((await migrate(empty.url, folder))[0]).toBe(dividing);

  // Not rewritten: the rows are in the same files.
  expect([await fileOf('webhook_inbox_old'), await fileOf('spending_power_snapshot_old')]).toEqual(files);
  await take(now.toISOString());
  expect([await receive('before', now), await receive('after', now), await receive('after', now)]).toEqual([0, 1, 0]);
  await empty.database.$executeRaw`
    UPDATE webhook_inbox SET handled_at = ${new Date('2026-01-05T12:00:00Z')}, attempts = attempts + 1 WHERE provider = 'lithic' AND event_id = 'before'`;
  // Its purge names rows by their place, which says the same while all rows are in one table.
  const deleted = await empty.database.$executeRaw`
    DELETE FROM webhook_inbox WHERE ctid = ANY (ARRAY(SELECT ctid FROM webhook_inbox WHERE handled_at < ${now} LIMIT 5000 FOR UPDATE SKIP LOCKED))`;
  expect(deleted).toBe(1);
  const places = await empty.database.$queryRaw<{ place: string; rows: number }[]>`
    SELECT tableoid::regclass::text AS place, count(*)::int AS rows FROM webhook_inbox GROUP BY 1
    UNION ALL SELECT tableoid::regclass::text, count(*)::int FROM spending_power_snapshot GROUP BY 1 ORDER BY 1`;
  expect(places).toEqual([
    { place: 'spending_power_snapshot_old', rows: 2 },
    { place: 'webhook_inbox_old', rows: 1 },
  ]);
});

test('what leads to a receiver who was there before leads to them, and of two connections of a store to the present one', async () => {
  const lookUps = '20261123201700_look_ups';
  await copyMigrations((name) => name < lookUps);
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`
    INSERT INTO receiver (id, token, email, whitelabel) VALUES
      (${merchantId}::uuid, 'user-1', 'ada@example.com', 'boost'), (${staffId}::uuid, 'user-2', 'eva@example.com', 'boost')`;
  await empty.database.$executeRaw`
    INSERT INTO card (receiver_id, token, account_token, type, state, last_four, name_on_card, spend_limit, created_at)
    VALUES (${merchantId}::uuid, 'card-1', 'account-1', 'VIRTUAL', 'OPEN', '4242', 'ADA', 100, now())`;
  await empty.database.$executeRaw`
    INSERT INTO bank_link (receiver_id, id, handle, item_id, unlinked_at, removed_at)
    VALUES (${merchantId}::uuid, ${staffId}::uuid, 'h_0123456789abcdef01234567', 'item-1', now(), now())`;
  const secret = sampleRows.CommerceLink.access_token;
  await empty.database.$executeRaw`
    INSERT INTO commerce_link (receiver_id, id, source, handle, connection_id, access_token, platform, linked_at, unlinked_at) VALUES
      (${staffId}::uuid, ${staffId}::uuid, 'rutter', 'h_0123456789abcdef01234568', 'connection-1', ${secret}, 'WIX', '2026-02-01', '2026-03-01'),
      (${merchantId}::uuid, ${merchantId}::uuid, 'rutter', 'h_0123456789abcdef01234567', 'connection-1', ${secret}, 'WIX', '2026-01-01', NULL),
      (${merchantId}::uuid, uuidv7(), 'shopify', 'h_0123456789abcdef01234569', 'shop.example', NULL, 'SHOPIFY', '2026-01-01', NULL)`;
  await copyMigrations((name) => name === lookUps);
  expect(await migrate(empty.url, folder)).toEqual([lookUps]);
  const { database } = empty;
  const receiver_id = merchantId;
  const byReceiver = { orderBy: { receiver_id: 'asc' } } as const;
  expect(await database.receiverOfToken.findMany(byReceiver)).toEqual([
    { receiver_id, token: 'user-1' },
    { receiver_id: staffId, token: 'user-2' },
  ]);
  expect(await database.receiverOfEmail.findMany(byReceiver)).toEqual([
    { receiver_id, program: 'boost', email: 'ada@example.com' },
    { receiver_id: staffId, program: 'boost', email: 'eva@example.com' },
  ]);
  expect(await database.receiverOfCard.findMany()).toEqual([{ receiver_id, card_token: 'card-1' }]);
  expect(await database.receiverOfItem.findMany()).toEqual([{ receiver_id, item_id: 'item-1', bank_link_id: staffId }]);
  expect(await database.receiverOfConnection.findMany()).toEqual([{ receiver_id, connection_id: 'connection-1', commerce_link_id: merchantId }]);
});

test('cashback that was booked before it had rows gets them, and purchases get the terms that they had until then', async () => {
  const first = '20261122110100_cashback_rows';
  await copyMigrations((name) => name < first);
  await migrate(empty.url, folder);
  const weeklyId = merchantId.replace(/.$/, 'f');
  await empty.database.$executeRaw`
    INSERT INTO receiver (id, token, email, whitelabel, payment_plan, net_terms) VALUES
      (${merchantId}::uuid, 'user-1', 'ada@example.com', 'boost', 'net_terms', 30), (${weeklyId}::uuid, 'user-2', 'eva@example.com', 'headway', 'fixed_pay', 28)`;
  // 2026-06-03 is a Wednesday.
  await empty.database.$executeRaw`
    INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, merchant_descriptor, raw_data, search_text, repayment_date, created_at, updated_at)
    SELECT id, token, 'card-1', 'SETTLED', 'APPROVED', 10000, 'Shop', '{}', '', '2026-07-03', '2026-06-03T12:00:00Z', now() FROM receiver`;
  await empty.database.$executeRaw`
    INSERT INTO ledger_transfer (receiver_id, debit_account, credit_account, amount_cents, kind, external_id, subject_id, at) VALUES
      (${merchantId}::uuid, 'cashback', 'owed', 150, 'cashback', 'cashback:2026-07-03#0', 'cashback:2026-07-03', '2026-07-08T14:00:00Z'),
      (${merchantId}::uuid, 'owed', 'cashback', 90, 'cashback_reversal', 'cashback:2026-07-03#1', 'cashback:2026-07-03', '2026-07-20T14:00:00Z')`;

  await copyMigrations((name) => name >= first);
  await migrate(empty.url, folder);

  const rows = await empty.database.$queryRaw<object[]>`
    SELECT transfer.subject_id, row.name, row.amount_cents, row.status, row.transaction_type, row.manual_reason, row.cashback_due_date::text, row.created_at, row.search_version
    FROM bank_transfer row JOIN ledger_transfer transfer USING (receiver_id, id) ORDER BY row.created_at`;
  const settled = {
    subject_id: 'cashback:2026-07-03',
    status: 'settled',
    transaction_type: 'statement_credit',
    cashback_due_date: '2026-07-03',
    search_version: 0,
  };
  expect(rows).toEqual([
    {
      ...settled,
      name: 'Cashback',
      amount_cents: 150n,
      manual_reason: 'Cashback for what you paid in time of the payment due on Jul 3, 2026.',
      created_at: new Date('2026-07-08T14:00:00Z'),
    },
    {
      ...settled,
      name: 'Cashback reversal',
      amount_cents: -90n,
      manual_reason: 'Less was paid in time of the payment due on Jul 3, 2026 than when its cashback was credited.',
      created_at: new Date('2026-07-20T14:00:00Z'),
    },
  ]);
  expect(await empty.database.bankTransfer.count()).toBe(2);
  const days = await empty.database.$queryRaw<object[]>`
    SELECT token, first_due_date::text, day.instalments, day.cashback_basis_points, bought_cents FROM card_day day JOIN receiver ON receiver.id = receiver_id ORDER BY token`;
  expect(days).toEqual([
    { token: 'user-1', first_due_date: '2026-07-03', instalments: 1, cashback_basis_points: 150, bought_cents: 10_000n },
    { token: 'user-2', first_due_date: '2026-06-10', instalments: 4, cashback_basis_points: 100, bought_cents: 10_000n },
  ]);
});

test('merchants who linked a bank before have authorized its debits by the terms that they accepted, those without a bank nothing', async () => {
  const adding = '20261122110300_debit_authorization';
  const later = (await readdir(migrations)).filter((name) => name >= adding && name !== 'migration_lock.toml');
  await copyMigrations((name) => name < adding);
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`INSERT INTO receiver (id, token, email, whitelabel) VALUES
    (${merchantId}::uuid, 'user-1', 'ada@example.com', 'headway'), (${staffId}::uuid, 'user-2', 'bob@example.com', 'headway')`;
  await empty.database.$executeRaw`INSERT INTO agreement_version (program, document, version, markdown, sha256) VALUES
    ('headway', 'terms_and_conditions', '1', 'You authorize debits.', repeat('a', 64)), ('headway', 'terms_and_conditions', '2', 'You authorize them again.', repeat('b', 64))`;
  await empty.database.$executeRaw`INSERT INTO agreement_acceptance (receiver_id, program, document, version, accepted_at, ip_address, user_agent) VALUES
    (${merchantId}::uuid, 'headway', 'terms_and_conditions', '1', '2026-01-01', '192.0.2.1', 'Firefox'),
    (${merchantId}::uuid, 'headway', 'terms_and_conditions', '2', '2026-02-01', '192.0.2.2', 'Safari'),
    (${staffId}::uuid, 'headway', 'terms_and_conditions', '2', '2026-02-01', '192.0.2.3', 'Safari')`;
  await empty.database.$executeRaw`INSERT INTO bank_link (receiver_id, handle, access_token, item_id, account_id, unlinked_at) VALUES
    (${merchantId}::uuid, 'h_0123456789abcdef01234567', 'first:aaaa', 'item-1', 'account-1', '2026-01-02'),
    (${merchantId}::uuid, 'h_0123456789abcdef01234568', 'first:aaaa', 'item-2', 'account-2', NULL)`;
  await copyMigrations((name) => name >= adding);
  expect(await migrate(empty.url, folder)).toEqual(later);
  const authorizations = await empty.database.debitAuthorization.findMany();
  expect(authorizations).toMatchObject([
    {
      receiver_id: merchantId,
      account_id: 'account-2',
      ach_classes: ['ccd'],
      version: '2',
      text: 'You authorize them again.',
      accepted_at: new Date('2026-02-01T00:00:00Z'),
      ip_address: '192.0.2.2',
      user_agent: 'Safari',
      ended_at: null,
    },
  ]);
  const link = await empty.database.bankLink.findFirstOrThrow({ where: { unlinked_at: null } });
  expect(isDebitAuthorized(link, authorizations[0] ?? null)).toBe(true);
});

test('cards that took the place of others before count what those spent, in whichever order they were stored', async () => {
  const adding = '20261127151500_predecessors_of_a_card';
  await copyMigrations((name) => name < adding);
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`INSERT INTO receiver (id, token, email, whitelabel) VALUES
    (${merchantId}::uuid, 'user-1', 'ada@example.com', 'headway'), (${staffId}::uuid, 'user-2', 'bob@example.com', 'headway')`;
  const card = (receiver: string, token: string, before: string | null) => empty.database.$executeRaw`
    INSERT INTO card (receiver_id, token, account_token, type, state, last_four, name_on_card, spend_limit, successor_of, created_at) VALUES
      (${receiver}::uuid, ${token}, 'account', 'VIRTUAL', 'OPEN', '4242', 'Ada', 1, ${before}, now())`;
  for (const [token, before] of [
    ['third', 'second'],
    ['first', null],
    ['second', 'first'],
    ['alone', null],
  ] as const)
    await card(merchantId, token, before);
  // Another receiver’s line is another one.
  await card(staffId, 'second', 'zeroth');
  await copyMigrations((name) => name >= adding);
  await migrate(empty.url, folder);
  // The version before stores a further one.
  await card(merchantId, 'fourth', 'third');
  const cards = await empty.database.$queryRaw<{ token: string; predecessors: string[] }[]>`
    SELECT token, predecessors FROM card ORDER BY receiver_id = ${staffId}::uuid, token`;
  expect(cards.map(({ token, predecessors }) => [token, ...predecessors])).toEqual([
    ['alone'],
    ['first'],
    ['fourth', 'first', 'second', 'third'],
    ['second', 'first'],
    ['third', 'first', 'second'],
    ['second', 'zeroth'],
  ]);
});

test('a migration that was changed after it was applied is refused in one line that names it', async () => {
  await migrate(empty.url, folder);
  await writeFile(join(folder, foundation, 'migration.sql'), 'SELECT 1');
  await expect(migrate(empty.url, folder)).rejects.toThrow(/^migration 20261121000000_foundation was changed after [^\n]+$/);
});

test('a migration that fails keeps nothing of itself and can be applied once it is mended', async () => {
  await addMigration('CREATE TABLE half (id integer); SELECT no_such_function()');
  await expect(migrate(empty.url, folder)).rejects.toThrow(`migration ${next} failed and nothing of it was kept: function no_such_function() does not exist`);
  expect([await tableExists('half'), await tableExists('receiver')]).toEqual([false, false]);
  await addMigration('CREATE TABLE half (id integer)');
  expect(await migrate(empty.url, folder)).toEqual([foundation, next]);
});

test('a migration that another tool began and never finished is refused', async () => {
  await migrate(empty.url, folder);
  await empty.database.$executeRaw`UPDATE _prisma_migrations SET finished_at = NULL`;
  await expect(migrate(empty.url, folder)).rejects.toThrow(/was begun and never finished/);
});

test('an older version of the product starts on the database of a newer one', async () => {
  await addMigration('SELECT 1');
  await migrate(empty.url, folder);
  await rm(join(folder, next), { recursive: true });
  expect(await migrate(empty.url, folder)).toEqual([]);
});

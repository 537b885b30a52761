import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createSecrets } from '../../../server/db/secrets.ts';
import { type TestDatabase, testDatabase } from '../../support/database.ts';
import { keyRing } from '../../support/sampleRows.ts';
import { growth, type Line, type Rehearsal, tooManyReadings } from './figures.ts';
import { copyIn } from './fill/copyIn.ts';
import { fill } from './fill/fill.ts';
import { merchantOf } from './fill/merchants.ts';
import { wrongDraws, wrongFill } from './proofs.ts';

const line = (processorMs: number, done: number): Line => ({ name: 'work', wanted: done, done, tookMs: 1, processorMs, timesADay: 1 });

function rehearsalOf(merchants: number, lines: readonly Line[], calls: Record<string, number> = {}): Rehearsal {
  const part = { name: 'part', lines, calls, callsTimes: 1, peaks: {}, diskBytes: 0 };
  return { merchants, filled: { rows: 1, tookMs: 1, processorMs: 1, diskBytes: 0 }, parts: [part], wrong: [] };
}

describe('growth', () => {
  const grown = (...lines: Line[]) => growth(lines.map((one, place) => rehearsalOf(10 ** (3 + place), [one]))).find(({ name }) => name === 'work');

  it('is linear when a thousand costs the same or less', () => {
    expect(grown(line(2_000, 1_000), line(20_000, 10_000), line(100_000, 100_000))).toEqual({
      name: 'work',
      perThousandMs: [2_000, 2_000, 1_000],
      isLinear: true,
    });
  });

  it('is not linear when a thousand costs more than half as much again', () => {
    expect(grown(line(2_000, 1_000), line(31_000, 10_000))?.isLinear).toBe(false);
  });

  it('is not judged by what is hardly more than its beginning', () => {
    expect(grown(line(20, 1_000), line(900, 10_000))?.isLinear).toBe(true);
    expect(grown(line(20, 1_000), line(5_000, 10_000))?.isLinear).toBe(true);
    expect(grown(line(20, 1_000), line(5_000, 10_000), line(76_000, 100_000))?.isLinear).toBe(false);
  });
});

describe('readings of the issuer', () => {
  it('stay below ten a second at a million merchants, of each resource and of all together', () => {
    // 86,400 seconds: 777 readings a day of 1,000 merchants are 8.99 a second at a million, 520 are 6.02.
    expect(tooManyReadings(rehearsalOf(1_000, [], { 'lithic GET cards': 777, 'lithic PATCH cards': 5_000 }))).toEqual([]);
    expect(tooManyReadings(rehearsalOf(1_000, [], { 'lithic GET cards': 520, 'lithic GET events': 520 }))).toEqual([
      'all resources of lithic would be read 12.0 times a second at a million merchants, and at most 10 are wanted',
    ]);
  });
});

describe('a filled database', () => {
  const day = { now: new Date('2026-11-30T14:00:00Z'), merchants: 60, bought: 20 };
  let filled: TestDatabase;
  let client: pg.Client;

  beforeAll(async () => {
    filled = await testDatabase();
    await fill(filled.url, day, createSecrets(keyRing));
    client = new pg.Client({ connectionString: filled.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await filled.stop();
  });

  // Only these parts of a rehearsal are used here.
  const stage = () => ({ database: { client }, day }) as unknown as Parameters<typeof wrongDraws>[0];

  it('takes any text as it is', async () => {
    await client.query('CREATE TEMPORARY TABLE word (place integer, text text, value jsonb)');
    const rows = [
      [1, 'a\tb\nc\\d\re', { of: 'tab\t and "quotes"' }],
      [2, null, []],
    ] as const;
    expect(await copyIn(client, 'word', ['place', 'text', 'value'], rows)).toBe(2);
    expect((await client.query('SELECT text, value FROM word ORDER BY place')).rows).toEqual(rows.map(([, text, value]) => ({ text, value })));
    await expect(copyIn(client, 'word', ['place'], [['no number']])).rejects.toThrow('invalid input syntax for type integer');
  });

  it('holds the sums that its rows say, with all indexes and triggers back', async () => {
    expect(await wrongFill(stage())).toEqual([]);
    const indexes = (one: pg.Client) => one.query(`SELECT indexname FROM pg_indexes WHERE tablename = 'card_transaction' ORDER BY 1`);
    const fresh = await testDatabase();
    const other = new pg.Client({ connectionString: fresh.url });
    await other.connect();
    expect((await indexes(client)).rows).toEqual((await indexes(other)).rows);
    await other.end();
    await fresh.stop();
    await expect(client.query('DELETE FROM ledger_transfer')).rejects.toThrow('append-only');
  });

  it('is found wrong when a sum, a count, a day or a flag is', async () => {
    const { id } = merchantOf(7, day);
    const changes = [
      `UPDATE ledger_balance SET balance_cents = balance_cents + 1 WHERE receiver_id = '${id}' AND account = 'owed'`,
      `UPDATE card_transaction_count SET counted = counted + 1 WHERE receiver_id = '${id}'`,
      `UPDATE card_day SET bought_cents = bought_cents + 1 WHERE receiver_id = '${id}'`,
      `UPDATE bank_link SET health = 'revoked' WHERE receiver_id = '${id}'`,
    ];
    const found: string[][] = [];
    for (const change of changes) {
      await client.query('BEGIN; SET LOCAL session_replication_role = replica');
      await client.query(change);
      found.push(await wrongFill(stage()));
      await client.query('ROLLBACK');
    }
    expect(found).toEqual(
      ['balances', 'counts of card transactions', 'days of cards', 'flags of onboarding'].map((what) => [`1 ${what} are not what their rows say`]),
    );
  });

  it('shows who was charged twice, wrongly or not at all', async () => {
    // Of each program the first has something due on the day, and the second on the next.
    const [due, other] = [merchantOf(0, day), merchantOf(7, day)];
    expect(await wrongDraws(stage(), [due.id, other.id])).toEqual(['1 merchants were charged wrongly, twice or not at all']);
    const charge = async (place: number, amount: number) => {
      const key = `00000000-0000-4000-8000-00000000000${place}`;
      await client.query(
        `INSERT INTO draw (receiver_id, due_date, attempt, debit_date, amount_cents, business_key, provider_key, status, transfer_id, sent_at)
         VALUES ($1, $2, $3, $2, $4, $5, $6, 'pending', $5, now())`,
        [due.id, '2026-11-30', place, amount, `draw ${place}`, key],
      );
      await client.query(`INSERT INTO sandbox.object (stand_in, kind, id, data) VALUES ('plaid', 'transfer', $1, $2)`, [
        key,
        { transfer: { metadata: { key }, amount: (amount / 100).toFixed(2) } },
      ]);
    };
    await charge(1, due.owed.amount);
    expect(await wrongDraws(stage(), [due.id, other.id])).toEqual([]);
    await charge(2, due.owed.amount);
    expect(await wrongDraws(stage(), [due.id, other.id])).toEqual(['1 merchants were charged wrongly, twice or not at all']);
  });
});

describe('a rehearsed day', () => {
  // A whole product of its own, from its database's first start on: on a busy machine that takes minutes.
  it('of thirty merchants is lived without a mistake', { timeout: 600_000 }, async () => {
    const program = fileURLToPath(new URL('./run.ts', import.meta.url));
    // The rehearsal lives in a time of its own, not in the tests'.
    const env = { ...process.env, NODE_ENV: 'test' as const, PGOPTIONS: '' };
    const { stdout } = await promisify(execFile)(process.execPath, [program, '--merchants', '30'], { env });
    expect(stdout).not.toContain('WRONG');
    expect(stdout).toContain('purchases decided: 15 of 30');
    // Each pays once, and each has a card: both planners find all of them.
    expect(stdout).toContain('draw-repayments: 30 in');
    expect(stdout).toContain('plan-receiver-letters: 30 in');
    // Of each of the programs whose morning it is, those who bought 30 days before the day.
    expect(stdout).toMatch(/close-months: [1-9] of 30 in/);
  });
});

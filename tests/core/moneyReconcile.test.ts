import { execFile } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { DomainError } from '../../server/domain/basics/errors.ts';
import { merchantColumns } from '../../server/domain/card/merchant.ts';
import { followIssuer } from '../../server/services/reconciliation/followIssuer.ts';
import { reconcileReceiver } from '../../server/services/reconciliation/reconcile.ts';
import { planDraws } from '../../server/services/repayment/planDraws.ts';
import { syncTransferEvents } from '../../server/services/repayment/syncTransferEvents.ts';
import { createLifecycle, StartRefused } from '../../server/start/lifecycle.ts';
import { runOperatorCommand } from '../../server/start/operatorCommand.ts';
import { advanceBankingDays, untilDebited } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { inTestTime } from '../support/clock.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { sumAnew } from '../support/sums.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());

const webhooks = (standIn: string, manners: object) =>
  fetch(`${product.sandboxUrl}/control/webhooks/${standIn}`, {
    method: 'PATCH',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(manners),
  });
const flush = () => fetch(`${product.sandboxUrl}/control/webhooks/flush`, { method: 'POST' });

/** Makes the merchant of a test. */
async function makeMerchant(): Promise<void> {
  merchant = await newCardholder(product);
  await eventually('the first limit', async () => (await product.deps.database.card.findFirstOrThrow({ where: ofMerchant() })).spend_limit === 100_000n);
}
afterEach(async () => {
  for (const standIn of ['lithic', 'plaid']) await webhooks(standIn, { copies: 1, drop_next: 0, reorder_window_ms: 0, held: false });
});

const ofMerchant = () => ({ receiver_id: merchant.receiver.id });

async function balances(): Promise<Record<string, number>> {
  const rows = await product.deps.database.ledgerBalance.findMany({ where: ofMerchant() });
  return Object.fromEntries(rows.filter((row) => row.balance_cents !== 0n).map((row) => [row.account, Number(row.balance_cents)]));
}
const press = (button: string, fields: object) => product.press<{ token: string }>('lithic', button, { card_token: merchant.cardToken, ...fields });

/** A day's life of a card, at the issuer; what it should leave in the books was added up by hand. */
async function liveADay(): Promise<void> {
  const first = await spend(product, merchant, 10_000);
  const second = await spend(product, merchant, 5_000);
  const third = await spend(product, merchant, 2_000);
  const change = (button: string, token: string, amount?: number) => product.press('lithic', button, { token, ...(amount !== undefined && { amount }) });
  await change('settle', first.token, 6_000);
  await change('settle', first.token, 5_500);
  await change('settle', second.token, 4_000);
  await change('void', third.token);
  await press('refund', { amount: 1_500 });
  await press('force_post', { amount: 700 });
  await spend(product, merchant, 1_000);
}
const afterThatDay = { owed: 14_700, pending: 1_000 };

describe('webhooks', () => {
  beforeEach(makeMerchant);

  it('that come twice and all of a day in reverse leave the same books', async () => {
    await webhooks('lithic', { copies: 2, held: true, reorder_window_ms: 60_000 });
    await liveADay();
    await webhooks('lithic', { held: false });
    await flush();
    await eventually('the books', async () => (await balances()).owed === afterThatDay.owed && (await balances()).pending === afterThatDay.pending);
    // The books may be right before the last event is handled.
    await eventually('every event', async () => (await product.deps.database.webhookInbox.count({ where: { provider: 'lithic', handled_at: null } })) === 0);
    expect(await reconcileReceiver(product.deps, merchant.scope, null)).toEqual([]);
    const transfers = await product.deps.database.ledgerTransfer.findMany({ where: ofMerchant() });
    const sum = transfers.reduce(
      (total, transfer) =>
        total + (transfer.credit_account === 'card_network' ? transfer.amount_cents : transfer.debit_account === 'card_network' ? -transfer.amount_cents : 0n),
      0n,
    );
    expect(sum).toBe(15_700n);
  });

  it('that never come are made up for by the issuer’s list of events', async () => {
    await webhooks('lithic', { drop_next: 1_000 });
    await liveADay();
    expect(await balances()).toEqual({});
    await followIssuer(product.deps);
    await eventually('the books', async () => (await balances()).owed === afterThatDay.owed && (await balances()).pending === afterThatDay.pending);
    await eventually(
      'the limit that follows',
      async () => (await product.deps.database.card.findFirstOrThrow({ where: ofMerchant() })).wanted_spend_limit === 100_000n,
    );
  });

  it('of a transfer that never come are made up for as well', async () => {
    await spend(product, merchant, 9_000, { settle: true });
    await eventually('the debt', async () => (await balances()).owed === 9_000);
    await webhooks('plaid', { drop_next: 1_000 });
    await untilDebited(product);
    await planDraws(product.deps, 'headway', newRun());
    await eventually('the draw', () => product.deps.database.draw.findFirst({ where: { ...ofMerchant(), status: 'pending' } }));
    await advanceBankingDays(product, 3);
    await syncTransferEvents(product.deps);
    await eventually('the settled repayment', async () => (await balances()).bank === 9_000);
  });
});

describe('reconciling a receiver', () => {
  beforeEach(makeMerchant);

  it('names what differs, takes over what the providers say, and finds nothing the second time', async () => {
    const bought = await spend(product, merchant, 3_000);
    await eventually('the hold', async () => (await balances()).pending === 3_000);
    await webhooks('lithic', { drop_next: 1_000 });
    await product.press('lithic', 'settle', { token: bought.token });
    const missed = await spend(product, merchant, 1_000);

    const differences = await reconcileReceiver(product.deps, merchant.scope, null);
    expect(differences).toEqual(
      expect.arrayContaining([
        {
          provider: 'lithic',
          subject: 'card_transaction',
          external_id: bought.token,
          ours: { status: 'PENDING', pending_cents: 3_000, settled_cents: 0 },
          theirs: { status: 'SETTLED', pending_cents: 0, settled_cents: 3_000 },
          isSettled: true,
        },
        expect.objectContaining({ external_id: missed.token, ours: null, isSettled: true }),
      ]),
    );
    expect(differences).toHaveLength(2);
    expect(await balances()).toMatchObject({ owed: 3_000, pending: 1_000 });
    expect(await reconcileReceiver(product.deps, merchant.scope, null)).toEqual([]);
    const kept = await product.deps.database.reconciliationDifference.findMany({ where: ofMerchant() });
    expect(kept.map((row) => row.resolved_at !== null)).toEqual([true, true]);
  });

  it('leaves open what nobody can take over: a transaction that the issuer does not know, and books that contradict themselves', async () => {
    const row = {
      ...ofMerchant(),
      card_token: merchant.cardToken,
      result: 'APPROVED',
      ...merchantColumns('X'),
      raw_data: {},
      search_text: '',
    };
    const at = product.deps.clock();
    const [token, refund] = [randomUUID(), randomUUID()];
    const dates = { repayment_date: at, created_at: at, updated_at: at };
    await product.deps.database.cardTransaction.createMany({
      data: [
        { ...row, ...dates, token, status: 'SETTLED', amount_cents: 500n, settled_cents: 500n },
        // It is in no book until it settles.
        { ...row, ...dates, token: refund, status: 'PENDING', amount_cents: -300n, pending_cents: -300n },
      ],
    });
    await product.deps.database.ledgerTransfer.create({
      data: {
        ...ofMerchant(),
        debit_account: 'owed',
        credit_account: 'adjustments',
        amount_cents: 7n,
        kind: 'refund',
        external_id: 'stray#0',
        subject_id: 'stray',
        at,
      },
    });
    await sumAnew(product.deps.database);
    for (let round = 0; round < 2; round += 1) {
      const found = await reconcileReceiver(product.deps, merchant.scope, null);
      expect(
        found
          .filter(({ isSettled }) => !isSettled)
          .map(({ provider, subject, external_id, isSettled }) => [provider, subject, external_id, isSettled])
          .toSorted(),
      ).toEqual(
        [
          ['books', 'card_transaction', `${token} owed`, false],
          ['books', 'unknown', 'stray owed', false],
          ['lithic', 'card_transaction', token, false],
          ['lithic', 'card_transaction', refund, false],
        ].toSorted(),
      );
    }
    expect(await product.deps.database.reconciliationDifference.count({ where: { ...ofMerchant(), resolved_at: null } })).toBe(4);
  });
});

describe('the commands of an operator', () => {
  const main = fileURLToPath(new URL('../../server/main.ts', import.meta.url));
  const environmentOf = (databaseUrl: string) => ({
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: databaseUrl,
    SANDBOX_PORT: String(product.config.sandbox.port),
  });

  interface Ran {
    code: number | undefined;
    output: string;
  }

  /** Runs a command as an operator does, in a process of its own. It takes ten times as long as the command. */
  const runAsProcess = (...words: string[]): Promise<Ran> =>
    promisify(execFile)(process.execPath, [...inTestTime, main, ...words], {
      env: { ...process.env, ...environmentOf(product.config.databaseUrl ?? ''), NODE_ENV: 'test' },
    }).then(
      ({ stdout }) => ({ code: 0, output: stdout }),
      (failure: { code: number; stdout: string; stderr: string }) => ({ code: failure.code, output: failure.stdout + failure.stderr }),
    );

  /** Runs a command as that process does once it has read its settings: a refusal is its line. */
  async function runOn(databaseUrl: string, ...words: string[]): Promise<Ran> {
    const lifecycle = createLifecycle();
    let output = '';
    const printed = vi.spyOn(console, 'log').mockImplementation((line: string) => {
      output += `${line}\n`;
    });
    try {
      return { code: await runOperatorCommand(readConfig(environmentOf(databaseUrl)), lifecycle, words), output };
    } catch (error) {
      if (!(error instanceof StartRefused || error instanceof DomainError)) throw error;
      return { code: 1, output: `${output}${error.message}\n` };
    } finally {
      printed.mockRestore();
      await lifecycle.stop();
    }
  }
  const run = (...words: string[]) => runOn(product.config.databaseUrl ?? '', ...words);

  it('reconcile says what it found, and ends with 1 while something is open', async () => {
    await makeMerchant();
    await webhooks('lithic', { drop_next: 1_000 });
    const bought = await spend(product, merchant, 3_000);
    const first = await run('reconcile', '--receiver', merchant.receiver.token);
    expect(first.output).toContain(
      `lithic card_transaction ${bought.token}: ours nothing, theirs {"status":"PENDING","pending_cents":3000,"settled_cents":0} (taken over)`,
    );
    expect([first.code, (await run('reconcile', '--receiver', merchant.receiver.token)).output]).toEqual([0, 'No differences.\n']);
    expect(await run('reconcile')).toEqual({ code: 1, output: 'Say whose: npm run reconcile -- --receiver {token or id}\n' });
    expect((await run('reconcile', '--receiver', 'nobody')).code).toBe(1);
    expect(await run('reconcile', '--reciever', 'nobody')).toEqual({ code: 1, output: expect.stringMatching(/^Unknown option '--reciever'[^\n]*\n$/) });
    // A mistyped command must not start the product in its place.
    expect(await runAsProcess('reconcil')).toEqual({
      code: 1,
      output: 'There is no command reconcil: jobs:failed, ledger:explain, migrate, reconcile, staff\n',
    });
  });

  it('reconcile names what waits for staff, though nothing differs now', async () => {
    await makeMerchant();
    await product.deps.database.reconciliationDifference.create({
      data: {
        receiver_id: merchant.receiver.id,
        provider: 'lithic',
        subject: 'approval_unreported',
        external_id: 'a purchase nobody reported',
        ours: { amount_cents: 700 },
        found_at: new Date('2026-03-02T10:00:00Z'),
      },
    });
    expect(await runAsProcess('reconcile', '--receiver', merchant.receiver.token)).toEqual({
      code: 1,
      output:
        'lithic approval_unreported a purchase nobody reported: ours {"amount_cents":700}, theirs nothing (OPEN since 2026-03-02)\nDifferences: 1, of them open: 1.\n',
    });
  });

  it('reconcile names what waits for staff beside what it takes over of the same purchase now', async () => {
    await makeMerchant();
    await webhooks('lithic', { drop_next: 1_000 });
    const bought = await spend(product, merchant, 2_000);
    const waiting = await product.deps.database.reconciliationDifference.create({
      data: {
        receiver_id: merchant.receiver.id,
        provider: 'lithic',
        subject: 'card_transaction',
        external_id: bought.token,
        ours: { status: 'PENDING' },
        found_at: new Date('2026-03-03T10:00:00Z'),
      },
    });
    const { code, output } = await run('reconcile', '--receiver', merchant.receiver.token);
    expect(output).toContain(`lithic card_transaction ${bought.token}: ours {"status":"PENDING"}, theirs nothing (OPEN since 2026-03-03)`);
    expect(output).toMatch(/\(taken over\)\n/);
    expect(code).toBe(1);
    await product.deps.database.reconciliationDifference.deleteMany({ where: { receiver_id: merchant.receiver.id, external_id: waiting.external_id } });
  });

  it.each([['jobs:failed'], ['migrate'], ['reconcile', '--receiver', 'anybody']])('%s says in one line that the database does not answer', async (...words) => {
    expect(await runOn('postgresql://headway:secret@127.0.0.1:1/headway', ...words)).toEqual({
      code: 1,
      output: 'DATABASE_URL: no PostgreSQL answers for 127.0.0.1:1/headway (connect ECONNREFUSED 127.0.0.1:1)\n',
    });
  });

  it('staff gives a right to whoever has signed in, lists who has one, and takes it back, each recorded once', async () => {
    const ada = await signUp(product, { email: 'ada.staff@example.com' });
    const named = ['--program', 'headway', '--email', 'Ada.Staff@example.com'];
    expect(await run('staff', ...named, '--give', 'admin')).toEqual({ code: 0, output: 'headway ada.staff@example.com: admin\n' });
    expect(await run('staff', ...named, '--give', 'support')).toEqual({ code: 0, output: 'headway ada.staff@example.com: support, admin\n' });
    await run('staff', ...named, '--take', 'admin');
    expect(await run('staff', ...named, '--take', 'support')).toEqual({ code: 0, output: 'Nobody has a right of staff.\n' });
    const rows = await product.deps.database.auditLog.findMany({ where: { receiver_id: ada.receiver.id }, orderBy: { sequence: 'asc' } });
    expect(rows.map(({ action, actor_role, details }) => [action, actor_role, details])).toEqual([
      ['change staff rights', 'system', { right: 'admin', is_given: true }],
      ['change staff rights', 'system', { right: 'support', is_given: true }],
      ['change staff rights', 'system', { right: 'admin', is_given: false }],
      ['change staff rights', 'system', { right: 'support', is_given: false }],
    ]);
  });

  it('staff gives nothing to an address that a store has named, whose owner never signed in, nor to nobody', async () => {
    const ben = await signUp(product, { email: 'ben.staff@example.com' });
    await product.deps.database.receiver.update({ where: { id: ben.receiver.id }, data: { first_direct_sign_in_at: null } });
    const give = (email: string) => run('staff', '--program', 'headway', '--email', email, '--give', 'support');
    expect(await give('ben.staff@example.com')).toEqual({
      code: 1,
      output: 'ben.staff@example.com has never signed in: whoever owns the address has to do so first\n',
    });
    expect(await give('nobody@example.com')).toEqual({ code: 1, output: 'Nobody signs in to headway as nobody@example.com\n' });
    const both = ['--program', 'headway', '--email', 'ben.staff@example.com', '--give', 'admin', '--take', 'admin'];
    expect(await run('staff', ...both)).toEqual({ code: 1, output: expect.stringMatching(/^npm run staff -- --program \{[^\n]+\n$/) });
  });

  it('jobs:failed says that none waits where none does', async () => {
    expect(await run('jobs:failed', '--again')).toEqual({ code: 0, output: 'No job waits for you.\nPut back: 0\n' });
  });

  it('jobs:failed names the queues that there are where one is mistyped', async () => {
    expect(await run('jobs:failed', '--again', '--queue', 'send-leter')).toEqual({
      code: 1,
      output: expect.stringMatching(/^There is no queue send-leter: [^\n]*\bsend-letter, [^\n]*\n$/),
    });
  });

  it('jobs:failed says which of those that it lists it does not put back', async () => {
    const fail = () => product.deps.database.$executeRaw`
      INSERT INTO pgboss.job (name, source_name, singleton_key, data) VALUES ('dead-letter', 'follow-issuer', 'twice', '{}')`;
    await fail();
    await fail();
    expect(await run('jobs:failed', '--queue', 'send-letter')).toEqual({ code: 0, output: 'No job of send-letter waits for you, but of follow-issuer.\n' });
    const { output } = await run('jobs:failed', '--again', '--queue', 'follow-issuer');
    expect(output).toMatch(/^follow-issuer: 2 since .*\nPut back: 1\nDropped: 1, the same work as what is put back or already waits\n$/);
    await product.deps.database.$executeRaw`DELETE FROM pgboss.job WHERE singleton_key = 'twice'`;
  });

  it('ledger:explain shows each transfer, the sums, and what is to be paid', async () => {
    await makeMerchant();
    await liveADay();
    await eventually('the books', async () => (await balances()).owed === afterThatDay.owed && (await balances()).pending === afterThatDay.pending);
    const { output } = await run('ledger:explain', '--receiver', merchant.receiver.id);
    expect(output).toContain('Ledger of Corner Bakery');
    // The last purchase, which nothing follows. Of the others the books may have heard the end before the beginning.
    expect(output).toMatch(/authorisation +card_network → pending +\$10\.00/);
    expect(output).toMatch(/owed +\$147\.00\n/);
    expect(output).toMatch(/pending +\$10\.00\n/);
    expect(output).toMatch(/sum +\$0\.00 +balanced\n/);
    expect(output).toMatch(/together +\$157\.00 +of \$157\.00 outstanding\n/);
  });
});

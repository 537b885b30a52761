import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { readConfig } from '../../server/config.ts';
import { inTransaction } from '../../server/db/database.ts';
import { lockReceiver } from '../../server/db/queries/lockReceiver.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { addBusinessDays, dayIn, dayMs, startOfDay } from '../../server/domain/basics/dates.ts';
import { bankHolidays } from '../../server/holidays.ts';
import { planDraws } from '../../server/services/repayment/planDraws.ts';
import { createLifecycle } from '../../server/start/lifecycle.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { startProduct } from '../../server/start/product.ts';
import { provesChange, seedsOf } from '../command/tiers.ts';
import { type TestDatabase, testDatabase } from '../support/database.ts';
import { newDebtors } from '../support/debtors.ts';
import { eventually } from '../support/eventually.ts';
import { freePort } from '../support/freePort.ts';
import { type HoldingProxy, startHoldingProxy } from '../support/holdingProxy.ts';
import { newRun } from '../support/jobRun.ts';
import { startWorkerProcess, type WorkerProcess } from '../support/workerProcess.ts';

let stored: TestDatabase;
let deps: OpenDeps;
let sandboxUrl: string;
let proxy: HoldingProxy;
let environment: Record<string, string>;
const lifecycle = createLifecycle();

/** Days until banks work, by the calendar of New York. */
function daysUntilBanksWork(): number {
  const isBankHoliday = bankHolidays();
  const today = dayIn('America/New_York', new Date());
  const yesterday = addBusinessDays(today, -1, isBankHoliday);
  const next = addBusinessDays(yesterday, 1, isBankHoliday);
  return Math.max(0, (startOfDay(next).getTime() - startOfDay(today).getTime()) / dayMs);
}

beforeAll(async () => {
  stored = await testDatabase();
  const [sandboxPort, smtpPort] = await Promise.all([freePort(), freePort()]);
  sandboxUrl = `http://127.0.0.1:${sandboxPort}`;
  proxy = await startHoldingProxy(`${sandboxUrl}/plaid`);
  environment = {
    NODE_ENV: 'test',
    LOG_LEVEL: 'fatal',
    DATABASE_URL: stored.url,
    SANDBOX_PORT: String(sandboxPort),
    SANDBOX_SMTP_PORT: String(smtpPort),
    AHEAD_MS: String(daysUntilBanksWork() * dayMs),
  };
  const clock = () => new Date(Date.now() + Number(environment.AHEAD_MS));
  ({ deps } = await startProduct(readConfig({ ...environment, ROLE: 'sandbox' }), lifecycle, { frontends: 'none', clock }));
  // Nobody hears the webhooks here.
  for (const standIn of ['plaid', 'lithic']) {
    await fetch(`${sandboxUrl}/control/webhooks/${standIn}`, { method: 'PATCH', headers: { 'content-type': 'application/json' }, body: '{"held":true}' });
  }
});
afterAll(async () => {
  await idle?.kill();
  await proxy.stop();
  await lifecycle.stop();
  await stored.stop();
});

const startWorker = () => startWorkerProcess({ ...environment, ROLE: 'worker', PLAID_BASE_URL: proxy.url });

/** A worker that a test has left, with nothing to do. To start one takes longer than a test does with it. */
let idle: WorkerProcess | undefined;

/** Returns a running worker for the caller alone: the one that a test has left, or a new one. */
async function takeWorker(): Promise<WorkerProcess> {
  const taken = idle ?? (await startWorker());
  idle = undefined;
  return taken;
}

/** The keys of all transfers that the bank has. */
async function keysAtBank(): Promise<string[]> {
  const rows = await stored.database.$queryRaw<{ key: string }[]>`
    SELECT data #>> '{transfer,metadata,key}' AS key FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer'`;
  return rows.map(({ key }) => key);
}

/** Holds a receiver's row until it is let go. */
async function holdReceiver(receiverId: string): Promise<{ release: () => Promise<void> }> {
  const { promise: released, resolve: release } = Promise.withResolvers<void>();
  const { promise: isHeld, resolve: held } = Promise.withResolvers<void>();
  const holding = inTransaction(
    stored.database,
    async (transaction) => {
      await lockReceiver(transaction, receiverScope(receiverId));
      held();
      await released;
    },
    { timeout: 60_000 },
  );
  await isHeld;
  return {
    async release() {
      release();
      await holding;
    },
  };
}

const somebodyWaits = () =>
  eventually('a worker that waits for the row', async () => {
    const [row] = await stored.database.$queryRaw<{ waiting: bigint }[]>`
      SELECT count(*) AS waiting FROM pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%FROM receiver%'`;
    return Number(row?.waiting) > 0;
  });

type Point = (receiverId: string) => Promise<{ until: Promise<unknown>; after?: () => Promise<void> }>;

/** The points at which a worker can die on the way of a draw, each brought about from outside. */
const points: Record<string, Point> = {
  'before the key is stored': async (id) => {
    const { release } = await holdReceiver(id);
    return { until: somebodyWaits(), after: release };
  },
  'before the bank is asked to authorize': async () => ({ until: proxy.hold('/transfer/authorization/create', 'before').reached }),
  'after the bank authorized, before that is known': async () => ({ until: proxy.hold('/transfer/authorization/create', 'after').reached }),
  'before the bank is asked for the transfer': async () => ({ until: proxy.hold('/transfer/create', 'before').reached }),
  'after the bank made the transfer, before that is known': async () => ({ until: proxy.hold('/transfer/create', 'after').reached }),
  'after the bank’s answer, before it is stored': async (id) => {
    const answer = proxy.hold('/transfer/create', 'after');
    let letGo = async () => {};
    const until = (async () => {
      await answer.reached;
      const { release } = await holdReceiver(id);
      letGo = release;
      answer.release();
      await somebodyWaits();
    })();
    return { until, after: () => letGo() };
  },
};

/** Those that prove a change: while nothing is at the bank, and while a transfer is there of which nothing is known. */
const provenPoints = ['before the bank is asked to authorize', 'after the bank made the transfer, before that is known'];
const triedPoints = Object.entries(points).filter(([point]) => !provesChange || provenPoints.includes(point));

describe('a worker that is killed', () => {
  it.each(triedPoints)('%s: one transfer at the bank once another worker runs', async (_, reach) => {
    const [debtor] = await newDebtors(deps, sandboxUrl, { count: 1, amount: 12_345 });
    const receiverId = debtor?.id ?? '';
    const before = await keysAtBank();

    const victim = await takeWorker();
    const { until, after } = await reach(receiverId);
    await planDraws(deps, 'headway', newRun());
    await until;
    await victim.kill();
    await after?.();

    idle = await startWorker();
    await planDraws(deps, 'headway', newRun());
    const draw = await eventually('the draw', () => stored.database.draw.findFirst({ where: { receiver_id: receiverId, transfer_id: { not: null } } }));
    expect(draw).toMatchObject({ status: 'pending', amount_cents: 12_345n, attempt: 1 });
    expect(await stored.database.draw.count({ where: { receiver_id: receiverId } })).toBe(1);
    expect((await keysAtBank()).filter((key) => !before.includes(key))).toEqual([draw.provider_key]);
    expect(await stored.database.bankTransfer.count({ where: { receiver_id: receiverId } })).toBe(1);
  });
});

describe('three workers on one database', () => {
  it('make one transfer for each receiver who is due today, however often each is told to', { timeout: 400_000 }, async () => {
    const count = seedsOf(60);
    const before = await keysAtBank();
    const debtors = await newDebtors(deps, sandboxUrl, { count, amount: 700 });
    const mine = debtors.map(({ id }) => id);
    const workers: WorkerProcess[] = await Promise.all([takeWorker(), startWorker(), startWorker()]);
    await Promise.all([planDraws(deps, 'headway', newRun()), planDraws(deps, 'headway', newRun())]);
    const isDone = async () => (await stored.database.draw.count({ where: { receiver_id: { in: mine }, transfer_id: { not: null } } })) === count;
    while (!(await isDone())) await eventually('some progress', async () => (await isDone()) || (await moved()));
    await Promise.all(workers.map((worker) => worker.kill()));

    const made = (await keysAtBank()).filter((key) => !before.includes(key));
    expect([made.length, new Set(made).size]).toEqual([count, count]);
    const draws = await stored.database.draw.findMany({ where: { receiver_id: { in: mine } } });
    expect(draws).toHaveLength(count);
    expect(new Set(draws.map((draw) => draw.provider_key))).toEqual(new Set(made));
  });

  let seen = 0;
  /** Whether there are more transfers than the last time. */
  async function moved(): Promise<boolean> {
    const count = await stored.database.draw.count({ where: { transfer_id: { not: null } } });
    const hasMoved = count > seen;
    seen = count;
    return hasMoved;
  }
});

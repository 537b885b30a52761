import { setTimeout as pause } from 'node:timers/promises';
import type { JobName, Jobs } from '../../../server/jobs/jobs.ts';
import type { Line, Part } from './figures.ts';
import { type Merchant, merchantOf } from './fill/merchants.ts';
import { forgetJobs, receiversWorkedOn, runJobs, spanOf, takeJobs } from './jobs.ts';
import type { Calls, RehearsalDatabase } from './product.ts';
import { withoutStatement, wrongChanges, wrongDraws, wrongFollowing, wrongLetters, wrongPurchases, wrongPurge, wrongStatements } from './proofs.ts';
import type { Stage } from './stage.ts';

const callsSince = (before: Calls, after: Calls): Calls =>
  Object.fromEntries(
    Object.entries(after)
      .map(([name, count]) => [name, count - (before[name] ?? 0)] as const)
      .filter(([, count]) => count > 0),
  );

interface Course {
  lines: readonly Line[];
  /** How many of the whole day's calls one of these stands for. */
  callsTimes: number;
}

/** Runs a part of the day and takes down what it cost. */
async function part({ database, product }: Stage, name: string, course: () => Promise<Course>): Promise<Part> {
  const [before, bytes] = [await product.calls(), await database.size()];
  product.resetPeaks();
  const { lines, callsTimes } = await course();
  const calls = callsSince(before, await product.calls());
  const diskBytes = (await database.size()) - bytes;
  await forgetJobs(database.client);
  return { name, lines, calls, callsTimes, peaks: product.peaks(), diskBytes };
}

/** Sends a job under the key of its schedule: of two that wait under one key the second would be dropped. */
const send = <Name extends JobName>({ product }: Stage, name: Name, data: Jobs[Name]) =>
  product.deps.queue.send(name, data, { singletonKey: 'program' in data ? data.program : 'default' });

/** The expectations for the jobs of a name. */
interface Expected {
  timesADay?: number;
  /** What the whole day brings; what was queued, unless it is said. */
  wanted?: number;
  /** How many jobs must have been queued, where that is known from the rows. */
  queued?: number;
  /** The most of them that are done. */
  most?: number;
}

/** Runs work and returns how long it took, waits for calls included, and the processor time that it cost beyond what the idle product takes. */
async function measured({ product }: Stage, work: () => Promise<unknown>): Promise<Pick<Line, 'tookMs' | 'processorMs'>> {
  const [began, before] = [performance.now(), product.processorMs()];
  await work();
  const tookMs = performance.now() - began;
  return { tookMs, processorMs: Math.max(0, product.processorMs() - before - product.idleShare * tookMs) };
}

/** Runs the jobs of a name that wait, or as many of them as are watched. Returns their line. */
async function worked(stage: Stage, name: JobName, { timesADay = 1, wanted, queued, most = stage.most }: Expected = {}): Promise<Line> {
  const { client } = stage.database;
  const waiting = await takeJobs(client, name, most);
  let ran = { done: 0, failed: 0 };
  const cost = await measured(stage, async () => {
    if (waiting > 0) ran = await runJobs(client, name);
  });
  if (ran.failed > 0) stage.wrong.push(`${ran.failed} attempts of ${name} failed`);
  if (queued !== undefined && waiting !== queued) stage.wrong.push(`${waiting} jobs ${name} were queued instead of ${queued}`);
  return { name, wanted: wanted ?? waiting, done: ran.done, ...cost, tookMs: await spanOf(client, name), timesADay };
}

interface Planned {
  timesADay: number;
  /** The rows that the planner goes through. */
  through: number;
}

/** Runs a job for the whole program, once for each of the data. Returns its line. */
async function planned<Name extends JobName>(stage: Stage, name: Name, data: readonly Jobs[Name][], { timesADay, through }: Planned): Promise<Line> {
  for (const one of data) await send(stage, name, one);
  return { ...(await worked(stage, name, { timesADay, queued: data.length, most: data.length })), wanted: through, done: through };
}

/** Returns how many times what was done makes what is wanted. */
const scaleOf = ({ wanted, done }: Line): number => (done === 0 ? 1 : wanted / done);

async function atOnce<Item>(items: readonly Item[], concurrency: number, work: (item: Item) => Promise<void>): Promise<void> {
  const rest = items.values();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const item of rest) await work(item);
    }),
  );
}

/** Waits until the product has taken all webhooks. */
async function untilDelivered({ client }: RehearsalDatabase): Promise<void> {
  for (let isWaiting = true; isWaiting; await pause(100)) {
    const { rowCount } = await client.query('SELECT FROM sandbox.webhook WHERE finished_at IS NULL LIMIT 1');
    isWaiting = rowCount !== 0;
  }
}

/** Merchants buy: the issuer asks us, tells us by webhook, and hears the new limits. */
function purchases(stage: Stage): Promise<Part> {
  const { product, day, database } = stage;
  return part(stage, 'purchases', async () => {
    const buyers: Merchant[] = Array.from({ length: day.bought }, (_, number) => merchantOf(number, day));
    await product.setWebhooks(true);
    let approved = 0;
    const deciding = await measured(stage, () =>
      atOnce(buyers, 8, async ({ cardToken }) => {
        const bought = await product.press<{ result: string }>('lithic/spend', {
          card_token: cardToken,
          amount: 4_200,
          descriptor: 'NIMBUS HOSTING',
          settle: 'yes',
        });
        if (bought.result === 'APPROVED') approved += 1;
      }),
    );
    const taking = await measured(stage, async () => {
      await product.setWebhooks(false);
      await untilDelivered(database);
    });
    const all = { most: Number.POSITIVE_INFINITY };
    const handled = await worked(stage, 'handle-webhook', { ...all, wanted: 2 * day.merchants, queued: 2 * day.bought });
    const recomputed = await worked(stage, 'recompute-spending-power', { ...all, wanted: day.merchants, queued: day.bought });
    const pushed = await worked(stage, 'push-spend-limit', { ...all, wanted: day.merchants });
    await worked(stage, 'spread-spend-limit', all);
    stage.wrong.push(...(await wrongPurchases(stage, buyers, approved)));
    return {
      callsTimes: day.merchants / day.bought,
      lines: [
        { name: 'purchases decided', wanted: day.merchants, done: approved, ...deciding, timesADay: 1 },
        { name: 'webhooks taken', wanted: 2 * day.merchants, done: 2 * day.bought, ...taking, timesADay: 1 },
        handled,
        { ...recomputed, name: 'recomputes after purchases' },
        { ...pushed, name: 'limits sent' },
      ],
    };
  });
}

/** What the issuer tells of all cards, beside its webhooks. Every event is read in three runs, which overlap. */
async function following(stage: Stage): Promise<Part[]> {
  const { merchants, bought } = stage.day;
  const events = await part(stage, 'events of the issuer', async () => {
    const line = await planned(stage, 'follow-issuer', [{}], { timesADay: 3, through: 2 * merchants });
    return { callsTimes: 3, lines: [line] };
  });
  const transactions = await part(stage, 'transactions of the issuer', async () => {
    const line = await planned(stage, 'compare-transactions', [{}], { timesADay: 1, through: merchants - bought });
    stage.wrong.push(...(await wrongFollowing(stage)));
    return { callsTimes: merchants / Math.max(1, merchants - bought), lines: [line] };
  });
  return [events, transactions];
}

const programsOf = ({ product }: Stage) => Object.values(product.deps.programs).map(({ key }) => ({ program: key }));

/** Dues are drawn from the banks, and the banks tell of the transfers. */
async function draws(stage: Stage): Promise<Part[]> {
  const { merchants } = stage.day;
  const drawn = await part(stage, 'draws', async () => {
    const plan = await planned(stage, 'plan-draws', programsOf(stage), { timesADay: 2, through: merchants });
    const line = await worked(stage, 'draw-repayments', { timesADay: 2, queued: merchants });
    stage.wrong.push(...(await wrongDraws(stage, await receiversWorkedOn(stage.database.client, 'draw-repayments'))));
    const again = await planned(stage, 'plan-changed-draws', programsOf(stage), { timesADay: 11, through: merchants });
    stage.wrong.push(...(await wrongChanges(stage)));
    return { callsTimes: scaleOf(line), lines: [plan, line, again] };
  });
  const transfers = await part(stage, 'transfers of the bank', async () => {
    const [{ count = '0' } = {}] = (await stage.database.client.query<{ count: string }>('SELECT count(*) FROM draw')).rows;
    const read = await planned(stage, 'sync-transfer-events', [{}], { timesADay: 1, through: Number(count) });
    const synced = await worked(stage, 'sync-transfer');
    const swept = await planned(stage, 'sweep-transfers', [{}], { timesADay: 1, through: Number(count) });
    return { callsTimes: 1, lines: [read, synced, swept] };
  });
  return [drawn, transfers];
}

/** Letters on a Monday: the summary of every merchant, notices of debits, and looks at balances. */
function letters(stage: Stage): Promise<Part> {
  return part(stage, 'letters', async () => {
    const plan = await planned(stage, 'plan-letters', programsOf(stage), { timesADay: 3, through: stage.day.merchants });
    const receivers = await worked(stage, 'plan-receiver-letters', { timesADay: 3, queued: stage.day.merchants });
    const sent = await worked(stage, 'send-letter', { most: Number.POSITIVE_INFINITY });
    stage.wrong.push(...(await wrongLetters(stage, await receiversWorkedOn(stage.database.client, 'plan-receiver-letters'))));
    return { callsTimes: scaleOf(receivers), lines: [plan, receivers, { ...sent, wanted: Math.round(sent.done * scaleOf(receivers)) }] };
  });
}

/**
 * Spending power that time alone has changed. A purchase recomputes it too, and on a day on which everybody buys nobody needs
 * this: it stands here instead of the recomputes after purchases, and adds nothing to the day.
 */
function refreshes(stage: Stage): Promise<Part> {
  return part(stage, 'spending power', async () => {
    const plan = await planned(stage, 'refresh-spending-power', [{}], { timesADay: 96, through: stage.day.merchants });
    const { merchants, bought } = stage.day;
    const line = await worked(stage, 'recompute-spending-power', { queued: merchants - bought, timesADay: 0 });
    return { callsTimes: 0, lines: [plan, { ...line, name: 'recomputes by time' }] };
  });
}

/** A day's share of the weekly comparison of each merchant with the providers. */
function comparisons(stage: Stage): Promise<Part> {
  return part(stage, 'weekly comparison', async () => {
    const plan = await planned(stage, 'reconcile-all', [{}], { timesADay: 24, through: stage.day.merchants });
    // One hourly run, which plans 12,000 at most.
    const due = Math.floor(stage.day.merchants / 7);
    const line = await worked(stage, 'reconcile-receiver', { wanted: due, queued: Math.min(due, 12_000) });
    return { callsTimes: scaleOf(line), lines: [plan, line] };
  });
}

/** The end of a month: each merchant who had anything booked gets a statement. Here it is a thirtieth, who bought on that month's last day. */
function monthEnd(stage: Stage): Promise<Part> {
  return part(stage, 'end of a month', async () => {
    const { merchants } = stage.day;
    const plan = await planned(stage, 'plan-month-closings', [{}], { timesADay: 1, through: merchants });
    const line = await worked(stage, 'close-months', { timesADay: 1 / 30, wanted: merchants, queued: await withoutStatement(stage) });
    stage.wrong.push(...(await wrongStatements(stage, await receiversWorkedOn(stage.database.client, 'close-months'))));
    return { callsTimes: 0, lines: [plan, line] };
  });
}

/** What deletes what is over, and what looks through all merchants and mostly finds nothing. */
function upkeep(stage: Stage): Promise<Part> {
  const { merchants } = stage.day;
  return part(stage, 'upkeep', async () => {
    const lines = [
      await planned(stage, 'purge-expired', [{}], { timesADay: 1, through: 2 * merchants }),
      await planned(stage, 'purge-old-runs', [{}], { timesADay: 1, through: merchants }),
      await planned(stage, 'plan-approvals', [{}], { timesADay: 96, through: merchants }),
      await planned(stage, 'compare-sums', [{}], { timesADay: 1, through: merchants }),
      await planned(stage, 'sync-stale-stores', [{}], { timesADay: 24, through: merchants }),
    ];
    stage.wrong.push(...(await wrongPurge(stage)));
    return { callsTimes: 1, lines };
  });
}

/** Lives the day, part by part. */
export async function liveDay(stage: Stage, tell: (part: Part) => void): Promise<Part[]> {
  const parts: Part[] = [];
  for (const course of [purchases, following, draws, letters, refreshes, comparisons, monthEnd, upkeep]) {
    const lived = [await course(stage)].flat();
    for (const one of lived) tell(one);
    parts.push(...lived);
  }
  return parts;
}

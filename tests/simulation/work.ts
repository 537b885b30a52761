import { randomUUID } from 'node:crypto';
import { startWorker } from '../../server/jobs/index.ts';
import { type JobName, urgencyOf } from '../../server/jobs/jobs.ts';
import type { JobRun, Queue } from '../../server/jobs/queue.ts';
import { ProviderFailure } from '../../server/providers/failure.ts';
import { withUrgency } from '../../server/providers/urgency.ts';
import { receiveWebhook } from '../../server/services/webhooks/receiveWebhook.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import type { Chance } from '../support/chance.ts';
import { newRun } from '../support/jobRun.ts';
import { expectSoundBooks, type Life } from './books.ts';
import { Killed, mortalDeps, type SimulatedJob, type Trouble, troubleKinds } from './mortal.ts';
import type { HeldToQuotas } from './quotas.ts';

/** The most failures that hit one piece of work, so that a life makes progress. */
const mostTrouble = 3;

/** The most tries of a job, of which each makes at least one call; a job that needs more will never succeed. */
const mostTries = 100;

/** Jobs that the simulation does not do: mails have their own tests, and the providers here have no address to set and no link to end. */
const leftOut: ReadonlySet<JobName> = new Set(['send-letter', 'set-decision-endpoint', 'unlink-bank']);

type Handler = (data: object, run: JobRun) => Promise<void>;

/** Returns the product's own job handlers, as a worker with these dependencies registers them. */
async function handlersOf(deps: OpenDeps): Promise<ReadonlyMap<JobName, Handler>> {
  const handlers = new Map<JobName, Handler>();
  let isRegistered = false;
  const queue: Queue = {
    ...deps.queue,
    send: async (...sending) => (isRegistered ? deps.queue.send(...sending) : undefined),
    // A handler receives only data of its own job.
    work: async (name, handler) => void handlers.set(name, handler as Handler),
    schedule: async () => {},
  };
  await startWorker({ ...deps, queue });
  isRegistered = true;
  return handlers;
}

interface Webhook {
  port: 'cardIssuer' | 'bank';
  body: object;
  /** Number of deliveries still to come. */
  copies: number;
}

interface Waiting extends SimulatedJob {
  /** Stays the same when the job is repeated. */
  id: string;
  trouble: number;
}

/** A storm: its chances, and the quotas that providers hold the product to meanwhile. */
interface Storm {
  chance: Chance;
  quotas: HeldToQuotas;
}

/** Holds the pending work of one receiver and does it one thing at a time, in order or in a storm. */
export function createWork(calm: OpenDeps, life: Life, inStorm: Storm | null, happenNext: () => void) {
  const storm = inStorm?.chance;
  const deps = inStorm?.quotas.deps ?? calm;
  let webhooks: Webhook[] = [];
  let waiting: Waiting[] = [];
  let depth = 0;
  let isLost = false;
  let hasActed = false;
  const letters = new Set<string>();

  function take(jobs: readonly SimulatedJob[]): void {
    for (const job of jobs) {
      const isOurs = !('receiver_id' in job.data) || job.data.receiver_id === life.scope.receiverId;
      const waits = job.singletonKey !== undefined && waiting.some(({ name, singletonKey }) => name === job.name && singletonKey === job.singletonKey);
      if (isOurs && job.name === 'send-letter' && 'kind' in job.data && 'about' in job.data) letters.add(`${job.data.kind} ${job.data.about}`);
      if (isOurs && !waits && !leftOut.has(job.name)) waiting.push({ ...job, id: randomUUID(), trouble: 0 });
    }
  }

  async function letOthersWork(): Promise<void> {
    if (depth > 1) return;
    depth += 1;
    if (storm?.is(0.7)) happenNext();
    for (let steps = storm?.below(6) ?? 0; steps > 0; steps -= 1) await step();
    depth -= 1;
  }

  function nextTrouble(before: number): Trouble | null {
    if (!storm || before >= mostTrouble || !storm.is(0.4)) return null;
    const kind = storm.pick(troubleKinds);
    if (kind === 'killed') return { kind, after: storm.below(50) };
    return { kind, after: storm.is(0.7) ? 0 : storm.below(4) };
  }

  /** Does work as a separate process. Returns false when it was cut off, because it was killed or a provider failed. */
  async function attempt(before: number, work: (deps: OpenDeps) => Promise<void>): Promise<boolean> {
    const process = mortalDeps({ deps, take, letOthersWork }, nextTrouble(before));
    try {
      await work(process.deps);
      return true;
    } catch (failure) {
      if (!(process.isDead() || failure instanceof Killed || failure instanceof ProviderFailure)) throw failure;
      inStorm?.quotas.waitForRetry();
      return false;
    } finally {
      hasActed ||= process.hasActed();
    }
  }

  /** Checks the books when anything may have changed them. */
  async function check(): Promise<void> {
    if (hasActed) await expectSoundBooks(deps, life);
    hasActed = false;
  }

  async function deliver(webhook: Webhook): Promise<void> {
    const rawBody = Buffer.from(JSON.stringify(webhook.body));
    const isTaken = await attempt(0, async (mortal) => void (await receiveWebhook(mortal, webhook.port, { rawBody, headers: {} })));
    if (isTaken) webhook.copies -= 1;
    webhooks = webhooks.filter(({ copies }) => copies > 0);
  }

  async function run(job: Waiting): Promise<void> {
    if (job.trouble > mostTries) throw new Error(`${job.name} is never done`);
    waiting = waiting.filter((other) => other !== job);
    const isDone = await attempt(job.trouble, async (mortal) => {
      const handler = (await handlersOf(mortal)).get(job.name);
      if (!handler) throw new Error(`nobody does ${job.name}`);
      await withUrgency(urgencyOf(job.name), () => handler(job.data, { ...newRun(), id: job.id }));
    });
    if (!isDone) waiting.push({ ...job, trouble: job.trouble + 1 });
    // A finished job may run again.
    else if (storm?.is(0.15)) waiting.push({ ...job, trouble: mostTrouble });
  }

  /** Does one pending thing; returns false when there is none. */
  async function step(): Promise<boolean> {
    const count = webhooks.length + waiting.length;
    if (count === 0) return false;
    const place = storm?.below(count) ?? 0;
    const webhook = webhooks[place];
    const job = waiting[place - webhooks.length];
    if (webhook) await deliver(webhook);
    else if (job) await run(job);
    await check();
    return true;
  }

  async function finish(): Promise<void> {
    while (await step());
  }

  return {
    take,
    step,
    /** Queues the webhooks of an outside event: once, or in a storm never, late, or several times. */
    tell(port: Webhook['port'], events: readonly object[]) {
      for (const body of events) {
        const copies = storm ? storm.below(4) : 1;
        if (copies > 0) webhooks.push({ port, body, copies });
        else isLost = true;
      }
    },
    finish,
    /** The letters that were ordered, by kind and what they are about; one that is ordered again is sent once. */
    letters: (): ReadonlySet<string> => letters,
    /** Queues the readings of the providers' events and lists, which find what webhooks did not tell, and finishes them. */
    async sweep() {
      if (!isLost) return;
      isLost = false;
      take([
        { name: 'sync-transfer-events', data: {}, singletonKey: undefined },
        { name: 'follow-issuer', data: {}, singletonKey: undefined },
        { name: 'compare-transactions', data: {}, singletonKey: undefined },
      ]);
      await finish();
    },
    /** Repeats work until it succeeds, like a person who tries again after a failure. */
    async insist(work: (deps: OpenDeps) => Promise<void>) {
      for (let trouble = 0; !(await attempt(trouble, work)); ) trouble += 1;
      await check();
    },
  };
}

export type Work = ReturnType<typeof createWork>;

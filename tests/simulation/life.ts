import { randomUUID } from 'node:crypto';
import { type ReceiverScope, receiverScope } from '../../server/db/scope.ts';
import { addCalendarDays, type IsoDate, isBusinessDay, isoDate, startOfDay } from '../../server/domain/basics/dates.ts';
import { DomainError } from '../../server/domain/basics/errors.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { startWorker } from '../../server/jobs/index.ts';
import { type JobName, urgencyOf } from '../../server/jobs/jobs.ts';
import type { JobRun, Queue } from '../../server/jobs/queue.ts';
import { ProviderFailure } from '../../server/providers/failure.ts';
import { withUrgency } from '../../server/providers/urgency.ts';
import { type Caller, callerOf } from '../../server/services/access/caller.ts';
import { syncCard } from '../../server/services/card/syncCard.ts';
import { readCredit, requestPayout } from '../../server/services/payout/requestPayout.ts';
import { reconcileReceiver } from '../../server/services/reconciliation/reconcile.ts';
import { payNow, previewPayNow } from '../../server/services/repayment/payNow.ts';
import { requestSpendingPower } from '../../server/services/spendingPower/requestSpendingPower.ts';
import { addManualRow } from '../../server/services/staff/addManualRow.ts';
import { runAdminAction } from '../../server/services/staff/runAdminAction.ts';
import { receiveWebhook } from '../../server/services/webhooks/receiveWebhook.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { type Chance, chanceOf } from '../support/chance.ts';
import { acceptedAuthorization } from '../support/debitAuthorization.ts';
import { newRun } from '../support/jobRun.ts';
import { simulatedBank } from './bank.ts';
import { type Due, expectSettledBooks, expectSoundBooks, type Life, readBooks } from './books.ts';
import { simulatedIssuer } from './issuer.ts';
import { modelOf, power } from './model.ts';
import { Killed, mortalDeps, type SimulatedJob, type Trouble, troubleKinds } from './mortal.ts';
import { askAboutPurchase } from './questions.ts';
import { type Bites, type HeldToQuotas, holdToQuotas } from './quotas.ts';

/** Days with events, and the most days after them until all work in progress has ended. */
const storyDays = 30;
const closingDays = 25;

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
    unschedule: async () => {},
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
function createWork(calm: OpenDeps, life: Life, inStorm: Storm | null, happenNext: () => void) {
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

interface Person {
  scope: ReceiverScope;
  caller: Caller;
}

/** Creates a receiver with a card and a bank; its terms follow from the history. */
async function newReceiver({ database, secrets, clock }: OpenDeps, story: Chance, name: string): Promise<Person> {
  const id = randomUUID();
  const handle = `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const isWeekly = story.is(0.2);
  const receiver = await database.receiver.create({
    data: {
      id,
      token: id,
      email: `${id}@example.com`,
      whitelabel: 'headway',
      business_name: 'Corner Bakery',
      plaid_access_token: handle,
      plaid_item_id: name,
      lithic_account_token: `${name}-account`,
      lithic_card_token: `${name}-card`,
      override_spend_limit: BigInt(power),
      payment_plan: isWeekly ? 'fixed_pay' : 'net_terms',
      net_terms: isWeekly ? story.pick([7, 14]) : story.below(12),
      net_terms_type: story.pick(['calendar', 'business']),
    },
  });
  const access_token = secrets.encrypt('access', { table: 'bank_link', column: 'access_token', owner: id });
  const { id: bank_link_id, account_id } = await database.bankLink.create({
    data: { receiver_id: id, handle, access_token, item_id: name, account_id: 'account', holder_category: 'business' },
  });
  await database.debitAuthorization.create({ data: { receiver_id: id, bank_link_id, account_id, ...acceptedAuthorization, accepted_at: clock() } });
  return { scope: receiverScope(id), caller: callerOf(receiver) };
}

/** Links an account and authorizes its debits where the bank has put an end to either, as the merchant does in the bank step. */
async function restoreDebits(deps: OpenDeps, scope: ReceiverScope): Promise<void> {
  const { database, secrets, clock } = deps;
  const receiver_id = scope.receiverId;
  const link = await database.bankLink.findFirst({ where: { receiver_id, unlinked_at: null } });
  const authorization = await database.debitAuthorization.findFirst({ where: { receiver_id, ended_at: null } });
  if (link && authorization) return;
  const access_token = secrets.encrypt('access', { table: 'bank_link', column: 'access_token', owner: receiver_id });
  const handle = `h_${randomUUID().replaceAll('-', '').slice(0, 24)}`;
  const { id: bank_link_id, account_id } =
    link ?? (await database.bankLink.create({ data: { receiver_id, handle, access_token, item_id: handle, account_id: handle, holder_category: 'business' } }));
  if (!link) await database.receiver.update({ where: { id: receiver_id }, data: { plaid_access_token: handle, plaid_item_id: handle } });
  await database.debitAuthorization.create({ data: { receiver_id, bank_link_id, account_id, ...acceptedAuthorization, accepted_at: clock() } });
  await requestSpendingPower(deps, database, scope, 'debit authorization');
}

interface Telling {
  deps: OpenDeps;
  /** A member of staff. */
  staff: Caller;
  /** Seed of the outside events and of people's decisions. */
  story: string;
  /** Seed of the delivery order and of all failures; null for a life without failures. */
  storm: string | null;
}

/** Passes over the refusal of a payment while the bank may not be debited, as the merchant does; throws anything else. */
function refusedWithoutBank(failure: unknown): void {
  const codes: readonly string[] = ['debit_authorization_needed', 'step_out_of_order'];
  if (!(failure instanceof DomainError && codes.includes(failure.code))) throw failure;
}

/**
 * Plays one history of a receiver: days of purchases, repayments and decisions that follow from a seed alone, in order
 * or in a storm, where the providers also hold it to quotas. Checks the books after every step, and against the providers at
 * the end of each day. Returns the final books, and what the quotas did.
 */
export async function liveThrough({ deps: shared, staff, story: seed, storm: stormSeed }: Telling) {
  const story = chanceOf(`story ${seed}`);
  const chance = stormSeed === null ? null : chanceOf(`storm ${stormSeed}`);
  const name = `story${seed}-${stormSeed ?? 'calm'}`;
  const questions = chanceOf(`questions ${seed}`);
  const credits = chanceOf(`credits ${seed}`);
  const rows = chanceOf(`rows ${seed}`);
  /** The credits of staff that they have not taken back, in cents. */
  let credited = 0;
  let today: IsoDate = addCalendarDays(isoDate('2024-01-01'), story.below(7 * 365));
  let moment = 0;
  // From late in the morning in New York on. No two things happen at one instant: the product goes by which came first.
  const clock = () => {
    moment += 1;
    return new Date(startOfDay(today).getTime() + 16 * 3_600_000 + moment);
  };

  const issuer = simulatedIssuer(name, clock);
  const bank = simulatedBank(name, seed, clock);
  const providers = { ...shared.providers, cardIssuer: { ...shared.providers.cardIssuer, ...issuer.port }, bank: { ...shared.providers.bank, ...bank.port } };
  const deps: OpenDeps = { ...shared, clock, machineClock: clock, providers };
  const { scope, caller } = await newReceiver(deps, story, name);
  const life: Life = { name, scope, issuer, bank };
  const model = chance === null ? await modelOf(deps, scope) : null;
  let eventsToday = 0;
  const happenNext = () => {
    if (eventsToday === 0) return;
    eventsToday -= 1;
    work.tell('cardIssuer', issuer.happen(story));
  };
  const storm = chance && { chance, quotas: holdToQuotas(deps, chanceOf(`quotas ${stormSeed}`)) };
  const work = createWork(deps, life, storm, happenNext);
  // Each life has its own bank, which numbers its events from the beginning, and its own quotas.
  await deps.database.providerCursor.deleteMany();
  await deps.database.providerBudget.deleteMany();
  const quiet = mortalDeps({ deps, take: work.take, letOthersWork: async () => {} }, null).deps;
  await syncCard(quiet, scope, issuer.card().token);
  await work.finish();

  const view = async (mortal: OpenDeps) => ({
    scope,
    receiver: await mortal.database.receiver.findUniqueOrThrow({ where: { id: scope.receiverId } }),
    isOwn: true,
  });
  /** Pays all, the next due, or a share of what can be paid. A cut-off payment is tried again: it then pays that share of what is left. */
  const pay = (choice: 'all' | 'next_due' | 'amount') => {
    const percent = choice === 'amount' ? story.between(1, 100) : 100;
    return work.insist(async (mortal) => {
      const shown = await previewPayNow(mortal, await view(mortal), { pay: choice === 'amount' ? 'all' : choice });
      const amount_cents = Math.ceil((shown.amount_cents * percent) / 100);
      if (amount_cents > 0) await payNow(mortal, caller, await view(mortal), { pay: choice, amount_cents }, async () => {}).catch(refusedWithoutBank);
    });
  };
  const askForCredit = () =>
    work.insist(async (mortal) => {
      const { can_be_paid_out, credit_cents } = await readCredit(mortal, await view(mortal));
      if (can_be_paid_out) await requestPayout(mortal, caller, await view(mortal), { amount_cents: credit_cents });
    });
  const origin = { requestId: name, address: '127.0.0.1', userAgent: 'simulation' };
  /** Staff enter a chargeback, or take credits back that they gave. They look for the row before they enter it again. */
  const enter = (amount: number) =>
    work.insist(async (mortal) => {
      const reason = `row of ${today}`;
      if ((await mortal.database.bankTransfer.count({ where: { receiver_id: scope.receiverId, manual_reason: reason } })) > 0) return;
      const row = { transaction_type: 'chargeback' as const, amount_cents: cents(amount), reason, origin };
      await addManualRow(mortal, staff, await view(mortal), row);
    });
  const lock = (action: 'lock_account' | 'unlock_account') =>
    work.insist(async (mortal) => {
      await runAdminAction(mortal, staff, await view(mortal), { action, reason: 'simulation', confirmation: undefined, origin });
    });

  /** The merchant links another account, and authorizes debits, some days after the bank has put an end to them. */
  async function restoreBank(): Promise<void> {
    if (!story.is(0.2)) return;
    await restoreDebits(quiet, scope);
    model?.restored();
  }

  /** Lets the model, which lives in order, see what the network has done when the product has. */
  async function followCards(): Promise<void> {
    if (!model) return;
    await work.finish();
    model.cardsMoved(issuer.purchases());
  }

  /** Lets the network expire what is held, one after the other: what is credited in between depends on their order. */
  async function expireHolds(): Promise<void> {
    for (let events = issuer.expireNext(); events.length > 0; events = issuer.expireNext()) {
      work.tell('cardIssuer', events);
      await work.finish();
      await work.sweep();
      await followCards();
    }
  }

  async function liveADay(isQuiet: boolean): Promise<void> {
    await restoreBank();
    work.take([{ name: 'refresh-spending-power', data: {}, singletonKey: undefined }]);
    const moved = isBusinessDay(today, deps.isBankHoliday) ? bank.workADay() : [];
    work.tell('bank', moved);
    if (model) {
      await work.finish();
      if (moved.length > 0) await model.bankWorked(deps.database, bank.transfers());
    }
    eventsToday = !isQuiet && story.is(0.4) ? story.between(1, 3) : 0;
    while (eventsToday > 0) {
      happenNext();
      for (let steps = chance?.below(4) ?? 0; steps > 0; steps -= 1) await work.step();
      await followCards();
    }
    if (!isQuiet && credits.is(0.08)) {
      work.tell('cardIssuer', issuer.giveBack(credits));
      await followCards();
    }
    await work.finish();
    await work.sweep();
    if (!isQuiet && credits.is(0.3)) {
      await askForCredit();
      await work.finish();
      await model?.expectPayout(deps.database);
    }
    if (!isQuiet && rows.is(0.08)) {
      const amount = credited > 0 && rows.is(0.4) ? -rows.between(1, credited) : rows.between(100, 20_000);
      credited += amount;
      await enter(amount);
      await work.finish();
      model?.entered(amount);
    }
    const isPaying = !isQuiet && story.is(0.06);
    if (isPaying) await pay(story.pick(['all', 'next_due', 'amount']));
    if (!isQuiet && story.is(0.05)) {
      const action = story.pick(['lock_account', 'unlock_account'] as const);
      await lock(action);
      model?.locked(action === 'lock_account');
    }
    if (model) {
      await work.finish();
      if (isPaying) await model.paid(deps.database);
      const question = { chance: questions, cardToken: issuer.card().token, name: `${name}-q${today}` };
      if (questions.is(0.3)) {
        // The issuer declines them all after we were asked, and what we approved is free again.
        for (const amount of await askAboutPurchase(quiet, model, question)) work.tell('cardIssuer', issuer.declineAsked(question.name, amount));
        await work.finish();
        await work.sweep();
      }
    }
    work.take([{ name: 'plan-draws', data: { program: 'headway' }, singletonKey: undefined }]);
    await work.finish();
    // The next banking hour: a payment that was on its way when dues were planned may have failed meanwhile.
    work.take([{ name: 'plan-changed-draws', data: { program: 'headway' }, singletonKey: undefined }]);
    await work.finish();
    await model?.expectDebits(deps.database);
  }

  let toPay: readonly Due[] = [];
  for (let day = 0; day < storyDays || (day < storyDays + closingDays && (toPay.length > 0 || bank.isBusy())); day += 1) {
    // After the story the network expires the remaining holds, and staff unlock the account, because its draws wait while it is locked.
    if (day === storyDays) {
      await expireHolds();
      await lock('unlock_account');
      model?.locked(false);
    }
    await liveADay(day >= storyDays);
    toPay = await expectSettledBooks(deps, life, work.letters());
    model?.expectAccount(toPay, issuer.card().state);
    today = addCalendarDays(today, 1);
    moment = 0;
  }
  if ((await reconcileReceiver(quiet, scope, null)).length > 0) throw new Error('there is a difference to the providers left');
  const bites: Bites | undefined = storm?.quotas.bites;
  return { books: await readBooks(deps, life), bites };
}

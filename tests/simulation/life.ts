import { expect } from 'vitest';
import { addCalendarDays, type IsoDate, isBusinessDay, isoDate, startOfDay } from '../../server/domain/basics/dates.ts';
import type { Caller } from '../../server/services/access/caller.ts';
import { syncCard } from '../../server/services/card/syncCard.ts';
import { creditCashback } from '../../server/services/ledger/creditCashback.ts';
import { withLockedReceiver } from '../../server/services/ledger/lockedReceiver.ts';
import { reconcileReceiver } from '../../server/services/reconciliation/reconcile.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { chanceOf } from '../support/chance.ts';
import { isOrderFree } from './allocated.ts';
import { simulatedBank } from './bank.ts';
import { type Due, expectSettledBooks, type Life, readBooks, readStanding } from './books.ts';
import { simulatedIssuer } from './issuer.ts';
import { type Model, modelOf } from './model.ts';
import { mortalDeps } from './mortal.ts';
import { createPeople, newReceiver, type Payment, restoreDebits } from './people.ts';
import { askAboutPurchase } from './questions.ts';
import { holdToQuotas, type QuotaEffects } from './quotas.ts';
import { createWork } from './work.ts';

/** Days with events, and the most days after them until all work in progress has ended. */
const storyDays = 30;
const closingDays = 25;

interface Telling {
  deps: OpenDeps;
  /** A member of staff. */
  staff: Caller;
  /** Seed of the outside events and of people's decisions. */
  story: string;
  /** Seed of the delivery order and of all failures; null for a life without failures. */
  storm: string | null;
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
  const person = await newReceiver(deps, story, name);
  const { scope } = person;
  const life: Life = { name, scope, issuer, bank };
  const model = chance === null ? await modelOf(deps, scope) : null;
  let eventsToday = 0;
  let mayOverlap = true;
  const happenNext = () => {
    if (eventsToday === 0) return;
    eventsToday -= 1;
    work.tell('cardIssuer', issuer.happen(story));
  };
  const storm = chance && { chance, quotas: holdToQuotas(deps, chanceOf(`quotas ${stormSeed}`)) };
  const work = createWork(deps, life, storm, () => mayOverlap && happenNext());
  // Each life has its own bank, which numbers its events from the beginning, and its own quotas.
  await deps.database.providerCursor.deleteMany();
  await deps.database.providerBudget.deleteMany();
  const quiet = mortalDeps({ deps, take: work.take, letOthersWork: async () => {} }, null).deps;
  await syncCard(quiet, scope, issuer.card().token);
  await work.finish();

  const { pay, askForCredit, enter, lock } = createPeople(work, story, { person, staff, name });

  /** What has become final with the day is credited before anything happens, as the first run of a day's draws does. */
  async function beginDay(): Promise<void> {
    await withLockedReceiver(quiet, scope, (transaction, receiver) => creditCashback(quiet, transaction, { scope, receiver }));
    model?.begunDay();
  }

  /** The merchant links another account, and authorizes debits, some days after the bank has put an end to them. */
  async function restoreBank(): Promise<void> {
    if (!story.is(0.2)) return;
    await restoreDebits(quiet, scope);
    model?.restored();
  }

  /** Finishes all work, of which webhooks told or not. */
  async function finishAll(): Promise<void> {
    await work.finish();
    await work.sweep();
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
      await finishAll();
      await followCards();
    }
  }

  /** The bank moves its transfers, on a day on which it is open. */
  async function workAtBank(): Promise<void> {
    const moved = isBusinessDay(today, deps.isBankHoliday) ? bank.workADay() : [];
    work.tell('bank', moved);
    await finishAll();
    if (moved.length > 0) await model?.bankWorked(deps.database, bank.transfers());
  }

  /** The network tells of purchases, then sometimes of a refund, which may be large. */
  async function workAtNetwork(isQuiet: boolean): Promise<void> {
    mayOverlap = await isOrderFree(deps.database, scope);
    eventsToday = !isQuiet && story.is(0.5) ? story.between(1, 3) : 0;
    while (eventsToday > 0) {
      happenNext();
      for (let steps = chance?.below(4) ?? 0; steps > 0; steps -= 1) await work.step();
      if (!mayOverlap) await finishAll();
      await followCards();
    }
    await finishAll();
    const [isRefunded, isMuch] = [!isQuiet && credits.is(0.12), credits.is(0.2)];
    if (!isRefunded) return;
    // It gives back what is known to be bought when it is booked.
    work.tell('cardIssuer', isMuch ? issuer.giveBack(credits) : issuer.refund(credits));
    await followCards();
    await finishAll();
  }

  /** Staff enter a credit, or take one back. */
  async function enterRow(): Promise<void> {
    const amount = credited > 0 && rows.is(0.4) ? -rows.between(1, credited) : rows.between(100, 20_000);
    credited += amount;
    await enter(amount, today);
    await work.finish();
    model?.entered(amount);
  }

  /** The issuer asks about a purchase, and declines what it asked about: what we approved is free again. */
  async function askQuestions(asked: Model): Promise<void> {
    const question = { chance: questions, cardToken: issuer.card().token, name: `${name}-q${today}` };
    if (!questions.is(0.3)) return;
    for (const amount of await askAboutPurchase(quiet, asked, question)) work.tell('cardIssuer', issuer.declineAsked(question.name, amount));
    await finishAll();
  }

  async function drawDues(): Promise<void> {
    // The second in the next banking hour: what was on its way when dues were planned may have failed meanwhile.
    for (const name of ['plan-draws', 'plan-changed-draws'] as const) {
      work.take([{ name, data: { program: 'headway' }, singletonKey: undefined }]);
      await work.finish();
      await model?.expectDebits(deps.database);
    }
  }

  /** What is due in weekly parts is not paid by the purchase. */
  function choosePayment(): Payment {
    const choice = story.pick(['all', 'next_due', 'amount', 'purchase'] as const);
    const newest = issuer.purchases().findLast(({ transaction }) => transaction.settledCents > 0);
    if (choice !== 'purchase' || newest === undefined || person.isWeekly) return { choice: choice === 'purchase' ? 'all' : choice, token: null };
    return { choice, token: newest.transaction.token };
  }

  async function liveADay(isQuiet: boolean): Promise<void> {
    await beginDay();
    await restoreBank();
    work.take([{ name: 'refresh-spending-power', data: {}, singletonKey: undefined }]);
    await workAtBank();
    await workAtNetwork(isQuiet);
    if (!isQuiet && credits.is(0.3)) {
      await askForCredit();
      await work.finish();
      await model?.expectPayout(deps.database);
    }
    if (!isQuiet && rows.is(0.04)) await enterRow();
    const payment = !isQuiet && story.is(0.12) ? choosePayment() : null;
    if (payment) await pay(payment);
    if (!isQuiet && story.is(0.05)) {
      const action = story.pick(['lock_account', 'unlock_account'] as const);
      await lock(action);
      model?.locked(action === 'lock_account');
    }
    await work.finish();
    if (payment) await model?.paid(deps.database, payment.token);
    if (model) await askQuestions(model);
    await drawDues();
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
    model?.expectAccount(await readStanding(quiet, life), issuer.card().state);
    today = addCalendarDays(today, 1);
    moment = 0;
  }
  expect(await reconcileReceiver(quiet, scope, null), 'the differences to the providers, and within the books').toEqual([]);
  const effects: QuotaEffects | undefined = storm?.quotas.effects;
  return { books: await readBooks(deps, life), effects };
}

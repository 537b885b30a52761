import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { receiversToDraw, receiversWithChanges } from '../../db/queries/draws.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type IsoDate, startOfDay } from '../../domain/basics/dates.ts';
import { noMoney } from '../../domain/basics/money.ts';
import { drawKey } from '../../domain/repayment/draw.ts';
import type { DrawArrangement } from '../../domain/repayment/drawArrangement.ts';
import { countingDay } from '../../domain/repayment/inTime.ts';
import { type OtherBank, type SafeDraws, safeAmount, safeDraws } from '../../domain/repayment/safeDraws.ts';
import { type DebtFacts, type DueDraw, drawsOnDay } from '../../domain/repayment/upcomingDebits.ts';
import type { JobRun } from '../../jobs/queue.ts';
import { providerKey } from '../../providers/key.ts';
import { debitableFallback } from '../bank/fallbackBank.ts';
import type { Deps } from '../deps.ts';
import { type Account, readAccount } from '../ledger/account.ts';
import { creditCashback } from '../ledger/creditCashback.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { jobsOf, planInPages } from '../upkeep/planInPages.ts';
import { storeArrangement } from './arrangeDraw.ts';
import { drawFacts } from './drawFacts.ts';
import { safeOnDay, unpostedDebits } from './drawOutlook.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

/** Queues one draw job per receiver of the program who owes something. May be repeated at any time. */
export const planDraws = (deps: Deps, program: string, run: JobRun): Promise<void> =>
  planDrawsOf(deps, run, { planner: ofEverybody(program), next: (transaction, after) => receiversToDraw(transaction, program, after) });

/**
 * Does so for those who have an unfinished draw, or for whom something changed in the last two hours, or since the last run when none
 * came for longer. Between two days nothing else makes a draw due that was not due before. May be repeated at any time.
 */
export function planChangedDraws(deps: Deps, program: string, run: JobRun): Promise<void> {
  const changes = { whitelabel: program, planners: [ofEverybody(program), ofChanged(program)] };
  return planDrawsOf(deps, run, { planner: ofChanged(program), next: (transaction, after) => receiversWithChanges(transaction, changes, after) });
}

const ofEverybody = (program: string) => `plan-draws ${program}`;
const ofChanged = (program: string) => `plan-changed-draws ${program}`;

interface PlannedDraws {
  planner: string;
  next: (transaction: Transaction, after: string) => Promise<readonly string[]>;
}

async function planDrawsOf(deps: Deps, run: JobRun, { planner, next }: PlannedDraws): Promise<void> {
  await planInPages(deps, run, {
    planner,
    async queuePage(transaction, after) {
      const ids = await next(transaction, after);
      await deps.queue.sendMany('draw-repayments', jobsOf(ids), transaction);
      return ids;
    },
  });
}

/**
 * Credits the cashback that has become final with the day, and plans a receiver's draws for today in the program's time
 * zone: the retries of failed draws whose day has come, and one draw for each due date that is drawn by then, oldest
 * first, each under its unique name, as far as the bank account can bear them. Plans nothing on days the banks are closed, nor for
 * an account from which nothing is drawn. May be repeated: planned draws stay as they are.
 */
export function planDueDraws(deps: Deps, scope: ReceiverScope): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const day = programDay(receiver, deps.clock());
    if (await creditCashback(deps, transaction, { scope, receiver })) await requestSpendingPower(deps, transaction, scope, 'cashback');
    if (!(await isDrawnFrom(transaction, scope, receiver))) return;
    const account = await readAccount(deps, transaction, scope, receiver);
    const facts = await drawFacts(deps, transaction, scope, account);
    const { draws, arrangements } = await safeOfDay(transaction, scope, { facts, day, receiver, hasUnpaidDraw: account.hasUnpaidDraw });
    await putOff(deps, transaction, scope, { day, arrangements });
    for (const draw of draws) await planDraw(deps, transaction, scope, { day, draw, account });
  });
}

interface DayFacts {
  facts: DebtFacts;
  day: IsoDate;
}

/** Returns the day's draws that the bank account can bear, by what it last told, and the arrangements for the rest. */
async function safeOfDay(
  transaction: Transaction,
  scope: ReceiverScope,
  { facts, day, receiver, hasUnpaidDraw }: DayFacts & { receiver: Receiver; hasUnpaidDraw: boolean },
): Promise<SafeDraws> {
  const draws = drawsOnDay(facts, day);
  const safe_cents = draws.length === 0 ? null : await safeOnDay(transaction, scope, day);
  if (safe_cents === null) return { draws, arrangements: [] };
  const otherBank = await otherBankOf(transaction, scope, { day, receiver });
  const { restWaitsDays } = programOf(receiver).draws;
  return safeDraws(draws, { day, safe_cents, otherBank, hasUnpaidDraw, restWaitsDays, isBankHoliday: facts.isBankHoliday });
}

/** Returns the second bank and what it can bear, by the balance that it told for today's draws; null without one: of an older one much may be gone. */
async function otherBankOf(
  transaction: Transaction,
  scope: ReceiverScope,
  { day, receiver }: Pick<DayFacts, 'day'> & { receiver: Receiver },
): Promise<OtherBank | null> {
  const link = await debitableFallback(transaction, scope);
  const available = link?.balance_available_cents ?? link?.balance_current_cents ?? null;
  if (!link?.balance_at || available === null || programDay(receiver, link.balance_at) !== day) return null;
  const unposted = await unpostedDebits(transaction, scope, link);
  return { bank_link_id: link.id, safe_cents: safeAmount({ available: storedCents(available), unposted, cushion: noMoney }) };
}

/** Stores what is drawn on the next banking day instead, and tells the merchant. */
async function putOff(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { day, arrangements }: { day: IsoDate; arrangements: readonly DrawArrangement[] },
): Promise<void> {
  for (const arrangement of arrangements) await storeArrangement(deps, transaction, scope, { arrangement, made_by: 'us' });
  if (arrangements.length > 0) await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'repayment_split', about: day }, { transaction });
}

interface Planned {
  day: IsoDate;
  draw: DueDraw;
  account: Account;
}

async function planDraw(deps: Deps, transaction: Transaction, scope: ReceiverScope, { day, draw, account }: Planned): Promise<void> {
  const { due_date, part, attempt, amount_cents, retry_of, bank_link_id } = draw;
  const business_key = drawKey(scope.receiverId, draw);
  const facts = { ...account, today: day, isBankHoliday: deps.isBankHoliday };
  await databaseOf(transaction, scope).draw.create({
    data: {
      due_date: startOfDay(due_date),
      part,
      attempt,
      debit_date: startOfDay(day),
      // What failed before is late, whenever it is collected.
      counts_on: startOfDay(retry_of === null ? countingDay(due_date, facts) : day),
      amount_cents: BigInt(amount_cents),
      retry_of,
      bank_link_id,
      business_key,
      provider_key: providerKey(business_key),
      created_at: deps.clock(),
    },
  });
}

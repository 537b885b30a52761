import type { CalendarAnswer } from '../../contract/calendar.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { cashbackOfSchedule } from '../../domain/repayment/cashback.ts';
import { longestNoticeDays } from '../../domain/repayment/draw.ts';
import { reservedAmounts } from '../../domain/repayment/failedDebits.ts';
import { type CalendarEntry, repaymentCalendar } from '../../domain/repayment/repaymentCalendar.ts';
import { dueDateOf, paymentDeadline } from '../../domain/repayment/schedule.ts';
import { firstDrawDays } from '../../domain/repayment/upcomingDebits.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { debtFacts, readAccount } from '../ledger/account.ts';
import { programDay } from '../receiver/programOf.ts';
import { calendarFeedUrl } from './calendarFeed.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';
import { readCashbackFacts } from './readCashbackFacts.ts';

/** Returns what a receiver has to repay on which day, soonest first, with the days on which the bank is debited. */
export async function calendarEntries(deps: Deps, { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>): Promise<readonly CalendarEntry[]> {
  const { database, isBankHoliday, clock } = deps;
  const account = await readAccount(deps, database, scope, receiver);
  const debt = debtFacts(account, isBankHoliday);
  const { schedule, made, credits, inFlight, preference, arrangements } = debt;
  const facts = await readCashbackFacts(deps, database, scope, { receiver, draws: await databaseOf(database, scope).draw.findMany() });
  const dues = schedule.map((entry) => ({ due_date: dueDateOf(entry), amount_cents: entry.total_owed_cents }));
  const isDrawn = await isDrawnFrom(database, scope, receiver);
  const cashback = cashbackOfSchedule(facts, dues, clock());
  const reserved = reservedAmounts(made, credits, isBankHoliday);
  const today = programDay(receiver, clock());
  const isOverdue = schedule.some((entry) => paymentDeadline(dueDateOf(entry), isBankHoliday) < today);
  const drawDays = isOverdue ? firstDrawDays({ ...debt, owed: account.outstanding }, today, longestNoticeDays) : new Map();
  const days = { preference, arrangements, drawDays, today };
  return repaymentCalendar({ schedule, reserved, inFlight, asked: account.asked, cashback, isDrawn, ...days, isBankHoliday });
}

/** Returns the coming repayments and, for the owner alone, the feed's address: anyone who has it reads the feed without signing in. */
export async function readCalendar(deps: Deps, program: CurrentProgram, view: ReceiverView): Promise<CalendarAnswer> {
  const [entries, feed] = await Promise.all([
    calendarEntries(deps, view),
    view.isOwn ? databaseOf(deps.database, view.scope).calendarFeed.findUnique({ where: {} }) : null,
  ]);
  return { entries: [...entries], feed_url: feed && calendarFeedUrl(program, feed.token) };
}

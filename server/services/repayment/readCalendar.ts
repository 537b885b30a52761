import type { CalendarAnswer } from '../../contract/calendar.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { longestNoticeDays } from '../../domain/repayment/draw.ts';
import { type CalendarEntry, repaymentCalendar } from '../../domain/repayment/repaymentCalendar.ts';
import { dueDateOf, paymentDeadline } from '../../domain/repayment/schedule.ts';
import { failedOf, firstDrawDays } from '../../domain/repayment/upcomingDebits.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { debtFacts, readAccount } from '../ledger/account.ts';
import { programDay } from '../receiver/programOf.ts';
import { calendarFeedUrl } from './calendarFeed.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

/** Returns what a receiver has to repay on which day, soonest first, with the days on which the bank is debited. */
export async function calendarEntries(deps: Deps, { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>): Promise<readonly CalendarEntry[]> {
  const { database, isBankHoliday, clock } = deps;
  const account = await readAccount(deps, database, scope, receiver);
  const debt = debtFacts(account, isBankHoliday);
  const today = programDay(receiver, clock());
  const isOverdue = account.schedule.some((entry) => paymentDeadline(dueDateOf(entry), isBankHoliday) < today);
  const drawDays = isOverdue ? firstDrawDays({ ...debt, owed: account.outstanding }, today, longestNoticeDays) : new Map();
  const isDrawn = await isDrawnFrom(database, scope, receiver);
  return repaymentCalendar({ ...account, failed: failedOf(debt), isDrawn, drawDays, today, isBankHoliday });
}

/** Returns the coming repayments and, for the owner alone, the feed's address: anyone who has it reads the feed without signing in. */
export async function readCalendar(deps: Deps, program: CurrentProgram, view: ReceiverView): Promise<CalendarAnswer> {
  const [entries, feed] = await Promise.all([
    calendarEntries(deps, view),
    view.isOwn ? databaseOf(deps.database, view.scope).calendarFeed.findUnique({ where: {} }) : null,
  ]);
  return { entries: [...entries], feed_url: feed && calendarFeedUrl(program, feed.token) };
}

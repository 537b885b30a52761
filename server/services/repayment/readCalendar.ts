import type { CalendarAnswer } from '../../contract/calendar.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { type CalendarEntry, repaymentCalendar } from '../../domain/repayment/repaymentCalendar.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { calendarFeedUrl } from './calendarFeed.ts';

/** Returns what a receiver has to repay on which day, soonest first, with the days on which the bank is debited. */
export async function calendarEntries(deps: Deps, { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>): Promise<readonly CalendarEntry[]> {
  const { schedule } = await readAccount(deps, deps.database, scope, receiver);
  return repaymentCalendar(schedule, deps.isBankHoliday);
}

/** Returns the coming repayments and, for the owner alone, the feed's address: anyone who has it reads the feed without signing in. */
export async function readCalendar(deps: Deps, program: CurrentProgram, view: ReceiverView): Promise<CalendarAnswer> {
  const [entries, feed] = await Promise.all([
    calendarEntries(deps, view),
    view.isOwn ? databaseOf(deps.database, view.scope).calendarFeed.findUnique({ where: {} }) : null,
  ]);
  return { entries: [...entries], feed_url: feed && calendarFeedUrl(program, feed.token) };
}

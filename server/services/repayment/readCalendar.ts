import type { CalendarAnswer } from '../../contract/calendar.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { reservedAmounts } from '../../domain/repayment/failedDebits.ts';
import { type CalendarEntry, repaymentCalendar } from '../../domain/repayment/repaymentCalendar.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { debtFacts, readAccount } from '../ledger/account.ts';
import { calendarFeedUrl } from './calendarFeed.ts';
import { isDrawnFrom } from './isDrawnFrom.ts';

/** Returns what a receiver has to repay on which day, soonest first, with the days on which the bank is debited. */
export async function calendarEntries(deps: Deps, { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>): Promise<readonly CalendarEntry[]> {
  const { isBankHoliday } = deps;
  const { schedule, made, credits } = debtFacts(await readAccount(deps, deps.database, scope, receiver), isBankHoliday);
  const isDrawn = await isDrawnFrom(deps.database, scope, receiver);
  return repaymentCalendar({ schedule, reserved: reservedAmounts(made, credits, isBankHoliday), isDrawn, isBankHoliday });
}

/** Returns the coming repayments and, for the owner alone, the feed's address: anyone who has it reads the feed without signing in. */
export async function readCalendar(deps: Deps, program: CurrentProgram, view: ReceiverView): Promise<CalendarAnswer> {
  const [entries, feed] = await Promise.all([
    calendarEntries(deps, view),
    view.isOwn ? databaseOf(deps.database, view.scope).calendarFeed.findUnique({ where: {} }) : null,
  ]);
  return { entries: [...entries], feed_url: feed && calendarFeedUrl(program, feed.token) };
}

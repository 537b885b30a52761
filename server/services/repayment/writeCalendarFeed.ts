import { DomainError } from '../../domain/basics/errors.ts';
import { calendarFeed } from '../../domain/repayment/repaymentCalendar.ts';
import { viewByCalendarFeed } from '../access/viewReceiver.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { calendarEntries } from './readCalendar.ts';

/**
 * Returns the text of the feed behind a secret address, on its own program's site only. Throws `not_found` for any other address;
 * `admit` refuses a receiver whose feed is read too often.
 */
export async function writeCalendarFeed(deps: Deps, program: CurrentProgram, token: string, admit: (receiverId: string) => Promise<void>): Promise<string> {
  const view = await viewByCalendarFeed(deps, token);
  if (view.receiver.whitelabel !== program.key) throw new DomainError('not_found');
  await admit(view.receiver.id);
  return calendarFeed({ name: program.name, receiverId: view.scope.receiverId, entries: await calendarEntries(deps, view), generatedAt: deps.clock() });
}

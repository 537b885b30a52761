import { getCalendar, getCalendarFeed, postCalendarFeed } from '../../contract/calendar.ts';
import { makeCalendarFeed } from '../../services/repayment/calendarFeed.ts';
import { readCalendar } from '../../services/repayment/readCalendar.ts';
import { writeCalendarFeed } from '../../services/repayment/writeCalendarFeed.ts';
import { countCall } from '../middleware/rateLimit.ts';
import { route } from '../route.ts';

export const calendarRoutes = [
  route(
    getCalendar,
    (deps) =>
      async ({ program, caller, view }) =>
        // Anybody but the owner may lose their access, and the address would still be good.
        readCalendar(deps, program, caller.role !== 'owner' ? { ...view, isOwn: false } : view),
  ),
  route(postCalendarFeed, (deps) => async ({ program, view }) => ({ feed_url: await makeCalendarFeed(deps, program, view) })),
  route(getCalendarFeed, (deps) => async ({ program, params }) => ({
    contentType: 'text/calendar; charset=utf-8',
    fileName: 'repayments.ics',
    body: await writeCalendarFeed(deps, program, params.feed, (receiverId) => countCall(deps, 'caller', `feed of ${receiverId}`)),
  })),
];

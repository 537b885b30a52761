import { z } from 'zod';
import { defineRoute } from './define.ts';
import { changesAccount, readsAccount } from './heads.ts';

const calendarEntrySchema = z.object({
  due_date: z.iso.date(),
  /** The day the bank is debited: later than the due date when banks are closed on that day. Null when it is not debited, waits for the money, or is on its way already. */
  debit_date: z.iso.date().nullable(),
  /** Says what of it is on its way, and why the debit is later, or not made; null when all of it is debited on the due date. */
  reason: z.string().nullable(),
  /** Whether the reason tells of another day, of two parts or of another bank, as it was arranged. */
  is_arranged: z.boolean(),
  amount_cents: z.number().int(),
  /** The part that is debited on the debit date; 0 without one. */
  drawn_cents: z.number().int(),
  on_its_way_cents: z.number().int(),
  cashback_cents: z.number().int(),
});

export const getCalendar = defineRoute({
  ...readsAccount({ team: 'readers', action: 'view_account' }),
  path: '/api/users/:token/calendar',
  summary: 'The repayments with their due dates and the days on which the bank is debited, and the address of the calendar feed',
  out: z.object({
    entries: z.array(calendarEntrySchema),
    /** Null until the merchant has made one, and always for staff. */
    feed_url: z.string().nullable(),
  }),
});
export type CalendarAnswer = z.infer<(typeof getCalendar)['out']>;

export const postCalendarFeed = defineRoute({
  ...changesAccount({ team: 'owner', action: 'view_account', masquerade: 'refused' }),
  method: 'POST',
  path: '/api/users/:token/calendar/feed',
  summary: 'Make a secret address for the calendar feed; an earlier address stops working',
  idempotent: false,
  body: z.strictObject({}),
  out: z.object({ feed_url: z.string() }),
});

export const getCalendarFeed = defineRoute({
  method: 'GET',
  path: '/calendar/:feed.ics',
  summary: 'The calendar feed behind a secret address, for calendar programs: all-day events on the due dates',
  who: 'anyone',
  carriesProof: true,
  params: z.strictObject({ feed: z.string().min(32).max(128) }),
  out: z.string(),
  files: ['text/calendar'],
  problems: ['not_found'],
});

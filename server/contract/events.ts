import { z } from 'zod';
import { changeKinds } from '../domain/receiver/changes.ts';
import { defineRoute } from './define.ts';
import { identifier } from './identifiers.ts';

/** The media type of a stream of server-sent events. */
export const eventStream = 'text/event-stream';

/** An event's data is a JSON list of what changed. It holds none of it: a page reads that by its calls. */
export const getEvents = defineRoute({
  method: 'GET',
  path: '/api/events',
  summary: 'With `Accept: text/event-stream` a stream that names what of a receiver changed, until its access token is about to expire; else what it can name',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'everyone',
  subject: { in: 'query', name: 'token', by: 'either', optional: true },
  action: 'view_cards',
  query: z.strictObject({ token: identifier.optional() }),
  out: z.object({
    changes: z.array(z.enum(changeKinds)),
    /** How often the stream says that it is alive, by a comment. */
    beat_seconds: z.number().int(),
  }),
  files: [eventStream],
});
export type EventsAnswer = z.infer<typeof getEvents.out>;

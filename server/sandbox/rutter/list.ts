import type { Request } from 'express';
import { z } from 'zod';
import { refusal } from './refusal.ts';

const instantMs = z.coerce.number().int().optional();
const listQuery = z.object({
  cursor: z.string().optional(),
  limit: z.coerce.number().int().min(1).max(500).default(50),
  sort: z.enum(['asc', 'desc']).default('desc'),
  created_at_min: instantMs,
  created_at_max: instantMs,
  updated_at_min: instantMs,
  updated_at_max: instantMs,
});

/** The keys by which the list that an item stands in is ordered. */
interface Listed {
  id: string;
  createdAt: Date;
  updatedAt: Date;
}

/** Returns the cursor at a page's end: the instant and id of its last item, so that items added meanwhile shift nothing. */
const cursorAfter = ({ createdAt, id }: Listed) => Buffer.from(`${createdAt.getTime()}_${id}`).toString('base64url');

function readCursor(cursor: string): { atMs: number; id: string } {
  const [, at, id] = /^(\d+)_(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined) throw refusal('INVALID_CURSOR');
  return { atMs: Number(at), id };
}

/**
 * Returns one page of a list by the provider's parameters: instants are Unix milliseconds, both ends included. The items come as they
 * are kept, and only those of the page need to be written out.
 */
export function listPage<Item extends Listed>(items: readonly Item[], query: Request['query']): { items: Item[]; next_cursor: string | null } {
  const parsed = listQuery.safeParse(query);
  if (!parsed.success) throw refusal('INVALID_PARAMETERS', z.prettifyError(parsed.error));
  const { cursor, limit, sort, ...bounds } = parsed.data;
  const direction = sort === 'asc' ? 1 : -1;
  const within = (at: Date, from: number | undefined, to: number | undefined) =>
    (from === undefined || at.getTime() >= from) && (to === undefined || at.getTime() <= to);
  const order = (one: { atMs: number; id: string }, other: { atMs: number; id: string }) =>
    direction * (one.atMs - other.atMs || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));

  const start = cursor === undefined ? undefined : readCursor(cursor);
  const keyed = items
    .filter(
      (item) => within(item.createdAt, bounds.created_at_min, bounds.created_at_max) && within(item.updatedAt, bounds.updated_at_min, bounds.updated_at_max),
    )
    .map((item) => ({ item, atMs: item.createdAt.getTime(), id: item.id }))
    .filter((entry) => start === undefined || order(entry, start) > 0)
    .sort(order);
  const page = keyed.slice(0, limit).map(({ item }) => item);
  const last = page.at(-1);
  return { items: page, next_cursor: keyed.length > limit && last ? cursorAfter(last) : null };
}

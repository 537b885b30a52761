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

interface Listed {
  id: string;
  created_at: string;
  updated_at: string;
}

/** Returns the cursor at a page's end: the instant and id of its last item, so that items added meanwhile shift nothing. */
const cursorAfter = ({ created_at, id }: Listed) => Buffer.from(`${Date.parse(created_at)}_${id}`).toString('base64url');

function readCursor(cursor: string): { atMs: number; id: string } {
  const [, at, id] = /^(\d+)_(.+)$/.exec(Buffer.from(cursor, 'base64url').toString()) ?? [];
  if (at === undefined || id === undefined) throw refusal('INVALID_CURSOR');
  return { atMs: Number(at), id };
}

/** Returns one page of a list by the provider's parameters: instants are Unix milliseconds, both ends included. */
export function listPage<T extends Listed>(items: readonly T[], query: Request['query']): { items: T[]; next_cursor: string | null } {
  const parsed = listQuery.safeParse(query);
  if (!parsed.success) throw refusal('INVALID_PARAMETERS', z.prettifyError(parsed.error));
  const { cursor, limit, sort, ...bounds } = parsed.data;
  const direction = sort === 'asc' ? 1 : -1;
  const within = (text: string, from: number | undefined, to: number | undefined) => {
    const atMs = Date.parse(text);
    return (from === undefined || atMs >= from) && (to === undefined || atMs <= to);
  };
  const order = (one: { atMs: number; id: string }, other: { atMs: number; id: string }) =>
    direction * (one.atMs - other.atMs || (one.id < other.id ? -1 : one.id > other.id ? 1 : 0));

  const start = cursor === undefined ? undefined : readCursor(cursor);
  const keyed = items
    .filter(
      (item) => within(item.created_at, bounds.created_at_min, bounds.created_at_max) && within(item.updated_at, bounds.updated_at_min, bounds.updated_at_max),
    )
    .map((item) => ({ item, atMs: Date.parse(item.created_at), id: item.id }))
    .sort(order)
    .filter((entry) => start === undefined || order(entry, start) > 0);
  const page = keyed.slice(0, limit).map(({ item }) => item);
  const last = page.at(-1);
  return { items: page, next_cursor: keyed.length > limit && last ? cursorAfter(last) : null };
}

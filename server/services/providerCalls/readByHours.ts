import type { Database } from '../../db/database.ts';
import { advanceStream, type Stream } from '../../db/queries/transferEvents.ts';
import { dayMs, hourMs } from '../../domain/basics/dates.ts';
import type { Page } from '../../providers/page.ts';

/** How far the first reading of the card issuer's lists looks back, in milliseconds. */
export const firstReachMs = 3 * dayMs;

/** How far a reading looks back before the end of the last one, in milliseconds: an entry may be listed later than it was made. */
export const overlapMs = 10 * 60_000;

/** A span of time at a provider: what it made from `since` until `until`. */
export interface Period {
  since: Date;
  until: Date;
}

/**
 * Reads what a provider lists newest first, and remembers each step that was read whole: after a day without a worker there may be
 * more than one run can read, and the next one goes on after the last whole step. A step is as long as one page holds, and an hour
 * where that is busier. Throws the provider's failure.
 */
export async function readByHours<Item>(
  database: Database,
  stream: Stream,
  { since, until }: Period,
  { list, take }: { list: (step: Period, after: string | null) => Promise<Page<Item>>; take: (items: readonly Item[]) => Promise<void> },
): Promise<void> {
  let stepMs = until.getTime() - since.getTime();
  for (let from = since; from < until; ) {
    stepMs = Math.min(stepMs, until.getTime() - from.getTime());
    const step = { since: from, until: new Date(from.getTime() + stepMs) };
    const newest = await list(step, null);
    if (newest.next !== null && stepMs > hourMs) {
      stepMs = Math.max(hourMs, stepMs / 2);
      continue;
    }
    await take(newest.items);
    for (let after = newest.next; after !== null; ) {
      const page = await list(step, after);
      await take(page.items);
      after = page.next;
    }
    await advanceStream(database, stream, step.until.getTime());
    if (newest.next === null) stepMs *= 2;
    from = step.until;
  }
}

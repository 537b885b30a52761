import type { Database } from '../../db/database.ts';
import { advanceStream, type Stream } from '../../db/queries/transferEvents.ts';
import { hourMs } from '../../domain/basics/dates.ts';
import type { Page } from '../../providers/page.ts';

/** A span of time at a provider: what it made from `since` until `until`. */
export interface Period {
  since: Date;
  until: Date;
}

/**
 * Reads what a provider lists newest first, hour by hour, and remembers each hour that was read whole. After a day without a worker
 * there may be more than one run can read: the next one goes on after the last whole hour. While hours are so quiet that one page
 * holds them, each step is twice as long as the one before. Throws the provider's failure.
 */
export async function readByHours<Item>(
  database: Database,
  stream: Stream,
  { since, until }: Period,
  { list, take }: { list: (hours: Period, after: string | null) => Promise<Page<Item>>; take: (items: readonly Item[]) => Promise<void> },
): Promise<void> {
  let stepMs = hourMs;
  for (let from = since; from < until; ) {
    const hours = { since: from, until: new Date(Math.min(from.getTime() + stepMs, until.getTime())) };
    let pages = 0;
    for (let after: string | null = null; pages === 0 || after !== null; pages += 1) {
      const page: Page<Item> = await list(hours, after);
      await take(page.items);
      after = page.next;
    }
    await advanceStream(database, stream, hours.until.getTime());
    stepMs = pages === 1 ? 2 * stepMs : hourMs;
    from = hours.until;
  }
}

import type { Query, QueryClient } from '@tanstack/react-query';

const isRecord = ({ queryKey }: Query) => queryKey[0] === 'receiver';

/**
 * Has all that is shown of the stale queries read again. With `isRecordFirst` the record comes before the rest: a reset leads to another
 * page, and what this one shows may be gone. The library breaks a reading off for that only where something was read before:
 * a first reading may have been answered before the change, so it is repeated when it is done.
 */
export async function readAgain(queries: QueryClient, isStale: (query: Query) => boolean, isRecordFirst: boolean): Promise<void> {
  if (isRecordFirst) await readRecord(queries, isStale);
  readRest(queries, (query) => isStale(query) && !(isRecordFirst && isRecord(query)));
}

async function readRecord(queries: QueryClient, isStale: (query: Query) => boolean): Promise<void> {
  const of = { predicate: isRecord };
  void queries.invalidateQueries({ predicate: (query) => isRecord(query) && isStale(query) });
  // Another reading may break this one off. The page follows the record in a task that the last one has queued.
  do {
    await Promise.allSettled(
      queries
        .getQueryCache()
        .findAll(of)
        .map(({ promise }) => promise),
    );
    await new Promise((resolve) => setTimeout(resolve));
  } while (queries.isFetching(of) > 0);
}

function readRest(queries: QueryClient, isStale: (query: Query) => boolean): void {
  const first = queries.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined && isStale(query) });
  void queries.invalidateQueries({ predicate: isStale });
  for (const { promise, queryKey } of first) {
    const repeat = () => queries.invalidateQueries({ queryKey, exact: true });
    void promise?.then(repeat, repeat);
  }
}

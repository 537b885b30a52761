import type { Query, QueryClient } from '@tanstack/react-query';

/**
 * Has all that is shown of the stale queries read again. The library breaks a reading off for that only where something was read before:
 * a first reading may have been answered before the change, so it is repeated when it is done.
 */
export function readAgain(queries: QueryClient, isStale: (query: Query) => boolean): void {
  const first = queries.getQueryCache().findAll({ fetchStatus: 'fetching', predicate: (query) => query.state.data === undefined && isStale(query) });
  void queries.invalidateQueries({ predicate: isStale });
  for (const { promise, queryKey } of first) {
    const repeat = () => queries.invalidateQueries({ queryKey, exact: true });
    void promise?.then(repeat, repeat);
  }
}

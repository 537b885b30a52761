import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { noFilters } from '../../../server/domain/table/filters.ts';
import { readShownTable, type ShownTable, withShownTable } from '../../../server/domain/table/shownTable.ts';

/** Whether a change adds an entry to the browser's history or replaces the current one. */
type Step = 'step' | 'replace';

/**
 * Returns the table's tab, search, sort, filters, page and open row, as the address holds them, and the function that
 * changes them. A table that has no filters pays no attention to those in the address.
 */
export function useShownTable({ hasFilters }: { hasFilters: boolean }): [ShownTable, (change: Partial<ShownTable>, step?: Step) => void] {
  const [query, setQuery] = useSearchParams();
  const shown = useMemo(() => ({ ...readShownTable(query), ...(!hasFilters && { filters: noFilters }) }), [query, hasFilters]);
  const change = useCallback(
    (changed: Partial<ShownTable>, step: Step = 'step') =>
      setQuery((now) => withShownTable(now, { ...readShownTable(now), ...changed }), { replace: step === 'replace' }),
    [setQuery],
  );
  return [shown, change];
}

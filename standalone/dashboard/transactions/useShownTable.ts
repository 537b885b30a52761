import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readShownTable, type ShownTable, withShownTable } from '../../../server/domain/table/shownTable.ts';

/** Whether a change adds an entry to the browser's history or replaces the current one. */
type Step = 'step' | 'replace';

/** Returns the table's tab, search, sort, page and open row, as the address holds them, and the function that changes them. */
export function useShownTable(): [ShownTable, (change: Partial<ShownTable>, step?: Step) => void] {
  const [query, setQuery] = useSearchParams();
  const shown = useMemo(() => readShownTable(query), [query]);
  const change = useCallback(
    (changed: Partial<ShownTable>, step: Step = 'step') =>
      setQuery((now) => withShownTable(now, { ...readShownTable(now), ...changed }), { replace: step === 'replace', preventScrollReset: true }),
    [setQuery],
  );
  return [shown, change];
}

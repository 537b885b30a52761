import { useCallback, useMemo } from 'react';
import { useSearchParams } from 'react-router-dom';
import { readShownTable, type ShownTable, withShownTable } from '../../../server/domain/table/shownTable.ts';

/** How a change of what is shown is remembered: as a step to come back to, or in place of the present one. */
type Step = 'step' | 'replace';

/** What the table shows, by the address of the page, and the way to change it. */
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

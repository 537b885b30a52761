import { useSearchParams } from 'react-router-dom';
import { type Month, monthOf } from '../../../../server/domain/basics/periods.ts';
import { readSpendingChoice, type SpendingChoice } from '../../../../server/domain/insights/spendingChoice.ts';
import { useViewDate } from '../../today.ts';

/** Returns the month and the grouping that the address holds, the latest month, and the function that changes the choice. */
export function useSpendingChoice(): SpendingChoice & { latest: Month; choose: (change: Partial<SpendingChoice>) => void } {
  const latest = monthOf(useViewDate().shown_now);
  const [query, setQuery] = useSearchParams();
  const choose = (change: Partial<SpendingChoice>) =>
    setQuery(
      (now) => {
        const next = new URLSearchParams(now);
        for (const [name, value] of Object.entries(change)) next.set(name, value);
        return next;
      },
      { replace: true },
    );
  return { ...readSpendingChoice(query, latest), latest, choose };
}

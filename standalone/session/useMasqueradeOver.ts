import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { CallFailure } from '../../server/browser/callFailure.ts';

/** The channel by which a tab that ends the masquerade of a customer tells the browser's other tabs. */
export const masqueradeEnds = (email: string) => new BroadcastChannel(`end of masquerade ${email}`);

/**
 * Returns whether the masquerade has ended: another tab says so, or any call about the customer is the first to fail for it. Another
 * customer is another masquerade; to view the same one again, reload the page.
 */
export function useMasqueradeOver(masqueradingAs: string | null): boolean {
  const queries = useQueryClient();
  const [overFor, setOverFor] = useState<string | null>(null);
  useEffect(() => {
    if (masqueradingAs === null) return;
    const ends = masqueradeEnds(masqueradingAs);
    ends.onmessage = () => setOverFor(masqueradingAs);
    const onFailure = (failure: unknown) => {
      if (failure instanceof CallFailure && failure.code === 'masquerade_over') setOverFor(masqueradingAs);
    };
    const unsubscribes = [
      queries.getQueryCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && onFailure(event.action.error)),
      queries.getMutationCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && onFailure(event.action.error)),
    ];
    return () => {
      ends.close();
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [queries, masqueradingAs]);
  return masqueradingAs !== null && overFor === masqueradingAs;
}

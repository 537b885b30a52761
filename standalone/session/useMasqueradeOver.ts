import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../api.ts';

/**
 * Returns whether the server has ended the masquerade; any call about the customer may be the first to fail for it. Another
 * customer is another masquerade; to view the same one again, reload the page.
 */
export function useMasqueradeOver(masqueradingAs: string | null): boolean {
  const queries = useQueryClient();
  const [overFor, setOverFor] = useState<string | null>(null);
  useEffect(() => {
    if (masqueradingAs === null) return;
    const onFailure = (failure: unknown) => {
      if (failure instanceof ApiProblem && failure.code === 'masquerade_over') setOverFor(masqueradingAs);
    };
    const unsubscribes = [
      queries.getQueryCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && onFailure(event.action.error)),
      queries.getMutationCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && onFailure(event.action.error)),
    ];
    return () => {
      for (const unsubscribe of unsubscribes) unsubscribe();
    };
  }, [queries, masqueradingAs]);
  return masqueradingAs !== null && overFor === masqueradingAs;
}

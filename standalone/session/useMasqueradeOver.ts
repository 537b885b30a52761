import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { ApiProblem } from '../api.ts';

/**
 * Whether the server has ended the view of a customer: any call about them may be the first to hear of it. Another
 * customer is another view; the same one is viewed again by loading the page anew.
 */
export function useMasqueradeOver(masqueradingAs: string | null): boolean {
  const queries = useQueryClient();
  const [overFor, setOverFor] = useState<string | null>(null);
  useEffect(() => {
    if (masqueradingAs === null) return;
    const look = (failure: unknown) => {
      if (failure instanceof ApiProblem && failure.code === 'masquerade_over') setOverFor(masqueradingAs);
    };
    const stops = [
      queries.getQueryCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && look(event.action.error)),
      queries.getMutationCache().subscribe((event) => event.type === 'updated' && event.action.type === 'error' && look(event.action.error)),
    ];
    return () => {
      for (const stop of stops) stop();
    };
  }, [queries, masqueradingAs]);
  return masqueradingAs !== null && overFor === masqueradingAs;
}

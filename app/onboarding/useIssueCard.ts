import type { postCard } from '../../server/contract/cardIssue.ts';
import { callCore } from './call.ts';
import { useStepIntent } from './useIntent.ts';

/** Issues the virtual card and stores whether a physical one is wanted as well. */
export function useIssueCard(token: string) {
  return useStepIntent((answer: { physical: boolean }, idempotencyKey) =>
    callCore<typeof postCard>('POST /api/users/:token/card', { params: { token }, body: answer, idempotencyKey }),
  );
}

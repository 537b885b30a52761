import type { postCard } from '../../server/contract/cardIssue.ts';
import { callCore } from '../call.ts';
import { useEffectCall } from '../useEffectCall.ts';

/** Issues the virtual card and stores whether a physical one is wanted as well. */
export function useIssueCard(token: string) {
  return useEffectCall(
    (answer: { physical: boolean }, idempotencyKey) =>
      callCore<typeof postCard>('POST /api/users/:token/card', { params: { token }, body: answer, idempotencyKey }),
    'Your choice is saved',
  );
}

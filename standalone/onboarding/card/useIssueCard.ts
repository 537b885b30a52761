import type { postCard } from '../../../server/contract/cardIssue.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useIntent } from '../form/useIntent.ts';

/** Issues the virtual card, with the word on whether a physical one is wanted as well. */
export function useIssueCard() {
  const api = useApi();
  const { receiver, reload } = useReceiver();
  return useIntent(async (answer: { physical: boolean }, idempotencyKey) => {
    await api.call<typeof postCard>('POST /api/users/:token/card', { params: { token: receiver.token }, body: answer, idempotencyKey });
    await reload();
  });
}

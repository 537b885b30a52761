import type { postCard } from '../../../server/contract/cardIssue.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useGoOn } from '../goOn.ts';

/** Issues the virtual card and stores whether a physical one is wanted as well. */
export function useIssueCard() {
  const api = useApi();
  const goOn = useGoOn();
  const { receiver } = useReceiver();
  return useIntent(async (answer: { physical: boolean }, idempotencyKey) => {
    await goOn(await api.call<typeof postCard>('POST /api/users/:token/card', { params: { token: receiver.token }, body: answer, idempotencyKey }));
  });
}

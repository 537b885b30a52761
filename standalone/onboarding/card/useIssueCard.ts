import type { postCard } from '../../../server/contract/cardIssue.ts';
import { useIntent } from '../../forms/useIntent.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useStepDone } from '../stepDone.ts';

/** Issues the virtual card and stores whether a physical one is wanted as well. */
export function useIssueCard() {
  const api = useApi();
  const stepDone = useStepDone();
  const { receiver } = useReceiver();
  return useIntent(async (answer: { physical: boolean }, idempotencyKey) => {
    await stepDone(await api.call<typeof postCard>('POST /api/users/:token/card', { params: { token: receiver.token }, body: answer, idempotencyKey }));
  });
}

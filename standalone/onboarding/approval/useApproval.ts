import { useQuery } from '@tanstack/react-query';
import type { getKybStatus } from '../../../server/contract/kyb.ts';
import type { getReceiver, ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { isKybAccepted } from '../../../server/domain/kyb/kybStatus.ts';
import { FINISHED, onboardingStep } from '../../../server/domain/onboarding/onboarding.ts';
import { BLANK } from '../../../server/domain/receiver/receiver.ts';
import type { Api } from '../../api.ts';
import { usePollInterval } from '../../live/live.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

export interface Approval {
  /** The issuer's decision on the business; null before there is one. */
  kybStatus: string | null;
  /** The record as it was last read. */
  record: ReceiverAnswer;
  /** The complete record, once everything is done. */
  finished: ReceiverAnswer | null;
}

const pollIntervalMs = 2_500;

/**
 * Polls whether the issuer has decided and the card is ready. The record in the page's context stays as it is until the
 * merchant has seen that everything is done, because changing it would leave the page at once.
 */
export function useApproval() {
  const api = useApi();
  const { receiver, isMasquerading } = useReceiver();
  const { id } = receiver;
  const interval = usePollInterval(pollIntervalMs);
  return useQuery({
    queryKey: ['approval', id],
    queryFn: ({ signal }) => readApproval(api, receiver, signal),
    initialData: { kybStatus: receiver.kybStatus, record: receiver, finished: null },
    staleTime: 0,
    // Do not poll for staff: each of their reads of a customer's account is recorded.
    refetchInterval: ({ state }) => (isMasquerading || state.data?.finished ? false : interval),
  });
}

async function readApproval(api: Api, receiver: ReceiverAnswer, signal: AbortSignal): Promise<Approval> {
  const { id, lithic_account_holder_token, whitelabel } = receiver;
  const isSkipped = lithic_account_holder_token === BLANK;
  const kybStatus = isSkipped ? null : await readKybStatus(api, { id, lithic_account_holder_token, whitelabel }, signal);
  if (!isSkipped && !isKybAccepted(kybStatus)) return { kybStatus, record: receiver, finished: null };
  const record = await api.call<typeof getReceiver>('GET /api/receiver', { query: { token: id }, signal });
  return { kybStatus, record, finished: onboardingStep(record.completion) === FINISHED ? record : null };
}

async function readKybStatus(
  api: Api,
  { id, lithic_account_holder_token, whitelabel }: Pick<ReceiverAnswer, 'id' | 'lithic_account_holder_token' | 'whitelabel'>,
  signal: AbortSignal,
) {
  const query = {
    ...(lithic_account_holder_token !== null && { lithic_account_holder_token }),
    ...(whitelabel !== null && { whitelabel }),
  };
  const { status } = await api.call<typeof getKybStatus>('GET /api/users/:id/kyb_status', { params: { id }, query, signal });
  return status;
}

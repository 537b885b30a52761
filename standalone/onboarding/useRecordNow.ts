import { useQuery } from '@tanstack/react-query';
import type { getReceiver, ReceiverAnswer } from '../../server/contract/receiver.ts';
import { usePollInterval } from '../live/live.ts';
import { useReceiver } from '../session/receiver.ts';
import { useApi } from '../session/session.ts';

const pollIntervalMs = 2_500;

/**
 * Returns the record of the page's receiver as it is now. The page's own stays as it was when the last step was done, because a change
 * of it would leave the step.
 */
export function useRecordNow(): ReceiverAnswer {
  const api = useApi();
  const { receiver, isMasquerading } = useReceiver();
  const interval = usePollInterval(pollIntervalMs);
  const { id, token } = receiver;
  const { data } = useQuery({
    queryKey: ['dashboard', token, 'record-now'],
    queryFn: ({ signal }) => api.call<typeof getReceiver>('GET /api/receiver', { query: { token: id }, signal }),
    initialData: receiver,
    staleTime: 0,
    // Each of staff's reads of a customer's account is recorded.
    enabled: !isMasquerading,
    refetchInterval: interval,
  });
  return isMasquerading ? receiver : data;
}

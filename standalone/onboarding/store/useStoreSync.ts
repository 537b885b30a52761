import { useQuery } from '@tanstack/react-query';
import type { getCommerce } from '../../../server/contract/commerce.ts';
import { isSet } from '../../../server/domain/receiver/receiver.ts';
import type { Answer } from '../../api.ts';
import { usePollInterval } from '../../live/live.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

export type StoreSync = Answer<typeof getCommerce>;

const pollIntervalMs = 2_000;

const isUnderWay = ({ sync_state }: StoreSync) => sync_state === 'waiting' || sync_state === 'running';

/** Loads the state of reading a connected store's sales, and polls it until all are read. Disabled before the step of the store is done. */
export function useStoreSync() {
  const api = useApi();
  const { receiver, isMasquerading } = useReceiver();
  const { token, rutter_access_token } = receiver;
  const interval = usePollInterval(pollIntervalMs);
  return useQuery({
    queryKey: ['commerce', token, rutter_access_token],
    queryFn: ({ signal }) => api.call<typeof getCommerce>('GET /api/users/:token/commerce', { params: { token }, signal }),
    enabled: isSet(rutter_access_token),
    staleTime: 0,
    refetchInterval: ({ state }) => (!isMasquerading && state.data && isUnderWay(state.data) ? interval : false),
  });
}

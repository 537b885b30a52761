import { useQuery } from '@tanstack/react-query';
import { type LimitEstimate, limitEstimate } from '../../../server/domain/onboarding/limitEstimate.ts';
import { spendingPowerQuery } from '../../dashboard/queries.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import type { StoreSync } from './useStoreSync.ts';

const pollIntervalMs = 2_000;

/** Returns the estimate of the limit, given how far the store's sales have been read. Polls after the reading until the limit is worked out. */
export function useLimitEstimate(store: StoreSync): LimitEstimate {
  const api = useApi();
  const { receiver, isMasquerading } = useReceiver();
  const power = useQuery({
    ...spendingPowerQuery(api, receiver.token),
    enabled: store.sync_state === 'done',
    refetchInterval: ({ state: { data } }) =>
      // Do not poll for staff: each of their reads of a customer's account is recorded.
      !isMasquerading && limitEstimate({ ...store, ...(data ?? nothingKnown) }).state === 'being_read' ? pollIntervalMs : false,
  });
  return limitEstimate({ ...store, ...(power.data ?? nothingKnown) });
}

const nothingKnown = { total_cents: null, taken_at: null };

import { useQuery } from '@tanstack/react-query';
import type { getKyb } from '../../../server/contract/kyb.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

/** Loads the verification once per visit, so that it never overwrites what is typed. */
export function useKyb() {
  const api = useApi();
  const { token } = useReceiver().receiver;
  return useQuery({
    queryKey: ['kyb', token],
    queryFn: ({ signal }) => api.call<typeof getKyb>('GET /api/users/:token/kyb', { params: { token }, signal }),
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
  });
}

import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { getPlaidAccount } from '../../../server/contract/bank.ts';
import { isSet } from '../../../server/domain/receiver/receiver.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

/** Short enough for somebody who waits at the page, long enough for a page left open for days. */
const pollIntervalMs = 10_000;

/** Polls the linked account at the bank. When its status differs from the record's, reloads the record, and with it the step. */
export function useBankAccount() {
  const api = useApi();
  const { receiver, isMasquerading, reload } = useReceiver();
  const { id, plaid_access_token, plaid_account_verification_status: known } = receiver;
  const account = useQuery({
    queryKey: ['plaid_account', id, plaid_access_token],
    queryFn: ({ signal }) =>
      api.call<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', {
        params: { id },
        query: plaid_access_token === null ? {} : { plaid_access_token },
        signal,
      }),
    enabled: isSet(plaid_access_token),
    // Do not poll for staff: each of their reads of a customer's account is recorded.
    refetchInterval: isMasquerading ? false : pollIntervalMs,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
  const status = account.data?.verification_status ?? null;
  useEffect(() => {
    // A failed reload changes nothing; the next poll tries again.
    if (status !== null && status !== known) reload().catch(() => undefined);
  }, [status, known, reload]);
  return account;
}

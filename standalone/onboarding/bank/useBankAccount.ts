import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { getPlaidAccount } from '../../../server/contract/bank.ts';
import { isSet } from '../../../server/domain/receiver/receiver.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

/** Often enough for somebody who waits at the page, seldom enough for those who leave it open for days. */
const look_ms = 10_000;

/** The linked account as the bank says now. When its status is another than the record's, the record is loaded anew, and the step with it. */
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
    // Each look of staff at a customer's account is recorded.
    refetchInterval: isMasquerading ? false : look_ms,
    refetchOnWindowFocus: 'always',
    staleTime: 0,
  });
  const status = account.data?.verification_status ?? null;
  useEffect(() => {
    // A failed look changes nothing; the next one may.
    if (status !== null && status !== known) reload().catch(() => undefined);
  }, [status, known, reload]);
  return account;
}

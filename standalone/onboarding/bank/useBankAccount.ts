import { queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import type { getPlaidAccount } from '../../../server/contract/bank.ts';
import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import { BLANK, isSet } from '../../../server/domain/receiver/receiver.ts';
import type { Api } from '../../api.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';

/** Short enough for somebody who waits at the page, long enough for a page left open for days. */
const pollIntervalMs = 10_000;

/**
 * Describes the linked account's query, which its pollers and its readers share. It asks for the account that is linked now: the
 * record's handle may be that of a bank that another tab has replaced since.
 */
function bankAccountQuery(api: Api, { id, plaid_access_token }: Pick<ReceiverAnswer, 'id' | 'plaid_access_token'>) {
  return queryOptions({
    queryKey: ['plaid_account', id, plaid_access_token],
    queryFn: ({ signal }) =>
      api.call<typeof getPlaidAccount>('GET /api/users/:id/plaid_account', {
        params: { id },
        query: {},
        signal,
      }),
    enabled: isSet(plaid_access_token) && plaid_access_token !== BLANK,
  });
}

/** Reads the linked account once, to name it. */
export function useLinkedBank() {
  const api = useApi();
  const { receiver } = useReceiver();
  return useQuery(bankAccountQuery(api, receiver));
}

/** Asks for the linked account at the bank, by polling. When its status differs from the record's, reloads the record, and with it the step. */
export function useBankAccount() {
  const api = useApi();
  const { receiver, isMasquerading, reload } = useReceiver();
  const { plaid_account_verification_status: known } = receiver;
  const account = useQuery({
    ...bankAccountQuery(api, receiver),
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

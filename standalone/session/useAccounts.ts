import { useQuery } from '@tanstack/react-query';
import type { AccountsAnswer } from '../../server/contract/session.ts';
import { useSession } from './session.ts';

export type Account = AccountsAnswer['accounts'][number];

interface Accounts {
  /** Empty while they load, and for a person who cannot have several. */
  accounts: readonly Account[];
  failure: Error | null;
  retry: () => void;
}

/** Returns the accounts of the person signed in. Asks only for somebody in an organization: nobody else is in a team. */
export function useAccounts(): Accounts {
  const { state, accounts } = useSession();
  const user = state.status === 'signedIn' && state.from === 'hosted' ? state.user : null;
  const { data, error, refetch } = useQuery({
    queryKey: ['session', 'accounts', user?.userId],
    queryFn: ({ signal }) => accounts(signal),
    enabled: user !== null && user.orgs.length > 0,
  });
  // An owner with a team of their own misses nothing.
  const misses = user !== null && user.orgs.length > 1;
  return { accounts: data?.accounts ?? [], failure: misses && !data ? error : null, retry: () => void refetch() };
}

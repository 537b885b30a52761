import { CancelledError, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { getReceiver, ReceiverAnswer } from '../../server/contract/receiver.ts';
import { masqueradeTarget } from '../../server/domain/access/access.ts';
import type { Receiver } from '../../server/domain/receiver/receiver.ts';
import type { Api } from '../api.ts';
import { showAnswer } from '../live/showAnswer.ts';
import type { ChosenAccount } from './chosenAccount.ts';
import type { ReceiverState } from './receiver.ts';
import { saveReceiver } from './saveReceiver.ts';
import { useSession } from './session.ts';
import { useGlobalQuery } from './useGlobalQuery.ts';

interface Receivers {
  /** Null while a record loads, and when it could not be loaded. */
  state: ReceiverState | null;
  isLoading: { loggedIn: boolean; viewed: boolean };
  /** The email address of the viewed customer, or null. */
  masqueradingAs: string | null;
  /** Why a record could not be loaded, or null. */
  failure: Error | null;
  retry(): void;
}

/** Loads the receiver of the person signed in and, during a masquerade, the customer's. */
export function useReceivers(): Receivers {
  const { state: session, api, chosen } = useSession();
  const { masqueradeAs } = useGlobalQuery();
  const queries = useQueryClient();
  const userId = session.status === 'signedIn' ? session.user.userId : null;

  const own = receiverQuery({ api, queries, chosen, userId, email: null });
  const loggedIn = useQuery({ ...own, enabled: userId !== null });
  const masqueradingAs = masqueradeTarget(loggedIn.data ?? null, masqueradeAs);
  const customer = receiverQuery({ api, queries, chosen, userId, email: masqueradingAs });
  const viewed = useQuery({ ...customer, enabled: masqueradingAs !== null });

  const actions = useMemo(
    () => receiverActions(api, queries, receiverQuery({ api, queries, chosen, userId, email: masqueradingAs })),
    [api, queries, chosen, userId, masqueradingAs],
  );
  const shown = masqueradingAs === null ? loggedIn : viewed;
  const state = useMemo<ReceiverState | null>(() => {
    if (!loggedIn.data || !shown.data) return null;
    return { receiver: shown.data, loggedInReceiver: loggedIn.data, isMasquerading: masqueradingAs !== null, ...actions };
  }, [loggedIn.data, shown.data, masqueradingAs, actions]);

  return {
    state,
    isLoading: { loggedIn: loggedIn.isLoading, viewed: shown.isLoading },
    masqueradingAs,
    failure: state ? null : (loggedIn.error ?? shown.error),
    retry: () => void (loggedIn.data ? shown : loggedIn).refetch(),
  };
}

type ReceiverQuery = ReturnType<typeof receiverQuery>;

interface WhichReceiver {
  api: Api;
  queries: QueryClient;
  chosen: ChosenAccount;
  userId: string | null;
  /** The customer's email address; null for the person signed in. */
  email: string | null;
}

/**
 * Returns the query of one receiver. Naming a customer by email starts a masquerade, so only the first load does that: a page
 * left open, which reloads its record now and then, must not extend the masquerade for ever.
 */
function receiverQuery({ api, queries, chosen, userId, email }: WhichReceiver) {
  const queryKey = ['receiver', userId, email] as const;
  return queryOptions({
    queryKey,
    queryFn: async ({ signal }): Promise<ReceiverAnswer> => {
      const known = queries.getQueryData<ReceiverAnswer>(queryKey);
      const named = email === null ? {} : known ? { token: known.token } : { email };
      const answer = await api.call<typeof getReceiver>('GET /api/receiver', { query: named, signal });
      if (!known || known.id === answer.id || userId === null) return answer;
      chosen.replaced(userId, { name: known.business_name });
      return known;
    },
  });
}

/** Returns the functions that save and reload the record of one query. */
function receiverActions(api: Api, queries: QueryClient, query: ReceiverQuery): Pick<ReceiverState, 'update' | 'reload' | 'show'> {
  let lastSave: Promise<unknown> = Promise.resolve();
  const load = (): Promise<ReceiverAnswer> =>
    queries.fetchQuery({ ...query, staleTime: 0 }).catch((failure: unknown) => {
      // Another reading broke it off, of a newer state: this one waits for it.
      if (failure instanceof CancelledError) return load();
      throw failure;
    });

  async function save(changes: Partial<Receiver>): Promise<void> {
    await queries.cancelQueries({ queryKey: query.queryKey });
    const saved = await saveReceiver({ api, lastSynced: () => queries.getQueryData(query.queryKey) ?? null, reload: load }, changes);
    if (saved) queries.setQueryData(query.queryKey, saved);
  }

  return {
    update(changes) {
      const saving = lastSave.then(() => save(changes));
      lastSave = saving.catch(() => undefined);
      return saving;
    },
    async reload() {
      // A reading under way may have been answered before the change.
      await queries.cancelQueries({ queryKey: query.queryKey, exact: true });
      await load();
    },
    show(record) {
      showAnswer(queries, query.queryKey, record);
    },
  };
}

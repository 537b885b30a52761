import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import styled from 'styled-components';
import type { getShop } from '../../../../server/contract/shop.ts';
import { isLinked } from '../../../../server/domain/receiver/receiver.ts';
import { storeTexts } from '../../../../server/domain/store/storeTexts.ts';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { StepDoneContext } from '../../../onboarding/stepDone.ts';
import { useStoreSync } from '../../../onboarding/store/useStoreSync.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Lead, Section } from '../Section.tsx';
import { AppStore } from './AppStore.tsx';
import { ConnectButton } from './ConnectButton.tsx';
import { Connection } from './Connection.tsx';
import { LinkedStore } from './LinkedStore.tsx';

const Connections = styled.div`
  > div + div {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    margin-top: 1.25rem;
    padding-top: 1.25rem;
  }
`;

/** Shows the connected store or accounting system, and the store that has our app: state, last reading, and what can be done. */
export function StoresSection() {
  const queries = useQueryClient();
  const { receiver, reload } = useReceiver();
  const { token } = receiver;
  const refresh = useCallback(async () => {
    await Promise.all([reload(), queries.invalidateQueries({ queryKey: ['dashboard', token] }), queries.invalidateQueries({ queryKey: ['commerce', token] })]);
  }, [queries, reload, token]);
  return (
    <Section id="stores">
      <Lead>Your spending power follows your sales, so we read them here. We change nothing in your store or your books.</Lead>
      <StepDoneContext.Provider value={refresh}>
        <Shown refresh={refresh} />
      </StepDoneContext.Provider>
    </Section>
  );
}

function Shown({ refresh }: { refresh: () => Promise<void> }) {
  const api = useApi();
  const { receiver } = useReceiver();
  const { token, rutter_access_token: handle } = receiver;
  const hasStore = isLinked(handle);
  const linked = useStoreSync();
  const shop = useQuery({
    queryKey: ['dashboard', token, 'shop'],
    queryFn: ({ signal }) => api.call<typeof getShop>('GET /api/users/:token/shop', { params: { token }, signal }),
  });
  const store = hasStore ? linked.data : null;
  const error = linked.error ?? shop.error;
  if (store === undefined || !shop.data)
    return error ? (
      <ErrorState message={error.message} onRetry={() => void refresh().then(() => Promise.all([linked.refetch(), shop.refetch()]))} />
    ) : (
      <Skeleton label="Loading your stores" lines={4} />
    );
  const hasAny = store !== null || shop.data.store !== null;
  return (
    <Connections>
      {shop.data.store !== null && <AppStore connection={shop.data} refresh={refresh} />}
      {store !== null && <LinkedStore store={store} refresh={refresh} />}
      {store === null && hasAny && (
        <Connection>
          <p>{storeTexts.another}</p>
          <ConnectButton label={storeTexts.connectAnother} isPrimary={false} />
        </Connection>
      )}
      {!hasAny && (
        <Connection>
          <p>
            <strong>{storeTexts.none}</strong>
          </p>
          <p>Connect where you sell or keep your books, and your spending power grows with your sales.</p>
          <ConnectButton label="Connect a store" isPrimary />
        </Connection>
      )}
    </Connections>
  );
}

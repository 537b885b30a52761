import { Button, InlineMessage } from '@bigcommerce/big-design';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import styled from 'styled-components';
import type { disconnectCommerce } from '../../../server/contract/commerce.ts';
import type { disconnectShop, getShop, reconnectShop, ShopConnection } from '../../../server/contract/shop.ts';
import { formatMoment, formatShortDate } from '../../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { isLinked } from '../../../server/domain/receiver/receiver.ts';
import { overrideInForce } from '../../../server/domain/spendingPower/spendingPowerOverride.ts';
import type { StoreError } from '../../../server/domain/store/storeErrors.ts';
import { platformName, shownDaysText, storeErrorInWords, storeStateInWords, storeTexts } from '../../../server/domain/store/storeTexts.ts';
import { Points } from '../../forms/Points.tsx';
import { Problem } from '../../forms/Problem.tsx';
import { StaffNote } from '../../forms/StaffNote.tsx';
import { type Intent, useIntent } from '../../forms/useIntent.ts';
import { ButtonRow } from '../../layout/ButtonRow.ts';
import { Dialog } from '../../layout/Dialog.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { StepDoneContext } from '../../onboarding/stepDone.ts';
import { storeWindowTexts } from '../../onboarding/store/storeWindowTexts.ts';
import { type StoreSync, useStoreSync } from '../../onboarding/store/useStoreSync.ts';
import { type StoreWindow, useStoreWindow } from '../../onboarding/store/useStoreWindow.ts';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { useViewDate } from '../today.ts';
import { Lead, Section } from './Section.tsx';

const Connections = styled.div`
  > div + div {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    margin-top: 1.25rem;
    padding-top: 1.25rem;
  }
`;

const Connection = styled.div`
  p {
    margin: 0 0 0.25rem;
    text-wrap: pretty;
  }

  p + p {
    color: ${({ theme }) => theme.colors.secondary60};
  }

  p:last-of-type {
    margin-bottom: 0.75rem;
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

type Refresh = () => Promise<void>;

function Shown({ refresh }: { refresh: Refresh }) {
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

/** The store or the books that were connected by the link window. */
function LinkedStore({ store, refresh }: { store: StoreSync; refresh: Refresh }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const disconnection = useIntent(async (_: Record<string, never>, idempotencyKey) => {
    await api.call<typeof disconnectCommerce>('POST /api/users/:token/commerce/disconnect', { params: { token }, body: {}, idempotencyKey });
    await refresh();
  });
  const { store_name, platform, last_synced_at } = store;
  return (
    <Connection>
      <p>
        <strong>{store_name ?? 'Your store'}</strong>
        {platform !== null && ` · ${platformName(platform)}`}
      </p>
      <p>{storeStateInWords(store)}</p>
      <StoreNotes error={store.error} shownDays={store.shown_days} platform={store.platform} />
      {last_synced_at !== null && <p>Last read {formatMoment(last_synced_at)}</p>}
      {!store.needs_update && <p>{storeTexts.replacement}</p>}
      <ConnectButton label={store.needs_update ? 'Sign in to it again' : storeTexts.replace} isPrimary={store.needs_update}>
        <Disconnect disconnection={disconnection} />
      </ConnectButton>
    </Connection>
  );
}

/** Why the last reading failed, with what helps, and how many days of orders the platform shows. */
function StoreNotes({ error, shownDays, platform }: { error: StoreError | null; shownDays: number | null; platform: string | null }) {
  const words = error === null ? null : storeErrorInWords(error, platformName(platform ?? 'OTHER_STORE'));
  return (
    <>
      {words && (
        <p role="status">
          {words.text} {words.remedy}
        </p>
      )}
      {shownDays !== null && <p>{shownDaysText(shownDays)}</p>}
    </>
  );
}

/** The store in whose admin our app is installed. */
function AppStore({ connection, refresh }: { connection: ShopConnection; refresh: Refresh }) {
  const api = useApi();
  const { token } = useReceiver().receiver;
  const change = (call: 'disconnect' | 'reconnect') => async (_: Record<string, never>, idempotencyKey: string) => {
    const input = { params: { token }, body: {}, idempotencyKey };
    if (call === 'disconnect') await api.call<typeof disconnectShop>('POST /api/users/:token/shop/disconnect', input);
    else await api.call<typeof reconnectShop>('POST /api/users/:token/shop/reconnect', input);
    await refresh();
  };
  const disconnection = useIntent(change('disconnect'));
  const reconnection = useIntent(change('reconnect'));
  const { store, platform, is_connected: isConnected, disconnected_at: since } = connection;
  return (
    <Connection>
      <p>
        <strong>{store}</strong>
        {platform !== null && ` · ${platformName(platform)}`}, by our app
      </p>
      {isConnected ? (
        <>
          <p>
            {platform === 'BIG_COMMERCE'
              ? 'Connected. We read its orders every few hours.'
              : 'Connected. We read its orders as they come, and its payouts every few hours.'}
          </p>
          <StoreNotes error={connection.error} shownDays={connection.shown_days} platform={platform} />
        </>
      ) : (
        <p>{since === null ? 'Not connected.' : `Disconnected since ${formatShortDate(new Date(since), 'local')}.`} Its sales give you no spending power.</p>
      )}
      <Problem problem={reconnection.problem} />
      <StaffNote action="connect_store">
        <ButtonRow>
          {isConnected ? (
            <Disconnect disconnection={disconnection} />
          ) : (
            <Button variant="secondary" isLoading={reconnection.isBusy} onClick={() => void reconnection.run({})}>
              Connect it again
            </Button>
          )}
        </ButtonRow>
      </StaffNote>
    </Connection>
  );
}

/** Asks before it disconnects, and says what follows. */
function Disconnect({ disconnection }: { disconnection: Intent<Record<string, never>, void> }) {
  const { receiver } = useReceiver();
  const [isAsking, setIsAsking] = useState(false);
  const limit = receiver.initial_spend_limit;
  const { floor_cents } = overrideInForce(receiver, useViewDate().shown_now);
  const minimum = floor_cents !== null && floor_cents > (limit ?? 0) ? formatUsd(cents(floor_cents)) : null;
  async function disconnect() {
    if ((await disconnection.run({})).ok) setIsAsking(false);
  }
  return (
    <>
      <Button variant="secondary" actionType="destructive" onClick={() => setIsAsking(true)}>
        {storeTexts.disconnect}
      </Button>
      {isAsking && (
        <Dialog
          title={storeTexts.disconnectTitle}
          isBusy={disconnection.isBusy}
          onClose={() => setIsAsking(false)}
          actions={[
            { text: storeTexts.keep, variant: 'subtle', onClick: () => setIsAsking(false) },
            { text: storeTexts.disconnect, actionType: 'destructive', isLoading: disconnection.isBusy, onClick: () => void disconnect() },
          ]}
        >
          <Points all={storeTexts.consequences(limit === null ? null : formatUsd(cents(limit)), minimum)} />
          <Problem problem={disconnection.problem} />
        </Dialog>
      )}
    </>
  );
}

/** A button that opens the store provider's window, beside other buttons, with what is known of the window above them. */
function ConnectButton({ label, isPrimary, children }: { label: string; isPrimary: boolean; children?: JSX.Element }) {
  const store = useStoreWindow();
  if (store.loadError) return <ErrorState message={storeWindowTexts.notLoaded} onRetry={store.loadAgain} />;
  return (
    <>
      <WindowNote {...store} />
      <StaffNote action="connect_store">
        <ButtonRow>
          <Button variant={isPrimary ? 'primary' : 'secondary'} isLoading={store.isLoading || store.state === 'connecting'} onClick={store.open}>
            {label}
          </Button>
          {children}
        </ButtonRow>
      </StaffNote>
    </>
  );
}

function WindowNote({ state, problem, connectAgain }: StoreWindow) {
  if (problem) return <Problem problem={problem} onRetry={connectAgain} />;
  const text = {
    open: storeWindowTexts.open,
    left: 'Nothing has changed. Open the window again when you are ready.',
    closed: null,
    connecting: null,
  }[state];
  return text === null ? null : <InlineMessage type="info" messages={[{ text }]} marginBottom="medium" />;
}

import type { disconnectCommerce } from '../../../../server/contract/commerce.ts';
import { formatMoment } from '../../../../server/domain/basics/dateFormats.ts';
import { platformName, storeStateInWords, storeTexts } from '../../../../server/domain/store/storeTexts.ts';
import { useIntent } from '../../../forms/useIntent.ts';
import type { StoreSync } from '../../../onboarding/store/useStoreSync.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { ConnectButton } from './ConnectButton.tsx';
import { Connection, StoreNotes } from './Connection.tsx';
import { Disconnect } from './Disconnect.tsx';

/** The store or the books that were connected by the link window. */
export function LinkedStore({ store, refresh }: { store: StoreSync; refresh: () => Promise<void> }) {
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
      <StoreNotes error={store.error} shownDays={store.shown_days} otherCurrencies={store.other_currencies} platform={store.platform} />
      {last_synced_at !== null && <p>Last read {formatMoment(last_synced_at)}</p>}
      {!store.needs_update && <p>{storeTexts.replacement}</p>}
      <ConnectButton label={store.needs_update ? 'Sign in to it again' : storeTexts.replace} isPrimary={store.needs_update}>
        <Disconnect disconnection={disconnection} />
      </ConnectButton>
    </Connection>
  );
}

import { Button } from '@bigcommerce/big-design';
import type { disconnectShop, reconnectShop, ShopConnection } from '../../../../server/contract/shop.ts';
import { formatShortDate } from '../../../../server/domain/basics/dateFormats.ts';
import { appStoreReading, platformName, storeTexts } from '../../../../server/domain/store/storeTexts.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { StaffNote } from '../../../forms/StaffNote.tsx';
import { useIntent } from '../../../forms/useIntent.ts';
import { ButtonRow } from '../../../layout/ButtonRow.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Connection, StoreNotes } from './Connection.tsx';
import { Disconnect } from './Disconnect.tsx';

/** The store in whose admin our app is installed. */
export function AppStore({ connection, refresh }: { connection: ShopConnection; refresh: () => Promise<void> }) {
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
          <p>{appStoreReading(platform)}</p>
          <StoreNotes error={connection.error} shownDays={connection.shown_days} otherCurrencies={connection.other_currencies} platform={platform} />
        </>
      ) : (
        <p>
          {storeTexts.notConnected(since && formatShortDate(new Date(since), 'local'))}. {storeTexts.disconnectedEffect}
        </p>
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

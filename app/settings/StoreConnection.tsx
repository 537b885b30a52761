import { useFetcher } from '@remix-run/react';
import { Banner, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { ShopConnection } from '../../server/contract/shop.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { appStoreReading, otherCurrenciesText, shownDaysText, storeTexts } from '../../server/domain/store/storeTexts.ts';
import { ConfirmModal } from '../components/ConfirmModal.tsx';
import { useReadersZone } from '../components/LocalTime.tsx';
import { ProblemNotice } from '../components/ProblemNotice.tsx';
import { StoreProblem } from '../components/StoreProblem.tsx';
import type { SaveResult } from '../saveResult.ts';
import { useSavedToast } from '../useToast.ts';

/** Whether the store is connected, with the button that disconnects or reconnects it. */
export function StoreConnection({ connection, consequences }: { connection: ShopConnection; consequences: readonly string[] }) {
  const fetcher = useFetcher<SaveResult>();
  const [isAsking, setIsAsking] = useState(false);
  const isBusy = fetcher.state !== 'idle';
  const { is_connected: isConnected } = connection;
  useSavedToast(fetcher, isConnected ? 'Store connected' : 'Store disconnected');
  const send = (intent: 'disconnect' | 'reconnect') => fetcher.submit({ intent }, { method: 'post' });
  // A reason why it was not done stands on the page, which the question would cover.
  function disconnect() {
    setIsAsking(false);
    send('disconnect');
  }
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {storeTexts.heading}
        </Text>
        <ProblemNotice problem={fetcher.data?.problem} />
        {isConnected ? (
          <Connected connection={connection} isBusy={isBusy} disconnect={() => setIsAsking(true)} />
        ) : (
          <Disconnected at={connection.disconnected_at} isBusy={isBusy} reconnect={() => send('reconnect')} />
        )}
      </BlockStack>
      <ConfirmModal
        isOpen={isAsking}
        title={storeTexts.disconnectTitle}
        points={consequences}
        confirm={storeTexts.disconnect}
        keep={storeTexts.keep}
        isBusy={isBusy}
        onConfirm={disconnect}
        onClose={() => setIsAsking(false)}
      />
    </Card>
  );
}

function Connected({ connection, isBusy, disconnect }: { connection: ShopConnection; isBusy: boolean; disconnect: () => void }) {
  const { store, error, shown_days: shownDays } = connection;
  const others = otherCurrenciesText(connection.other_currencies);
  return (
    <>
      {error !== null && <StoreProblem error={error} platform="SHOPIFY" />}
      <Text as="p">
        <strong>{store ?? 'Your store'}</strong>
      </Text>
      <Text as="p">{appStoreReading(connection.platform)} They give you spending power.</Text>
      {others !== null && <Text as="p">{others}</Text>}
      {shownDays !== null && (
        <Text as="p" tone="subdued">
          {shownDaysText(shownDays)}
        </Text>
      )}
      <InlineStack>
        <Button tone="critical" loading={isBusy} onClick={disconnect}>
          {storeTexts.disconnect}
        </Button>
      </InlineStack>
    </>
  );
}

function Disconnected({ at, isBusy, reconnect }: { at: string | null; isBusy: boolean; reconnect: () => void }) {
  const zone = useReadersZone();
  return (
    <Banner
      tone="warning"
      title={storeTexts.notConnected(at && formatShortDate(new Date(at), zone))}
      action={{ content: 'Connect store', loading: isBusy, onAction: reconnect }}
    >
      <p>{storeTexts.disconnectedEffect}</p>
    </Banner>
  );
}

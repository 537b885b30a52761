import { useFetcher } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Banner, BlockStack, Button, Card, InlineStack, List, Modal, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import type { ShopConnection } from '../../server/contract/shop.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import type { SaveResult } from '../saveResult.ts';

/** Whether the store is connected, with the button that disconnects or reconnects it. */
export function StoreConnection({ connection }: { connection: ShopConnection }) {
  const fetcher = useFetcher<SaveResult>();
  const shopify = useAppBridge();
  const [isAsking, setIsAsking] = useState(false);
  const isBusy = fetcher.state !== 'idle';
  const done = fetcher.state === 'idle' && fetcher.data?.isSaved === true;
  const { is_connected: isConnected } = connection;
  useEffect(() => {
    if (!done) return;
    setIsAsking(false);
    shopify.toast.show(isConnected ? 'Store connected' : 'Store disconnected');
  }, [done, isConnected, shopify]);
  const send = (intent: 'disconnect' | 'reconnect') => fetcher.submit({ intent }, { method: 'post' });
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Your store
        </Text>
        {fetcher.data?.problem && <Banner tone="critical">{fetcher.data.problem}</Banner>}
        {isConnected ? (
          <Connected store={connection.store} disconnect={() => setIsAsking(true)} />
        ) : (
          <Disconnected at={connection.disconnected_at} isBusy={isBusy} reconnect={() => send('reconnect')} />
        )}
      </BlockStack>
      <Modal
        open={isAsking}
        onClose={() => setIsAsking(false)}
        title="Disconnect your store?"
        primaryAction={{ content: 'Disconnect store', destructive: true, loading: isBusy, onAction: () => send('disconnect') }}
        secondaryActions={[{ content: 'Keep it connected', onAction: () => setIsAsking(false) }]}
      >
        <Modal.Section>
          <Consequences />
        </Modal.Section>
      </Modal>
    </Card>
  );
}

function Connected({ store, disconnect }: { store: string | null; disconnect: () => void }) {
  return (
    <>
      <Text as="p">
        {store ?? 'Your store'} is connected: we read its orders and payouts, and they give you spending power. Disconnect it when you no longer want that.
      </Text>
      <InlineStack>
        <Button tone="critical" onClick={disconnect}>
          Disconnect store
        </Button>
      </InlineStack>
    </>
  );
}

/** Says what a disconnection takes away, what stays, and that the store can be reconnected. */
function Consequences() {
  return (
    <List>
      <List.Item>We give up our access to your orders and payouts, and delete the sales we have read.</List.Item>
      <List.Item>Your spending power is worked out anew without them. It falls to your starting limit, and purchases above it are declined.</List.Item>
      <List.Item>What you owe stays as it is and is drawn from your bank as it falls due. Your card and your history stay too.</List.Item>
      <List.Item>You can connect your store again here at any time.</List.Item>
    </List>
  );
}

function Disconnected({ at, isBusy, reconnect }: { at: string | null; isBusy: boolean; reconnect: () => void }) {
  return (
    <Banner
      tone="warning"
      title={at === null ? 'Your store is not connected' : `Your store is disconnected since ${formatShortDate(new Date(at), 'UTC')}`}
      action={{ content: 'Connect store', loading: isBusy, onAction: reconnect }}
    >
      <p>Its sales give you no spending power. Connect it again and we read them anew, which takes a few minutes.</p>
    </Banner>
  );
}

import { Banner, BlockStack } from '@shopify/polaris';
import { storeTexts } from '../../server/domain/store/storeTexts.ts';
import { OwnersWay, type Reader } from './OwnersWay.tsx';

/** Says that the merchant has disconnected the store, and leads the owner to where it is connected again. */
export function StoreDisconnected({ receiver }: { receiver: Reader }) {
  return (
    <Banner tone="warning" title={storeTexts.disconnected}>
      <BlockStack gap="200" inlineAlign="start">
        <p>{storeTexts.disconnectedEffect}</p>
        <OwnersWay way={{ label: 'Connect it in Settings', path: '/settings' }} receiver={receiver} />
      </BlockStack>
    </Banner>
  );
}

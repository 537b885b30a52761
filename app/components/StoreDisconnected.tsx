import { Banner } from '@shopify/polaris';
import { storeTexts } from '../../server/domain/store/storeTexts.ts';
import { useOwnerNeeded } from '../useOwnerNeeded.ts';

/** Says that the merchant has disconnected the store, and leads the owner to where it is connected again. */
export function StoreDisconnected() {
  const ownerNeeded = useOwnerNeeded();
  return (
    <Banner
      tone="warning"
      title={storeTexts.disconnected}
      {...(ownerNeeded === null && { action: { content: 'Connect it in Settings', url: '/shopify/settings' } })}
    >
      <p>{storeTexts.disconnectedEffect}</p>
    </Banner>
  );
}

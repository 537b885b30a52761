import { InlineStack, Text } from '@shopify/polaris';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** How the owner leaves: what uninstalling the app ends, and where the account is found afterward. */
export function Leaving() {
  return (
    <TitledCard title="Leaving">
      <Text as="p">
        Uninstall the app under Apps in your store’s settings. What it sees of your store ends at once; your card, what you owe and your history stay as they
        are, and are here again when you install it again. Until then you find them on the full site.
      </Text>
      <InlineStack>
        <FullSiteButton>Open the full site</FullSiteButton>
      </InlineStack>
    </TitledCard>
  );
}

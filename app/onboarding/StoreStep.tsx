import { useRevalidator } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Button, InlineStack, Spinner, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { storeStepTexts } from '../../server/domain/onboarding/stepTexts.ts';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { LinkedNotes } from './LinkedNotes.tsx';
import { StepCard } from './StepCard.tsx';

/** Waits while the app connects to the store's sales. Where the store does not allow that, asks for permission again or offers to connect another store. */
export function StoreStep({ notes }: { notes: readonly string[] }) {
  const shopify = useAppBridge();
  const { revalidate } = useRevalidator();
  const [isAllowed, setIsAllowed] = useState<boolean | null>(null);
  const [isAsking, setIsAsking] = useState(false);

  useEffect(() => {
    shopify.scopes.query().then(
      ({ granted }) => setIsAllowed(granted.includes(ordersScope)),
      () => setIsAllowed(null),
    );
  }, [shopify]);

  async function allow() {
    setIsAsking(true);
    // A question that the admin could not ask was not answered either: the button asks again.
    const answer = await shopify.scopes.request([ordersScope]).catch(() => null);
    setIsAsking(false);
    if (answer?.result !== 'granted-all') return;
    setIsAllowed(true);
    revalidate();
  }

  return (
    <StepCard heading={storeStepTexts.heading} lead={`${storeStepTexts.lead} ${storeStepTexts.readsOnly}`}>
      <LinkedNotes notes={notes} />
      {isAllowed === false ? (
        <>
          <Text as="p">Your store does not let the app see its orders.</Text>
          <InlineStack gap="200">
            <Button variant="primary" loading={isAsking} onClick={() => void allow()}>
              Allow it to see orders
            </Button>
            <FullSiteButton>{storeStepTexts.another}</FullSiteButton>
          </InlineStack>
        </>
      ) : (
        <>
          <InlineStack gap="200" blockAlign="center">
            <Spinner size="small" />
            <Text as="p">{storeStepTexts.connecting}</Text>
          </InlineStack>
          <InlineStack>
            <FullSiteButton variant="plain">{storeStepTexts.another}</FullSiteButton>
          </InlineStack>
        </>
      )}
    </StepCard>
  );
}

const ordersScope = 'read_orders';

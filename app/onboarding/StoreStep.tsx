import { useRevalidator } from '@remix-run/react';
import { useAppBridge } from '@shopify/app-bridge-react';
import { Button, InlineStack, Spinner, Text } from '@shopify/polaris';
import { useEffect, useState } from 'react';
import { storeHeading } from '../../server/domain/onboarding/stepTexts.ts';
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
    <StepCard
      heading={storeHeading}
      lead="Your spending power grows with your sales, so we have to see them. We read orders and payments, and change nothing in your store."
    >
      <LinkedNotes notes={notes} />
      {isAllowed === false ? (
        <>
          <Text as="p">Your store does not let the app see its orders.</Text>
          <InlineStack gap="200">
            <Button variant="primary" loading={isAsking} onClick={() => void allow()}>
              Allow it to see orders
            </Button>
            <FullSiteButton>Connect another store or accounting</FullSiteButton>
          </InlineStack>
        </>
      ) : (
        <>
          <InlineStack gap="200" blockAlign="center">
            <Spinner size="small" />
            <Text as="p">We are connecting to your store’s sales. This page goes on by itself.</Text>
          </InlineStack>
          <InlineStack>
            <FullSiteButton variant="plain">Connect another store or accounting</FullSiteButton>
          </InlineStack>
        </>
      )}
    </StepCard>
  );
}

const ordersScope = 'read_orders';

import { Button, InlineStack, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { acceptedTexts } from '../../server/domain/onboarding/stepTexts.ts';
import { StoreReading } from '../components/StoreReading.tsx';
import { figureIntervalMs, newsIntervalMs, usePolling } from '../usePolling.ts';
import { StepCard } from './StepCard.tsx';

/** The screen of a finished onboarding. */
export function AcceptedStep({ receiver: { availableSpendPowerCents: available, store_reading: reading } }: { receiver: ReceiverAnswer }) {
  usePolling(reading ? figureIntervalMs : newsIntervalMs);
  return (
    <StepCard heading={acceptedTexts.heading} lead={acceptedTexts.lead}>
      {available !== null && available > 1 && (
        <div>
          <Text as="p" tone="subdued">
            Available to spend
          </Text>
          <Text as="p" variant="heading2xl">
            {formatUsd(cents(available))}
          </Text>
          {reading && <StoreReading reading={reading} />}
        </div>
      )}
      <InlineStack>
        <Button variant="primary" url="/shopify">
          Go to home
        </Button>
      </InlineStack>
    </StepCard>
  );
}

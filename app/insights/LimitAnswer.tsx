import { BlockStack, Card, Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';

interface LimitAnswerProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
}

/** Answers in a few words why the limit is what it is. */
export function LimitAnswer({ answer: { total_cents, in_short }, isBeingRead }: LimitAnswerProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {total_cents === null ? 'Why do I have no limit yet?' : `Why is my limit ${formatUsd(cents(total_cents))}?`}
        </Text>
        <Text as="p">
          {isBeingRead ? 'Your store is still being read: your limit follows its sales as they come in.' : (in_short ?? notYet(total_cents !== null))}
        </Text>
      </BlockStack>
    </Card>
  );
}

const notYet = (hasLimit: boolean) =>
  hasLimit ? 'The steps below show how it was worked out.' : 'It is worked out from your store’s sales as soon as they have been read.';

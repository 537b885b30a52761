import { BlockStack, Card, Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { limitAnswer, limitQuestion, limitTexts } from '../../server/domain/spendingPower/limitTexts.ts';

interface LimitAnswerProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
  /** Whether the card is still to come. */
  isEstimate: boolean;
}

/** Answers in a few words why the limit is what it is. */
export function LimitAnswer({ answer, isBeingRead, isEstimate }: LimitAnswerProps) {
  const { total_cents } = answer;
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {limitQuestion(total_cents === null ? null : cents(total_cents), isEstimate)}
        </Text>
        <Text as="p">{limitAnswer(answer, isBeingRead)}</Text>
        {isEstimate && total_cents !== null && <Text as="p">{limitTexts.estimate}</Text>}
      </BlockStack>
    </Card>
  );
}

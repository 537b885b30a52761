import { BlockStack, Card, InlineStack, Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { signed } from '../../server/domain/spendingPower/spendingPowerLog.ts';

interface LimitAnswerProps {
  answer: SpendingPowerAnswer;
  /** Whether the store's sales are still being read for the first time. */
  isBeingRead: boolean;
}

/** Answers in a few words why the limit is what it is, and what the merchant can do to raise it. */
export function LimitAnswer({ answer: { total_cents, in_short, raises, sales_do_not_raise }, isBeingRead }: LimitAnswerProps) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          {total_cents === null ? 'Why do I have no limit yet?' : `Why is my limit ${formatUsd(cents(total_cents))}, and what would raise it?`}
        </Text>
        <Text as="p">
          {isBeingRead ? 'Your store is still being read: your limit follows its sales as they come in.' : (in_short ?? notYet(total_cents !== null))}
        </Text>
        {!isBeingRead && (raises.length > 0 || sales_do_not_raise !== null) && (
          <>
            <Text as="h3" variant="headingSm">
              What would raise it
            </Text>
            <BlockStack as="ul" gap="200">
              {raises.map(({ text, gain_cents }) => (
                <li key={text}>
                  <InlineStack align="space-between" gap="400" wrap={false}>
                    <Text as="span">{text}</Text>
                    <Text as="span" numeric>
                      {signed(cents(gain_cents))}
                    </Text>
                  </InlineStack>
                </li>
              ))}
              {sales_do_not_raise !== null && <li>{sales_do_not_raise}</li>}
            </BlockStack>
          </>
        )}
      </BlockStack>
    </Card>
  );
}

const notYet = (hasLimit: boolean) =>
  hasLimit ? 'The steps below show how it was worked out.' : 'It is worked out from your store’s sales as soon as they have been read.';

import { Badge, BlockStack, InlineStack, SkeletonBodyText, Text } from '@shopify/polaris';
import type { getSubscriptions, SubscriptionsAnswer } from '../../../server/contract/insights.ts';
import type { IsoDate } from '../../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../../server/domain/basics/money.ts';
import { chargeRows, chargesInWords, latestChargeRow, rhythmInWords, riseInWords, subscriptionTexts } from '../../../server/domain/insights/insightWords.ts';
import { rowsBehind } from '../../../server/domain/insights/rowsBehind.ts';
import { merchantInWords } from '../../../server/domain/table/filters.ts';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { RowsLink } from '../../components/RowsLink.tsx';
import { TitledCard } from '../../components/TitledCard.tsx';
import { useAnswer } from '../../useAnswer.ts';

interface SubscriptionsProps {
  token: string;
  /** The day in UTC. */
  today: IsoDate;
}

/** The subscriptions found among the purchases: next day, amount, and the price rise where there was one. */
export function Subscriptions({ token, today }: SubscriptionsProps) {
  const { answer, problem, readAgain } = useAnswer<typeof getSubscriptions>('GET /api/users/:token/insights/subscriptions', { params: { token } });
  return (
    <TitledCard title={subscriptionTexts.title}>
      <ProblemBanner problem={problem} onRetry={readAgain} />
      {answer === null && problem === null && <SkeletonBodyText lines={4} />}
      {answer !== null && <Found answer={answer} today={today} />}
    </TitledCard>
  );
}

function Found({ answer: { yearly_cents, subscriptions }, today }: { answer: SubscriptionsAnswer; today: IsoDate }) {
  if (subscriptions.length === 0) {
    return (
      <Text as="p" tone="subdued">
        {subscriptionTexts.nothing}
      </Text>
    );
  }
  return (
    <>
      <Text as="p">{subscriptionTexts.yearly(formatUsd(cents(yearly_cents)))}</Text>
      <BlockStack as="ul" gap="300">
        {subscriptions.map((one) => (
          <li key={`${one.merchant} ${one.amount_cents}`}>
            <InlineStack align="space-between" gap="300" wrap={false}>
              <Text as="span" breakWord>
                {merchantInWords(one.merchant)}
              </Text>
              <Text as="span" numeric>
                <RowsLink query={rowsBehind('card', latestChargeRow(one))}>{formatUsd(cents(one.amount_cents))}</RowsLink>
              </Text>
            </InlineStack>
            <Text as="p" tone="subdued">
              {rhythmInWords(one, today)}
            </Text>
            {one.rise && (
              <BlockStack inlineAlign="start">
                <Badge tone="warning">{subscriptionTexts.rise}</Badge>
                <Text as="p">{riseInWords(one.rise)}</Text>
              </BlockStack>
            )}
            <RowsLink query={rowsBehind('card', chargeRows(one))}>{chargesInWords(one)}</RowsLink>
          </li>
        ))}
      </BlockStack>
    </>
  );
}

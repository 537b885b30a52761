import { BlockStack, ProgressBar, Text } from '@shopify/polaris';
import type { CardSummary } from '../../server/contract/cards.ts';
import { formatNearMomentIn } from '../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd, ratio } from '../../server/domain/basics/money.ts';
import { describeLimit, describeRaise } from '../../server/domain/card/cardWords.ts';

/** What can still be spent with a card, of which limit, and what was raised for now. */
export function WhatIsLeft({ card: { left_cents, limit, raises }, timeZone }: { card: CardSummary; timeZone: string }) {
  return (
    <BlockStack gap="100">
      {left_cents !== null && (
        <Text as="span" fontWeight="semibold" numeric>
          {formatUsd(cents(left_cents))} left
        </Text>
      )}
      {limit !== null && limit.control !== 'per_purchase' && (
        <div aria-hidden="true">
          <ProgressBar progress={percentSpent(limit)} size="small" tone={percentSpent(limit) === 100 ? 'critical' : 'success'} />
        </div>
      )}
      {limit !== null && (
        <Text as="span" tone="subdued">
          {describeLimit(limit)}
        </Text>
      )}
      {raises.map((raise) => (
        <Text as="span" tone="subdued" key={raise.id}>
          Raised: {describeRaise(raise)} until {formatNearMomentIn(timeZone, raise.ends_at)}
        </Text>
      ))}
    </BlockStack>
  );
}

/** Returns how much of a limit is spent, in whole percent from 0 to 100. */
function percentSpent({ spent_cents, limit_cents }: NonNullable<CardSummary['limit']>): number {
  return Math.round(Math.min(1, Math.max(0, ratio(cents(spent_cents), cents(limit_cents)))) * 100);
}

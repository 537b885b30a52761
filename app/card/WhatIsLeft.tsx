import { BlockStack, ProgressBar, Text } from '@shopify/polaris';
import type { CardSummary } from '../../server/contract/cards.ts';
import { formatNearMomentIn } from '../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { describeLimit, describeLimitRaise } from '../../server/domain/card/cardWords.ts';
import { partSpent } from '../../server/domain/card/controls/partSpent.ts';

/** Left to spend with a card, its tightest limit, and the active raises. */
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
          <ProgressBar progress={partSpent(limit) * 100} size="small" tone={partSpent(limit) === 1 ? 'critical' : 'success'} />
        </div>
      )}
      {limit !== null && (
        <Text as="span" tone="subdued">
          {describeLimit(limit)}
        </Text>
      )}
      {raises.map((raise) => (
        <Text as="span" tone="subdued" key={raise.id}>
          Raised: {describeLimitRaise(raise)} until {formatNearMomentIn(timeZone, raise.ends_at)}
        </Text>
      ))}
    </BlockStack>
  );
}

import { BlockStack, InlineStack, Text } from '@shopify/polaris';
import type { LimitHistoryAnswer, SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { type IsoDate, isoDate } from '../../server/domain/basics/dates.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { limitSteps } from '../../server/domain/spendingPower/limitHistory.ts';
import { signed } from '../../server/domain/spendingPower/spendingPowerLog.ts';
import { TitledCard } from '../components/TitledCard.tsx';

/** Lists the latest changes of the amount available, newest first. */
export function LimitChanges({ changes }: Pick<SpendingPowerAnswer, 'changes'>) {
  return (
    <TitledCard title="What changed it">
      {changes.length === 0 && (
        <Text as="p" tone="subdued">
          Nothing has changed lately. Each change of what you can spend appears here, with its reason.
        </Text>
      )}
      <BlockStack as="ul" gap="300">
        {changes.map(({ date, text }) => (
          <li key={`${date} ${text}`}>
            <BlockStack>
              <Text as="span">{text}</Text>
              <Text as="span" tone="subdued">
                {formatDay(date)}
              </Text>
            </BlockStack>
          </li>
        ))}
      </BlockStack>
    </TitledCard>
  );
}

/** The days on which the limit moved over the last twelve months, the newest first. */
export function LimitHistory({ days, today }: Pick<LimitHistoryAnswer, 'days'> & { today: IsoDate }) {
  const steps = limitSteps(
    days.map(({ date, total_cents }) => ({ date: isoDate(date), total_cents: cents(total_cents) })),
    today,
  );
  return (
    <TitledCard title="How it moved">
      {steps.length === 0 && (
        <Text as="p" tone="subdued">
          It is shown here from the day on which it is first worked out.
        </Text>
      )}
      <BlockStack as="ul" gap="200">
        {steps.toReversed().map(({ date, total_cents, change_cents }) => (
          <li key={date}>
            <InlineStack align="space-between" gap="400">
              <Text as="span">{formatDay(date)}</Text>
              <InlineStack gap="300">
                {change_cents !== null && (
                  <Text as="span" tone="subdued" numeric>
                    {signed(change_cents)}
                  </Text>
                )}
                <Text as="span" numeric>
                  {formatUsd(total_cents)}
                </Text>
              </InlineStack>
            </InlineStack>
          </li>
        ))}
      </BlockStack>
    </TitledCard>
  );
}

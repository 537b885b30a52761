import { BlockStack, InlineStack, ProgressBar, Text } from '@shopify/polaris';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { startOfDay } from '../../server/domain/basics/dates.ts';
import { cents, formatUsd, larger, noMoney, ratio } from '../../server/domain/basics/money.ts';
import { scheduleOf } from '../../server/domain/home/homeTiles.ts';
import { nothingDueWords } from '../../server/domain/repayment/nothingDueWords.ts';
import { onItsWayWords } from '../../server/domain/repayment/onItsWay.ts';
import { dueDateOf } from '../../server/domain/repayment/schedule.ts';
import { TitledCard } from './TitledCard.tsx';

const shownDues = 6;

/** The next amounts due, each with a bar relative to the largest. */
export function DueBars({ receiver }: { receiver: ReceiverAnswer }) {
  const dues = scheduleOf(receiver).slice(0, shownDues);
  const { on_its_way_cents, asked_parts_cents } = receiver.payable;
  const largest = dues.map(({ total_owed_cents }) => total_owed_cents).reduce(larger, noMoney);
  return (
    <TitledCard title="Due next">
      {dues.length === 0 && <Text as="p">{nothingDueWords(receiver)}</Text>}
      {dues.map((entry, place) => {
        const date = dueDateOf(entry);
        const underway = onItsWayWords(cents(on_its_way_cents[place] ?? 0), entry.total_owed_cents, cents(asked_parts_cents[place] ?? 0));
        return (
          <BlockStack key={date} gap="100">
            <InlineStack align="space-between">
              <Text as="span" id={`due-${date}`}>
                {formatShortDate(startOfDay(date), 'UTC')}
              </Text>
              <Text as="span" numeric>
                {formatUsd(entry.total_owed_cents)}
              </Text>
            </InlineStack>
            <ProgressBar progress={Math.round(ratio(entry.total_owed_cents, largest) * 100)} size="small" ariaLabelledBy={`due-${date}`} />
            {underway !== null && (
              <Text as="p" tone="subdued">
                {underway}
              </Text>
            )}
          </BlockStack>
        );
      })}
    </TitledCard>
  );
}

import { BlockStack, InlineStack, Scrollable, Text } from '@shopify/polaris';
import type { LimitHistoryAnswer } from '../../server/contract/spendingPower.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import type { IsoDate } from '../../server/domain/basics/dates.ts';
import { formatUsd } from '../../server/domain/basics/money.ts';
import { answeredSteps } from '../../server/domain/spendingPower/limitHistory.ts';
import { limitTexts } from '../../server/domain/spendingPower/limitTexts.ts';
import { signed } from '../../server/domain/spendingPower/spendingPowerLog.ts';
import { TitledCard } from '../components/TitledCard.tsx';
import { LimitLine } from './LimitLine.tsx';

/** How the limit moved over the last twelve months and why: as a line, and as a list of its steps, the newest first. */
export function LimitHistory({ days, today }: Pick<LimitHistoryAnswer, 'days'> & { today: IsoDate }) {
  const steps = answeredSteps(days, today);
  const [first, ...later] = steps;
  return (
    <TitledCard title={limitTexts.moved}>
      {first === undefined ? (
        <Text as="p" tone="subdued">
          {limitTexts.notMoved}
        </Text>
      ) : (
        <>
          {later.length > 0 && <LimitLine steps={[first, ...later]} />}
          <Scrollable className="limit-steps" focusable role="region" aria-label={limitTexts.steps}>
            <BlockStack as="ul" gap="200">
              {steps.toReversed().map(({ date, total_cents, change_cents, causes }) => (
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
                  {causes.map((cause) => (
                    <Text key={cause} as="p" tone="subdued">
                      {cause}
                    </Text>
                  ))}
                </li>
              ))}
            </BlockStack>
          </Scrollable>
        </>
      )}
    </TitledCard>
  );
}

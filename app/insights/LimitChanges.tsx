import { BlockStack, Text } from '@shopify/polaris';
import type { SpendingPowerAnswer } from '../../server/contract/spendingPower.ts';
import { formatDay } from '../../server/domain/basics/dateFormats.ts';
import { changeDays } from '../../server/domain/spendingPower/changeDays.ts';
import { limitWords } from '../../server/domain/spendingPower/limitWords.ts';
import { TitledCard } from '../components/TitledCard.tsx';

/** Lists the latest changes of the amount available, newest first. */
export function LimitChanges({ changes }: Pick<SpendingPowerAnswer, 'changes'>) {
  return (
    <TitledCard title={limitWords.customer.spendable}>
      <Text as="p" tone="subdued">
        {changes.length === 0 && 'Nothing has changed lately. '}
        {limitWords.customer.changes}
      </Text>
      <BlockStack as="ul" gap="300">
        {changeDays(changes).map(({ date, changes: ofDay }) => (
          <li key={date}>
            <Text as="span" tone="subdued">
              {formatDay(date)}
            </Text>
            <BlockStack as="ul" gap="100">
              {ofDay.map(({ text }) => (
                <li key={text}>{text}</li>
              ))}
            </BlockStack>
          </li>
        ))}
      </BlockStack>
    </TitledCard>
  );
}

import { Text } from '@shopify/polaris';
import { type Cents, formatUsd } from '../../server/domain/basics/money.ts';
import { cashbackWords } from '../../server/domain/repayment/cashbackWords.ts';
import { TitledCard } from '../components/TitledCard.tsx';

/** The cashback credited to date, and what is expected of what is due. */
export function CashbackEarned({ earned, expected }: { earned: Cents; expected: Cents }) {
  return (
    <TitledCard title="Cashback earned">
      <Text as="p" variant="heading2xl">
        {formatUsd(earned)}
      </Text>
      <Text as="p" tone="subdued">
        {cashbackWords.earned(earned)}
      </Text>
      {expected > 0 && <Text as="p">{cashbackWords.expected(expected)}</Text>}
    </TitledCard>
  );
}

import { BlockStack, InlineGrid } from '@shopify/polaris';
import { type IsoDate, startOfDay } from '../../../server/domain/basics/dates.ts';
import { monthOf } from '../../../server/domain/basics/periods.ts';
import { MoneyBack } from './MoneyBack.tsx';
import { Spending } from './Spending.tsx';
import { Subscriptions } from './Subscriptions.tsx';

interface SpendingInsightsProps {
  token: string;
  /** The day in UTC. */
  today: IsoDate;
}

/** Where the money goes: spending of a month, subscriptions, and what came back. Each figure opens its rows. */
export function SpendingInsights({ token, today }: SpendingInsightsProps) {
  return (
    <InlineGrid columns={{ xs: 1, md: 2 }} gap="400" alignItems="start">
      <Spending token={token} latest={monthOf(startOfDay(today))} />
      <BlockStack gap="400">
        <Subscriptions token={token} today={today} />
        <MoneyBack token={token} />
      </BlockStack>
    </InlineGrid>
  );
}

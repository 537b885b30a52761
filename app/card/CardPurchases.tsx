import { BlockStack, Button, InlineStack, Link, Text } from '@shopify/polaris';
import type { CardAnswer } from '../../server/contract/card.ts';
import { formatShortDate } from '../../server/domain/basics/dateFormats.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { isCounted } from '../../server/domain/card/card.ts';
import { nothingBought } from '../../server/domain/card/overCard.ts';
import { TitledCard } from '../components/TitledCard.tsx';

/** How many purchases a card's page lists. The table has all of them. */
const listed = 8;

/** The newest purchases with a card and refunds to it, on the days of the transactions table. */
export function CardPurchases({ card, isClosed }: { card: CardAnswer; isClosed: boolean }) {
  const nothing = nothingBought(isClosed);
  const purchases = card.transactions.filter(isCounted);
  return (
    <TitledCard title="Purchases">
      {purchases.length === 0 && (
        <Text as="p" tone="subdued">
          {nothing.heading}. {nothing.text}
        </Text>
      )}
      <BlockStack as="ul" gap="200">
        {purchases.slice(0, listed).map(({ token, amount_cents, created_at, raw_data }) => (
          <li key={token}>
            <InlineStack align="space-between" gap="400" wrap={false}>
              <BlockStack>
                <Link url={`/shopify/transactions/card/${token}`} monochrome>
                  {raw_data.merchant.descriptor}
                </Link>
                <Text as="span" tone="subdued">
                  {formatShortDate(new Date(created_at), 'UTC')}
                </Text>
              </BlockStack>
              <Text as="span" numeric>
                {formatUsd(cents(amount_cents))}
              </Text>
            </InlineStack>
          </li>
        ))}
      </BlockStack>
      {purchases.length > listed && (
        <InlineStack>
          <Button url="/shopify/transactions">All transactions</Button>
        </InlineStack>
      )}
    </TitledCard>
  );
}

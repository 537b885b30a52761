import { BlockStack, Card, Text } from '@shopify/polaris';
import type { CardAnswer } from '../../server/contract/card.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { cardFigures, cardFiguresWords } from '../../server/domain/card/cardFigures.ts';
import { Facts } from '../components/Facts.tsx';

/** The card's own figures: its limit, and what was spent and is left of that, over its whole life. */
export function CardFigures({ card, available_cents }: { card: CardAnswer; available_cents: number | null }) {
  return (
    <Card>
      <BlockStack gap="300">
        <Text as="h2" variant="headingMd">
          Since this card was issued
        </Text>
        <Facts facts={cardFigures(card).map(({ label, amount_cents }) => ({ label, value: formatUsd(cents(amount_cents)) }))} />
        <Text as="p" tone="subdued">
          {cardFiguresWords(available_cents)}
        </Text>
      </BlockStack>
    </Card>
  );
}

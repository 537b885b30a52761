import { Text } from '@shopify/polaris';
import type { CardAnswer } from '../../server/contract/card.ts';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { cardFigures, cardFiguresTitle, cardFiguresWords } from '../../server/domain/card/cardFigures.ts';
import { Facts } from '../components/Facts.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** The card's own figures: its limit, and what was spent and is left of that, over its whole life. */
export function CardFigures({ card, available_cents }: { card: CardAnswer; available_cents: number | null }) {
  return (
    <TitledCard title={cardFiguresTitle}>
      <Facts facts={cardFigures(card).map(({ label, amount_cents }) => ({ label, value: formatUsd(cents(amount_cents)) }))} />
      <Text as="p" tone="subdued">
        {cardFiguresWords(card.state, available_cents)}
      </Text>
    </TitledCard>
  );
}

import { BlockStack, Button, InlineGrid, InlineStack } from '@shopify/polaris';
import type { CardSummary } from '../../server/contract/cards.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { TitledCard } from '../components/TitledCard.tsx';
import { CardName } from './CardName.tsx';
import { WhatIsLeft } from './WhatIsLeft.tsx';

const shownCards = 5;

/** Left to spend with each of the first few open cards. Empty for an account with one card, which home shows by itself. */
export function CardsGlance({ cards, timeZone }: { cards: readonly CardSummary[]; timeZone: string }) {
  const open = cards.filter(({ state }) => state !== 'CLOSED');
  if (open.length < 2) return null;
  return (
    <TitledCard title={cardsTexts.heading}>
      <BlockStack as="ul" gap="400">
        {open.slice(0, shownCards).map((card) => (
          <li key={card.token}>
            <InlineGrid columns={{ xs: 1, sm: 2 }} gap="200" alignItems="center">
              <CardName card={card} />
              <WhatIsLeft card={card} timeZone={timeZone} />
            </InlineGrid>
          </li>
        ))}
      </BlockStack>
      <InlineStack>
        <Button url="/shopify/cards">{open.length > shownCards ? `All ${open.length} cards` : 'All cards'}</Button>
      </InlineStack>
    </TitledCard>
  );
}

import { BlockStack, InlineStack, Link, Text } from '@shopify/polaris';
import type { CardSummary } from '../../server/contract/cards.ts';
import { ColorMark } from './ColorMark.tsx';

/** Returns the address of a card's own page. */
export function cardPath({ token }: Pick<CardSummary, 'token'>): string {
  return `/shopify/cards/${token}`;
}

/** A card's color and name, which leads to its page, with its purpose and last digits below. */
export function CardName({ card }: { card: CardSummary }) {
  return (
    <InlineStack gap="300" blockAlign="center" wrap={false}>
      <ColorMark color={card.color} />
      <BlockStack>
        <Link url={cardPath(card)} monochrome removeUnderline>
          <Text as="span" fontWeight="semibold" breakWord>
            {card.name}
          </Text>
        </Link>
        <Text as="span" tone="subdued" breakWord>
          {card.purpose !== null && `${card.purpose} · `}•••• {card.last_four}
        </Text>
      </BlockStack>
    </InlineStack>
  );
}

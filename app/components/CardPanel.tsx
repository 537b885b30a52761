import { useFetcher } from '@remix-run/react';
import { Badge, Banner, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import type { CardAnswer } from '../../server/contract/card.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { displayCard } from '../../server/domain/card/card.ts';

/** The answer of home's action: why the card could not be changed, for the reader, or null. */
export interface CardChange {
  problem: string | null;
}

/** The card, its state, and the button that pauses or reopens it. */
export function CardPanel({ card, receiver: { abilities, closing } }: { card: CardAnswer; receiver: Pick<ReceiverAnswer, 'abilities' | 'closing'> }) {
  const fetcher = useFetcher<CardChange>();
  const { label, toggle, explanation } = displayCard(card.state);
  const isAllowed = abilities.includes(card.state === 'OPEN' ? 'pause_card' : 'reopen_card');
  const words = card.state === 'OPEN' ? 'Pause card' : toggle === 'absent' ? 'I have my card' : 'Reopen card';
  const change = () => fetcher.submit({ card: card.token, state: card.state === 'OPEN' ? 'PAUSED' : 'OPEN' }, { method: 'post', action: '/shopify?index' });
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              Your card
            </Text>
            <Badge tone={card.state === 'OPEN' ? 'success' : 'attention'}>{label}</Badge>
          </InlineStack>
          <Text as="span" tone="subdued">
            {card.type === 'PHYSICAL' ? 'Card' : 'Virtual card'} •••• {card.last_four}
          </Text>
        </InlineStack>
        {explanation !== null && closing === null && <Text as="p">{explanation}</Text>}
        {!isAllowed && toggle === 'enabled' && <Text as="p">Your account is on hold, so the card stays paused. Ask support what it needs.</Text>}
        {fetcher.data?.problem && <Banner tone="critical">{fetcher.data.problem}</Banner>}
        <InlineStack>
          <Button disabled={toggle === 'disabled' || !isAllowed} loading={fetcher.state !== 'idle'} onClick={change}>
            {words}
          </Button>
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

import { useFetcher } from '@remix-run/react';
import { Badge, BlockStack, Button, Card, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { CardAnswer } from '../../server/contract/card.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cardReaderOf, displayCard, explainSwitch } from '../../server/domain/card/card.ts';
import { closedWord } from '../../server/domain/card/overCard.ts';
import type { SaveResult } from '../saveResult.ts';
import { useOwnerNeeded } from '../useOwnerNeeded.ts';
import { useSavedToast } from '../useToast.ts';
import { ProblemNotice } from './ProblemNotice.tsx';

interface CardPanelProps {
  card: CardAnswer;
  receiver: Pick<ReceiverAnswer, 'abilities' | 'closing' | 'role'>;
  /** The card's title: a page of several people's cards names it. */
  title: string;
  /** Whether it leads to the page of the card, where a card that has arrived is activated. */
  leadsToCard?: boolean;
  /** Whether the page says above it why the card works no more. */
  hasEnded?: boolean;
  /** Whether the card's own page shows it, and it is over. */
  isClosed?: boolean;
}

/** The card, its state, and the button that pauses or reopens it. */
export function CardPanel({ card, receiver: { abilities, closing, role }, title, leadsToCard = false, hasEnded = false, isClosed = false }: CardPanelProps) {
  const ownerNeeded = useOwnerNeeded();
  const fetcher = useFetcher<SaveResult>();
  const [done, setDone] = useState('');
  useSavedToast(fetcher, done);
  const { label, toggle, explanation } = displayCard(card, cardReaderOf(role));
  const hasSwitch = toggle === 'enabled' && !isClosed;
  const isAllowed = abilities.includes(card.state === 'OPEN' ? 'pause_card' : 'reopen_card');
  const send = (words: string, change: { hold: 'release' } | { state: 'OPEN' | 'PAUSED' }) => {
    setDone(words);
    fetcher.submit({ card: card.token, ...change }, { method: 'post', action: '/shopify/card-switch' });
  };
  const release = () => send('Card reopened', { hold: 'release' });
  const change = () => (card.state === 'OPEN' ? send('Card paused', { state: 'PAUSED' }) : send('Card reopened', { state: 'OPEN' }));
  return (
    <Card>
      <BlockStack gap="300">
        <InlineStack align="space-between" blockAlign="center">
          <InlineStack gap="200" blockAlign="center">
            <Text as="h2" variant="headingMd">
              {title}
            </Text>
            {isClosed ? <Badge>{closedWord}</Badge> : <Badge tone={card.state === 'OPEN' ? 'success' : 'attention'}>{label}</Badge>}
          </InlineStack>
          <Text as="span" tone="subdued">
            {card.type === 'PHYSICAL' ? 'Card' : 'Virtual card'} •••• {card.last_four}
          </Text>
        </InlineStack>
        {explanation !== null && closing === null && !hasEnded && <Text as="p">{explanation}</Text>}
        {!isAllowed && hasSwitch && <Text as="p">{ownerNeeded ?? explainSwitch(card, role)}</Text>}
        <ProblemNotice problem={fetcher.data?.problem} />
        <InlineStack gap="200">
          {hasSwitch && (
            <Button disabled={!isAllowed} loading={fetcher.state !== 'idle'} onClick={change}>
              {card.state === 'OPEN' ? 'Pause card' : 'Reopen card'}
            </Button>
          )}
          {leadsToCard && (
            <Button url={`/shopify/cards/${card.token}`}>
              {toggle === 'absent' && abilities.includes('activate_card') ? 'I have my card' : 'Card details'}
            </Button>
          )}
          {card.is_on_hold && abilities.includes('reopen_card') && (
            <Button loading={fetcher.state !== 'idle'} onClick={release}>
              Reopen card
            </Button>
          )}
        </InlineStack>
      </BlockStack>
    </Card>
  );
}

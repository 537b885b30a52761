import { useNavigate } from '@remix-run/react';
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  IndexFilters,
  IndexFiltersMode,
  IndexTable,
  InlineStack,
  Text,
  useBreakpoints,
  useSetIndexFiltersMode,
} from '@shopify/polaris';
import { useState } from 'react';
import type { CardSummary, CardsAnswer } from '../../server/contract/cards.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { downloadAllCards, isFoundCard } from '../../server/domain/card/cardList.ts';
import { cardsTexts, emptyCardListWords } from '../../server/domain/card/cardWords.ts';
import { isOver } from '../../server/domain/card/overCard.ts';
import { DownloadButton } from '../components/DownloadButton.tsx';
import { Empty } from '../components/Empty.tsx';
import { useAnnouncedHeight } from '../useAnnouncedHeight.ts';
import { CardName, cardPath } from './CardName.tsx';
import { WhatIsLeft } from './WhatIsLeft.tsx';

interface CardListProps {
  shown: CardsAnswer;
  receiver: ReceiverAnswer;
  timeZone: string;
  /** Opens the form that requests a card; null for a reader who needs no request. `askId` is its button's. */
  onAsk: (() => void) | null;
  askId: string;
}

const headings = [{ title: 'Card' }, { title: 'Holder' }, { title: 'State' }, { title: 'Left' }] as const;

/** The cards with what is left of each, searched in the page: a program allows a few dozen at most. A row leads to the page of its card. */
export function CardList({ shown, receiver, timeZone, onAsk, askId }: CardListProps) {
  const [isClosed, setIsClosed] = useState(false);
  const [searched, setSearched] = useState('');
  const { mode, setMode } = useSetIndexFiltersMode(IndexFiltersMode.Default);
  const filters = useAnnouncedHeight();
  const { smDown: isNarrow } = useBreakpoints();
  const isHolder = !receiver.abilities.includes('view_account');
  const found = shown.cards.filter((card) => (card.state === 'CLOSED') === isClosed && isFoundCard(card, searched));
  const nothing = emptyCardListWords({ isSearched: searched !== '', isClosed, isHolder, closing: receiver.closing });
  return (
    <Card padding="0">
      <div ref={filters}>
        <IndexFilters
          tabs={[
            { id: 'open', content: 'Open', isLocked: true },
            { id: 'closed', content: 'Closed', isLocked: true },
          ]}
          selected={isClosed ? 1 : 0}
          onSelect={(place) => setIsClosed(place === 1)}
          canCreateNewView={false}
          mode={mode}
          setMode={setMode}
          cancelAction={{ onAction: () => setSearched('') }}
          queryValue={searched}
          queryPlaceholder="Search cards"
          onQueryChange={setSearched}
          onQueryClear={() => setSearched('')}
          filters={[]}
          onClearAll={() => setSearched('')}
          hideFilters
        />
      </div>
      {isNarrow ? <NarrowList cards={found} nothing={nothing} timeZone={timeZone} /> : <Table cards={found} nothing={nothing} timeZone={timeZone} />}
      <Foot shown={shown} receiver={receiver} onAsk={onAsk} askId={askId} />
    </Card>
  );
}

interface ShownProps {
  cards: readonly CardSummary[];
  /** Shown in place of an empty list. */
  nothing: { heading: string; text: string };
  timeZone: string;
}

function Table({ cards, nothing, timeZone }: ShownProps) {
  const navigate = useNavigate();
  return (
    <IndexTable
      resourceName={{ singular: 'card', plural: 'cards' }}
      itemCount={cards.length}
      selectable={false}
      headings={[...headings]}
      emptyState={<Empty {...nothing} />}
    >
      {cards.map((card, place) => (
        <IndexTable.Row key={card.token} id={card.token} position={place} onClick={() => navigate(cardPath(card))}>
          <IndexTable.Cell>
            <CardName card={card} />
          </IndexTable.Cell>
          <IndexTable.Cell>{card.holder.name}</IndexTable.Cell>
          <IndexTable.Cell>
            <StateBadge card={card} />
          </IndexTable.Cell>
          <IndexTable.Cell>
            <Left card={card} timeZone={timeZone} />
          </IndexTable.Cell>
        </IndexTable.Row>
      ))}
    </IndexTable>
  );
}

/** The cards where there is no room for columns. */
function NarrowList({ cards, nothing, timeZone }: ShownProps) {
  if (cards.length === 0) return <Empty {...nothing} />;
  return (
    <BlockStack as="ul">
      {cards.map((card) => (
        <li key={card.token}>
          <Box padding="300" borderBlockStartWidth="025" borderColor="border-secondary">
            <BlockStack gap="200">
              <InlineStack align="space-between" blockAlign="start" gap="200">
                <CardName card={card} />
                <StateBadge card={card} />
              </InlineStack>
              <Text as="span" tone="subdued">
                {card.holder.name}
              </Text>
              <Left card={card} timeZone={timeZone} />
            </BlockStack>
          </Box>
        </li>
      ))}
    </BlockStack>
  );
}

function StateBadge({ card: { state, loss, label } }: { card: CardSummary }) {
  if (isOver({ state, loss })) return <Badge>{label}</Badge>;
  return <Badge tone={state === 'OPEN' ? 'success' : 'attention'}>{label}</Badge>;
}

function Left({ card, timeZone }: { card: CardSummary; timeZone: string }) {
  return (
    <BlockStack gap="100">
      {card.state !== 'CLOSED' && <WhatIsLeft card={card} timeZone={timeZone} />}
      {card.explanation !== null && (
        <Text as="span" tone="subdued" breakWord>
          {card.explanation}
        </Text>
      )}
    </BlockStack>
  );
}

/** Cards that are being made, why there can be no more, and what can be done about the list. */
function Foot({ shown, receiver: { abilities }, onAsk, askId }: Omit<CardListProps, 'timeZone'>) {
  const obstacle = abilities.includes('manage_cards') ? shown.obstacle : null;
  const mayDownload = abilities.includes('download_reports');
  if (shown.waiting.length === 0 && obstacle === null && !mayDownload && onAsk === null) return null;
  return (
    <Box padding="300">
      <BlockStack gap="200">
        {shown.waiting.map(({ id, name }) => (
          <Text as="p" key={id}>{`${name}: ${cardsTexts.waiting}`}</Text>
        ))}
        {obstacle !== null && <Text as="p">{obstacle}</Text>}
        <InlineStack gap="200">
          {onAsk && (
            <Button id={askId} onClick={onAsk}>
              {cardsTexts.ask}
            </Button>
          )}
          {mayDownload && <DownloadButton query={{ report: 'cards' }}>{downloadAllCards}</DownloadButton>}
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

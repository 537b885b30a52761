import { useNavigate } from '@remix-run/react';
import {
  Badge,
  BlockStack,
  Box,
  Button,
  Card,
  EmptyState,
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
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { DownloadButton } from '../components/DownloadButton.tsx';
import { CardName, cardPath } from './CardName.tsx';
import { WhatIsLeft } from './WhatIsLeft.tsx';

interface CardListProps {
  shown: CardsAnswer;
  receiver: ReceiverAnswer;
  timeZone: string;
  /** Opens the form that asks for a card; null for whoever needs not ask. */
  onAsk: (() => void) | null;
}

const headings = [{ title: 'Card' }, { title: 'Holder' }, { title: 'State' }, { title: 'Left' }] as const;

/** The cards with what is left of each, searched in the page: a program allows a few dozen at most. A row leads to the page of its card. */
export function CardList({ shown, receiver, timeZone, onAsk }: CardListProps) {
  const [isClosed, setIsClosed] = useState(false);
  const [searched, setSearched] = useState('');
  const { mode, setMode } = useSetIndexFiltersMode(IndexFiltersMode.Default);
  const { smDown: isNarrow } = useBreakpoints();
  const isHolder = !receiver.abilities.includes('view_account');
  const found = shown.cards.filter((card) => (card.state === 'CLOSED') === isClosed && matches(card, searched));
  const nothing = searched !== '' ? cardsTexts.nothingFound : isClosed ? cardsTexts.nothingClosed : isHolder ? cardsTexts.nothingHeld : cardsTexts.nothingOpen;
  return (
    <Card padding="0">
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
      <IndexTable
        resourceName={{ singular: 'card', plural: 'cards' }}
        itemCount={found.length}
        selectable={false}
        condensed={isNarrow}
        headings={[...headings]}
        emptyState={
          <EmptyState heading={nothing.heading} image="">
            <p>{nothing.text}</p>
          </EmptyState>
        }
      >
        {found.map((card, place) => (
          <CardRow key={card.token} card={card} place={place} isNarrow={isNarrow} timeZone={timeZone} />
        ))}
      </IndexTable>
      <Foot shown={shown} receiver={receiver} onAsk={onAsk} />
    </Card>
  );
}

function matches({ name, purpose, holder, last_four }: CardSummary, searched: string): boolean {
  const text = `${name} ${purpose ?? ''} ${holder.name} ${holder.email} ${last_four}`.toLowerCase();
  return searched
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

interface CardRowProps {
  card: CardSummary;
  place: number;
  isNarrow: boolean;
  timeZone: string;
}

function CardRow({ card, place, isNarrow, timeZone }: CardRowProps) {
  const navigate = useNavigate();
  const path = cardPath(card);
  const isClosed = card.state === 'CLOSED';
  const name = <CardName card={card} />;
  const state = <Badge {...(card.state === 'OPEN' ? { tone: 'success' } : isClosed ? {} : { tone: 'attention' })}>{isClosed ? 'Closed' : card.label}</Badge>;
  const left = isClosed ? null : <WhatIsLeft card={card} timeZone={timeZone} />;
  return (
    <IndexTable.Row id={card.token} position={place} onClick={() => navigate(path)}>
      {isNarrow ? (
        <Box padding="300" width="100%">
          <BlockStack gap="200">
            <InlineStack align="space-between" blockAlign="start" gap="200">
              {name}
              {state}
            </InlineStack>
            <Text as="span" tone="subdued">
              {card.holder.name}
            </Text>
            {left}
          </BlockStack>
        </Box>
      ) : (
        <>
          <IndexTable.Cell>{name}</IndexTable.Cell>
          <IndexTable.Cell>{card.holder.name}</IndexTable.Cell>
          <IndexTable.Cell>{state}</IndexTable.Cell>
          <IndexTable.Cell>{left}</IndexTable.Cell>
        </>
      )}
    </IndexTable.Row>
  );
}

/** Cards that are being made, why there can be no more, and what can be done about the list. */
function Foot({ shown, receiver: { abilities }, onAsk }: Omit<CardListProps, 'timeZone'>) {
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
          {onAsk && <Button onClick={onAsk}>{cardsTexts.ask}</Button>}
          {mayDownload && (
            <DownloadButton label="Download all cards as CSV" query={{ report: 'cards' }}>
              Download
            </DownloadButton>
          )}
        </InlineStack>
      </BlockStack>
    </Box>
  );
}

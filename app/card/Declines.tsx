import { BlockStack, Button, InlineStack, Pagination, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { CardSummary } from '../../server/contract/cards.ts';
import type { DeclinedPurchase, DeclineHistory } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { declinesOnPage, describeDecline, type Remedy, type RemedyState, remedyStateOfCard } from '../../server/domain/card/declines.ts';
import { LocalDay } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { RaiseOnce } from './RaiseOnce.tsx';

interface DeclinesProps {
  history: DeclineHistory | null;
  page: number;
  onPage: (page: number) => void;
  /** Of the first card. */
  remedyState: RemedyState;
  cards: readonly CardSummary[];
  /** What applies each remedy; null where the person may not. A control is raised, and a card reopened, by a button of its purchase's own. */
  remedies: Readonly<Record<Exclude<Remedy, 'raise' | 'reopen' | 'release'>, ReactNode>>;
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities' | 'lithic_card_token'>;
  onRetry: () => void;
}

/** The purchases declined in the last 90 days, each with its reason and what helps. */
export function Declines({ history, page, onPage, remedyState, cards, remedies, receiver, onRetry }: DeclinesProps) {
  return (
    <TitledCard title="Declined in the last 90 days">
      {history === null && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="p">The declined purchases could not be read.</Text>
          <Button onClick={onRetry}>Try again</Button>
        </InlineStack>
      )}
      {history?.total === 0 && (
        <Text as="p" tone="subdued">
          Nothing was declined. If a store declines your card, the reason and what helps appear here within seconds.
        </Text>
      )}
      {history !== null && history.declines.length > 0 && (
        <BlockStack as="ul" gap="400">
          {history.declines.map((declined) => (
            <Row key={declined.id} declined={declined} remedyState={remedyState} cards={cards} remedies={remedies} receiver={receiver} />
          ))}
        </BlockStack>
      )}
      {history !== null && history.total > declinesOnPage && (
        <Pagination
          hasPrevious={page > 1}
          onPrevious={() => onPage(page - 1)}
          hasNext={page * declinesOnPage < history.total}
          onNext={() => onPage(page + 1)}
          label={`Showing ${(page - 1) * declinesOnPage + 1} to ${Math.min(history.total, page * declinesOnPage)} of ${history.total} results`}
        />
      )}
    </TitledCard>
  );
}

interface RowProps extends Pick<DeclinesProps, 'remedyState' | 'cards' | 'remedies' | 'receiver'> {
  declined: DeclinedPurchase;
}

function Row({ declined, remedyState, cards, remedies, receiver }: RowProps) {
  const state = remedyStateOfCard(declined.card_token, remedyState, { first: receiver.lithic_card_token, cards });
  const { purchase, text, isMended, remedy } = describeDecline(declined, state);
  return (
    <li>
      <InlineStack align="space-between" blockAlign="start" gap="400">
        <BlockStack gap="100">
          <Text as="span" fontWeight="semibold">
            {purchase}
          </Text>
          <Text as="span" tone="subdued">
            <LocalDay at={declined.declined_at} />
            {declined.card_name !== null && ` · ${declined.card_name} •••• ${declined.card_last_four}`}
          </Text>
          <Text as="span">{isMended ? `${declined.reason} ${text}` : text}</Text>
        </BlockStack>
        {!isMended && <RemedyOf declined={declined} remedy={remedy} remedies={remedies} receiver={receiver} />}
      </InlineStack>
    </li>
  );
}

/** What helps after a declined purchase: a card is reopened, and its hold released, on its own page. */
function RemedyOf({ declined, remedy, remedies, receiver }: Pick<RowProps, 'declined' | 'remedies' | 'receiver'> & { remedy: Remedy }) {
  if (remedy === 'raise') return <RaiseOnce declined={declined} receiver={receiver} />;
  if (remedy === 'reopen' || remedy === 'release') return <Button url={`/shopify/cards/${declined.card_token}`}>Open the card</Button>;
  return remedies[remedy];
}

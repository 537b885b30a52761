import { BlockStack, Button, InlineStack, Pagination, Text } from '@shopify/polaris';
import type { CardSummary } from '../../server/contract/cards.ts';
import type { DeclinedPurchase, DeclineHistory } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { declineHistoryTexts, declinesOnPage, describeDeclines, whatAppears } from '../../server/domain/card/declineHistory.ts';
import { describeDecline, type RemedyState, remedyStateOfCard } from '../../server/domain/card/declines.ts';
import { LocalDay } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { RemedyOf } from './RemedyOf.tsx';

interface DeclinesProps {
  history: DeclineHistory | null;
  page: number;
  onPage: (page: number) => void;
  /** Of the card of the page, or of home. */
  remedyState: RemedyState;
  cards: readonly CardSummary[];
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities' | 'lithic_card_token' | 'payable' | 'closing'>;
  onRetry: () => void;
  /** The token of the one card whose page it is, which needs no name there; left out for all cards. */
  cardOfPage?: string;
}

/** The purchases declined in the last 90 days, of all cards or of one, each with its reason and what helps. */
export function Declines({ history, page, onPage, onRetry, ...row }: DeclinesProps) {
  return (
    <TitledCard title={declineHistoryTexts.heading}>
      {history === null && (
        <InlineStack gap="200" blockAlign="center">
          <Text as="p">The declined purchases could not be read.</Text>
          <Button onClick={onRetry}>Try again</Button>
        </InlineStack>
      )}
      {history?.total === 0 && (
        <Text as="p" tone="subdued">
          {declineHistoryTexts.nothing}.{' '}
          {whatAppears(
            row.receiver,
            row.cards.find(({ token }) => token === row.cardOfPage),
          )}
        </Text>
      )}
      {history !== null && history.declines.length > 0 && (
        <BlockStack as="ul" gap="400">
          {history.declines.map((declined) => (
            <Row key={declined.id} declined={declined} {...row} />
          ))}
        </BlockStack>
      )}
      {history !== null && history.total > declinesOnPage && (
        <Pagination
          hasPrevious={page > 1}
          onPrevious={() => onPage(page - 1)}
          hasNext={page * declinesOnPage < history.total}
          onNext={() => onPage(page + 1)}
          label={describeDeclines(page, history.total)}
        />
      )}
    </TitledCard>
  );
}

interface RowProps extends Pick<DeclinesProps, 'remedyState' | 'cards' | 'receiver' | 'cardOfPage'> {
  declined: DeclinedPurchase;
}

function Row({ declined, remedyState, cards, receiver, cardOfPage }: RowProps) {
  const state = remedyStateOfCard(declined.card_token, remedyState, { first: cardOfPage ?? receiver.lithic_card_token, cards });
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
            {cardOfPage === undefined && declined.card_name !== null && ` · ${declined.card_name} •••• ${declined.card_last_four}`}
          </Text>
          <Text as="span">{isMended ? `${declined.reason} ${text}` : text}</Text>
        </BlockStack>
        {!isMended && <RemedyOf declined={declined} remedy={remedy} receiver={receiver} cardOfPage={cardOfPage} />}
      </InlineStack>
    </li>
  );
}

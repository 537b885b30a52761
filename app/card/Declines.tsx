import { BlockStack, Button, InlineStack, Pagination, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import type { DeclinedPurchase, DeclineHistory } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { declinesOnPage, describeDecline, type Remedy, type RemedyState } from '../../server/domain/card/declines.ts';
import { LocalDay } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { RaiseOnce } from './RaiseOnce.tsx';

interface DeclinesProps {
  history: DeclineHistory | null;
  page: number;
  onPage: (page: number) => void;
  remedyState: RemedyState;
  /** What applies each remedy; null where the person may not. A control is raised by a button of its purchase's own. */
  remedies: Readonly<Record<Exclude<Remedy, 'raise'>, ReactNode>>;
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities'>;
  onRetry: () => void;
}

/** The purchases declined in the last 90 days, each with its reason and what helps. */
export function Declines({ history, page, onPage, remedyState, remedies, receiver, onRetry }: DeclinesProps) {
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
            <Row key={declined.id} declined={declined} remedyState={remedyState} remedies={remedies} receiver={receiver} />
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

function Row({ declined, remedyState, remedies, receiver }: Pick<DeclinesProps, 'remedyState' | 'remedies' | 'receiver'> & { declined: DeclinedPurchase }) {
  const { purchase, text, isMended, remedy } = describeDecline(declined, remedyState);
  return (
    <li>
      <InlineStack align="space-between" blockAlign="start" gap="400">
        <BlockStack gap="100">
          <Text as="span" fontWeight="semibold">
            {purchase}
          </Text>
          <Text as="span" tone="subdued">
            <LocalDay at={declined.declined_at} />
          </Text>
          <Text as="span">{isMended ? `${declined.reason} ${text}` : text}</Text>
        </BlockStack>
        {!isMended && (remedy === 'raise' ? <RaiseOnce declined={declined} receiver={receiver} /> : remedies[remedy])}
      </InlineStack>
    </li>
  );
}

import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { cents, formatUsd } from '../../server/domain/basics/money.ts';
import { Facts } from '../components/Facts.tsx';
import { LocalMoment } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

interface LeadProps {
  amount_cents: number;
  /** The other party, or the type. */
  name: string;
  facts: readonly { label: string; value: ReactNode }[];
}

/** The amount of a transaction, its other party, and its facts. */
export function Lead({ amount_cents, name, facts }: LeadProps) {
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="p" variant="heading2xl">
            {formatUsd(cents(amount_cents))}
          </Text>
          <Text as="p" breakWord>
            {name}
          </Text>
        </BlockStack>
        <Facts facts={facts} />
      </BlockStack>
    </Card>
  );
}

/** The events of a transaction, oldest first. */
export function History({ events }: { events: readonly { at: string; text: string }[] }) {
  if (events.length === 0) return null;
  return (
    <TitledCard title="History">
      <BlockStack as="ol" gap="200">
        {events.map(({ at, text }) => (
          <li key={`${at} ${text}`}>
            <BlockStack>
              <Text as="span">{text}</Text>
              <Text as="span" tone="subdued">
                <LocalMoment at={at} />
              </Text>
            </BlockStack>
          </li>
        ))}
      </BlockStack>
    </TitledCard>
  );
}

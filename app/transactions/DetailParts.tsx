import { BlockStack, Card, Text } from '@shopify/polaris';
import type { ReactNode } from 'react';
import { formatHundredths } from '../../server/domain/basics/foreignMoney.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { Facts } from '../components/Facts.tsx';
import { LocalMoment } from '../components/LocalTime.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

interface LeadProps {
  amount_cents: number;
  /** The amount's currency, which has hundredths; US dollars when left out. */
  currency?: string | undefined;
  /** The other party, or the type. */
  name: string;
  facts: readonly { label: string; value: ReactNode }[];
}

/** The amount of a transaction, its other party, and its facts. */
export function Lead({ amount_cents, currency = 'USD', name, facts }: LeadProps) {
  return (
    <Card>
      <BlockStack gap="400">
        <BlockStack gap="100">
          <Text as="p" variant="heading2xl">
            {formatHundredths(cents(amount_cents), currency)}
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

import { BlockStack, InlineGrid, List, Text } from '@shopify/polaris';
import type { getProgramTerms } from '../../server/contract/agreements.ts';
import type { Answer } from '../../server/contract/call.ts';
import { openingParts, openingTexts } from '../../server/domain/onboarding/openingTexts.ts';
import { TitledCard } from './TitledCard.tsx';

/** Says, before the card is there, what the merchant gets, what it costs, how it is repaid and what to have at hand. */
export function Opening({ terms }: { terms: Answer<typeof getProgramTerms> }) {
  return (
    <TitledCard title={openingTexts.again}>
      <InlineGrid columns={{ xs: 1, md: 2 }} gap="400">
        {openingParts(terms, { isInStore: true }).map(({ title, points }) => (
          <BlockStack key={title} gap="200">
            <Text as="h3" variant="headingSm">
              {title}
            </Text>
            <List>
              {points.map((point) => (
                <List.Item key={point}>{point}</List.Item>
              ))}
            </List>
          </BlockStack>
        ))}
      </InlineGrid>
    </TitledCard>
  );
}

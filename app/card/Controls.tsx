import { Button, InlineStack, Text } from '@shopify/polaris';
import type { CardDetail } from '../../server/contract/cards.ts';
import { cardsTexts, describeControls } from '../../server/domain/card/cardWords.ts';
import { categoryGroups } from '../../server/domain/card/controls/categories.ts';
import { Facts } from '../components/Facts.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** What may be bought with a card, and what the program allows on none. */
export function Controls({ card: { token, controls, program, can } }: { card: CardDetail }) {
  const lines = describeControls(controls);
  return (
    <TitledCard title="Controls">
      {lines.length === 0 ? <Text as="p">{cardsTexts.noControls}</Text> : <Facts facts={lines.map(({ label, text }) => ({ label, value: text }))} />}
      <Text as="p" tone="subdued">
        {cardsTexts.controlsHold}
        {program.blocked_categories.length > 0 && ` Never allowed on any card: ${program.blocked_categories.map((group) => categoryGroups[group]).join(', ')}.`}
      </Text>
      {can.change && (
        <InlineStack>
          <Button url={`/shopify/cards/${token}/edit`}>Change controls</Button>
        </InlineStack>
      )}
    </TitledCard>
  );
}

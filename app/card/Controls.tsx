import { Button, InlineStack, Text } from '@shopify/polaris';
import type { CardDetail } from '../../server/contract/cards.ts';
import { cardsTexts, describeControls, neverAllowed } from '../../server/domain/card/cardWords.ts';
import { countsOfOld } from '../../server/domain/card/lossWords.ts';
import { Facts } from '../components/Facts.tsx';
import { TitledCard } from '../components/TitledCard.tsx';

/** A card's controls, and the categories that the program blocks on every card. */
export function Controls({ card: { token, controls, program, can, successor_of } }: { card: CardDetail }) {
  const lines = describeControls(controls);
  const old = countsOfOld({ successor_of, controls });
  return (
    <TitledCard title="Controls">
      {lines.length === 0 ? <Text as="p">{cardsTexts.noControls}</Text> : <Facts facts={lines.map(({ label, text }) => ({ label, value: text }))} />}
      {old !== null && <Text as="p">{old}</Text>}
      <Text as="p" tone="subdued">
        {cardsTexts.controlsHold} {neverAllowed(program.blocked_categories)}
      </Text>
      {can.change && (
        <InlineStack>
          <Button url={`/shopify/cards/${token}/edit`}>Change controls</Button>
        </InlineStack>
      )}
    </TitledCard>
  );
}

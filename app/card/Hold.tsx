import { BlockStack, Button, Card, Text } from '@shopify/polaris';
import type { CardAnswer, putCardHold } from '../../server/contract/card.ts';
import { holdHint, isOnItsWay } from '../../server/domain/card/card.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { useEffectCall } from '../useEffectCall.ts';

/** Holds a card whose plastic is on its way, which no switch can pause. The panel above releases it. */
export function Hold({ card, mayHold }: { card: CardAnswer; mayHold: boolean }) {
  const hold = useEffectCall(() => callCore<typeof putCardHold>('PUT /api/lithic_card/hold', { body: { token: card.token, is_on_hold: true } }), 'Card paused');
  if (card.is_on_hold || !isOnItsWay(card.state) || !mayHold) return null;
  return (
    <Card>
      <BlockStack gap="300" inlineAlign="start">
        {hold.problem && <ProblemBanner problem={hold.problem} />}
        <Text as="p">{holdHint}</Text>
        <Button loading={hold.isBusy} onClick={() => void hold.run(null)}>
          Pause card
        </Button>
      </BlockStack>
    </Card>
  );
}

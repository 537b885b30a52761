import { BlockStack, Button, InlineStack, Text } from '@shopify/polaris';
import { useState } from 'react';
import type { CardDetail, deleteCardRaise } from '../../server/contract/cards.ts';
import { formatNearMomentIn } from '../../server/domain/basics/dateFormats.ts';
import { describeLimitRaise } from '../../server/domain/card/cardWords.ts';
import { callCore } from '../call.ts';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { TitledCard } from '../components/TitledCard.tsx';
import { useEffectCall } from '../useEffectCall.ts';
import { RaiseForm } from './RaiseForm.tsx';

interface LimitRaisesProps {
  card: CardDetail;
  /** The receiver's. */
  token: string;
  /** The product's time, ISO 8601. */
  now: string;
}

/** The active raises of a card, and the form to add or request one. */
export function LimitRaises({ card, token, now }: LimitRaisesProps) {
  const [isOpen, setIsOpen] = useState(false);
  const { raises, can, has_controls } = card;
  const mayRaise = has_controls && (can.change || can.request_raise);
  if (raises.length === 0 && !mayRaise) return null;
  return (
    <TitledCard title="Raised for now">
      {raises.length === 0 && (
        <Text as="p" tone="subdued">
          A control can be raised once for a purchase that it would decline. It goes back by itself.
        </Text>
      )}
      {raises.length > 0 && (
        <BlockStack as="ul" gap="200">
          {raises.map((raise) => (
            <Raise key={raise.id} raise={raise} card={card} token={token} />
          ))}
        </BlockStack>
      )}
      {isOpen && mayRaise && <RaiseForm card={card} token={token} now={now} onClose={() => setIsOpen(false)} />}
      {mayRaise && !isOpen && (
        <InlineStack>
          <Button onClick={() => setIsOpen(true)}>{can.change ? 'Raise once' : 'Ask for a raise'}</Button>
        </InlineStack>
      )}
    </TitledCard>
  );
}

function Raise({ raise, card, token }: Omit<LimitRaisesProps, 'now'> & { raise: CardDetail['raises'][number] }) {
  const takingBack = useEffectCall(
    () => callCore<typeof deleteCardRaise>('DELETE /api/users/:token/cards/:card/raises/:raise', { params: { token, card: card.token, raise: raise.id } }),
    'Taken back',
  );
  return (
    <li>
      <InlineStack align="space-between" blockAlign="center" gap="400">
        <BlockStack>
          <Text as="span">{describeLimitRaise(raise)}</Text>
          <Text as="span" tone="subdued">
            Until {formatNearMomentIn(card.program.time_zone, raise.ends_at)}, by {raise.granted_by}
          </Text>
        </BlockStack>
        {card.can.change && (
          <Button loading={takingBack.isBusy} accessibilityLabel={`Take back ${describeLimitRaise(raise)}`} onClick={() => void takingBack.run(null)}>
            Take back
          </Button>
        )}
      </InlineStack>
      <ProblemBanner problem={takingBack.problem} />
    </li>
  );
}

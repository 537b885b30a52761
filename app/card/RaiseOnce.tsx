import { Button } from '@shopify/polaris';
import type { postCardRaise } from '../../server/contract/cards.ts';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { callCore } from '../onboarding/call.ts';
import { ProblemBanner } from '../onboarding/ProblemBanner.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface RaiseOnceProps {
  declined: DeclinedPurchase;
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities'>;
}

/** Lets a purchase through that a card's control declined, in one tap; leads a cardholder to where it is asked for. */
export function RaiseOnce({ declined: { card_token: card, suggested_raise: suggested, control }, receiver: { token, abilities } }: RaiseOnceProps) {
  const raising = useEffectCall(({ label: _, ...body }: Suggested, idempotencyKey) => {
    return callCore<typeof postCardRaise>('POST /api/users/:token/cards/:card/raises', { params: { token, card }, body, idempotencyKey });
  }, 'Raised until tonight');
  if (abilities.includes('manage_cards'))
    return (
      suggested && (
        <>
          <Button loading={raising.isBusy} onClick={() => void raising.run(suggested)}>
            {suggested.label}
          </Button>
          <ProblemBanner problem={raising.problem} />
        </>
      )
    );
  if (control === null || !abilities.includes('request_card')) return null;
  return <Button url={`/shopify/cards/${card}?ask=${control}`}>Ask for it</Button>;
}

type Suggested = NonNullable<DeclinedPurchase['suggested_raise']>;

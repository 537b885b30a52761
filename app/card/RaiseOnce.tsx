import { Button } from '@shopify/polaris';
import { useState } from 'react';
import type { Outcome } from '../../server/browser/callFailure.ts';
import type { postCardRaise, postCardRequest } from '../../server/contract/cards.ts';
import type { DeclinedPurchase } from '../../server/contract/declines.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { cardsTexts } from '../../server/domain/card/cardWords.ts';
import { callCore } from '../call.ts';
import { DoneNote } from '../components/DoneNote.tsx';
import { ProblemBanner } from '../components/ProblemBanner.tsx';
import { useEffectCall } from '../useEffectCall.ts';

interface RaiseOnceProps {
  declined: DeclinedPurchase;
  suggested: Suggested;
  receiver: Pick<ReceiverAnswer, 'token' | 'abilities'>;
}

/** Raises the control that declined a purchase in one tap; a cardholder's tap requests the raise. */
export function RaiseOnce({ declined: { card_token: card, merchant }, suggested, receiver: { token, abilities } }: RaiseOnceProps) {
  const isManager = abilities.includes('manage_cards');
  const [isAsked, setIsAsked] = useState(false);
  const tap = useEffectCall<Suggested, unknown>(
    ({ label: _, ends_at, ...raise }, idempotencyKey): Promise<Outcome<unknown>> => {
      if (isManager)
        return callCore<typeof postCardRaise>('POST /api/users/:token/cards/:card/raises', {
          params: { token, card },
          body: { ...raise, ends_at },
          idempotencyKey,
        });
      const body = { kind: 'raise' as const, card_token: card, ...raise, note: `For ${merchant}` };
      return callCore<typeof postCardRequest>('POST /api/users/:token/card_requests', { params: { token }, body, idempotencyKey });
    },
    isManager ? 'Raised until tonight' : 'Asked for',
  );
  if (!(isManager || abilities.includes('request_card'))) return null;
  async function press() {
    const { ok } = await tap.run(suggested);
    setIsAsked(ok && !isManager);
  }
  if (isAsked) return <DoneNote>{cardsTexts.asked}</DoneNote>;
  return (
    <>
      <Button loading={tap.isBusy} onClick={() => void press()}>
        {isManager ? suggested.label : cardsTexts.askForIt}
      </Button>
      <ProblemBanner problem={tap.problem} />
    </>
  );
}

type Suggested = NonNullable<DeclinedPurchase['suggested_raise']>;

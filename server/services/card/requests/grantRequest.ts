import type { CardRequestAnswer } from '../../../contract/cards.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { fittingWords } from '../../../domain/basics/fittingWords.ts';
import { cardNameLength } from '../../../domain/card/appearance.ts';
import { type ControlKind, noControls } from '../../../domain/card/controls/controls.ts';
import { endOfDayIn } from '../../../domain/card/controls/periods.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { programOf } from '../../receiver/programOf.ts';
import { storeLimitRaise } from '../controls/limitRaises.ts';
import { issueNow, storeOrder } from '../issue/addCard.ts';
import { answerCardRequest, askedCents } from './cardRequests.ts';

/**
 * Answers a cardholder's request. A yes to a card orders one for them, with what they asked for as its limit of a month; a yes to a
 * raise lifts the control until the end of the program's day. Throws as answering does, and as ordering and raising do.
 */
export async function answerRequest(
  deps: Deps,
  caller: Caller,
  view: ReceiverView,
  { id, isGranted }: { id: string; isGranted: boolean },
): Promise<CardRequestAnswer> {
  let issueId: string | null = null;
  const answer = await answerCardRequest(deps, caller, view, {
    id,
    isGranted,
    grant: async (transaction, request, receiver) => {
      if (request.kind === 'card') {
        const limit = askedCents(request);
        issueId = await storeOrder(
          deps,
          transaction,
          { scope: view.scope, receiver, caller },
          {
            name: fittingWords(request.note ?? 'Card', cardNameLength),
            color: 'brand',
            purpose: null,
            holder_id: request.member_id,
            kind: 'standard',
            is_physical: false,
            shipping_address: null,
            controls: limit === null ? null : { ...noControls, per_month_cents: limit },
            request_id: request.id,
          },
        );
        return;
      }
      if (request.card_token === null || request.control === null) throw new DomainError('not_found');
      await storeLimitRaise(deps, transaction, { scope: view.scope, receiver, caller }, request.card_token, {
        // The column takes these words only.
        control: request.control as ControlKind,
        amount_cents: askedCents(request),
        subject: request.subject,
        ends_at: endOfDayIn(programOf(receiver).timeZone, deps.clock()),
      });
    },
  });
  if (issueId !== null) await issueNow(deps, view.scope, issueId);
  return answer;
}

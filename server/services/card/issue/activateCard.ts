import type { CardAnswer } from '../../../contract/card.ts';
import { invalidFields } from '../../../contract/invalidRequest.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { activationRefusal, nextActivation, triesLeft, withOneMore } from '../../../domain/card/activation.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { changeCardState } from '../state/changeCardState.ts';

interface Activation {
  token: string;
  last_four: string;
}

/**
 * Activates a physical card by the last four digits printed on it, which also releases the merchant's hold. May be
 * repeated. Throws an InvalidRequest for other digits, `rate_limited` after too many of them, `step_out_of_order` for a
 * card that does not wait for it, and what opening a card throws.
 */
export async function activateCard(deps: Deps, caller: Caller, view: ReceiverView, { token, last_four }: Activation): Promise<CardAnswer> {
  const refused = await checkDigits(deps, view, { token, last_four: last_four.trim() });
  if (refused !== null) throw refused;
  return changeCardState(deps, caller, view, { token, state: 'OPEN' });
}

/** Counts the entry, and returns why the digits are refused, or null. It returns the error, since throwing would take the count back. */
function checkDigits(deps: Deps, { scope }: ReceiverView, { token, last_four }: Activation): Promise<DomainError | null> {
  return withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const where = { receiver_id_token: { token } };
    const card = await own.card.findUnique({ where });
    if (!card) throw new DomainError('not_found');
    const refusal = activationRefusal(card.state);
    if (refusal !== null) throw new DomainError('step_out_of_order', { reason: refusal });

    const wrong = { count: card.wrong_activations, latestAt: card.wrong_activation_at };
    const now = deps.clock();
    const next = nextActivation(wrong, now);
    if (next !== null) {
      const minutes = Math.ceil((next.getTime() - now.getTime()) / 60_000);
      const reason = `These digits were wrong too often. Try again in ${minutes === 1 ? 'a minute' : `${minutes} minutes`}, or ask support.`;
      return new DomainError('rate_limited', { retryAfterSeconds: minutes * 60, reason });
    }
    if (last_four === card.last_four) {
      if (wrong.count > 0) await own.card.update({ where, data: { wrong_activations: 0 } });
      return null;
    }
    // Anything but four digits is a slip of the keyboard, and no attempt.
    if (!/^\d{4}$/.test(last_four)) return wrongDigits('Enter the last four digits of the number on your card.');
    const count = withOneMore(wrong);
    await own.card.update({ where, data: { wrong_activations: count, wrong_activation_at: now } });
    return wrongDigits(`These are not the last four digits of your card. Look at the number on the plastic. ${leftInWords(triesLeft(count))}`);
  });
}

const wrongDigits = (message: string) => invalidFields([{ path: 'last_four', message }]);

function leftInWords(left: number): string {
  if (left === 0) return 'That was the last try for an hour.';
  return left === 1 ? 'You have one more try.' : `You have ${left} more tries.`;
}

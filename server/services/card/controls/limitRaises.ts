import { InvalidRequest } from '../../../contract/invalidRequest.ts';
import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Receiver } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { noControls } from '../../../domain/card/controls/controls.ts';
import { checkLimitRaise, type LimitRaise } from '../../../domain/card/controls/limitRaises.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { programOf } from '../../receiver/programOf.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { requireUsableCard } from '../requireUsableCard.ts';
import { requestIssuerFallback } from './issuerFallback.ts';
import { controlsJson } from './storedControls.ts';

/**
 * Raises one control of a card until an instant. Throws an InvalidRequest for a control that is not set, an amount that raises nothing or more
 * than the program allows, and an end in the past; `not_found`; and `step_out_of_order` for a card that is closed.
 */
export async function grantLimitRaise(deps: Deps, caller: Caller, { scope }: ReceiverView, token: string, raise: LimitRaise): Promise<void> {
  await withLockedReceiver(deps, scope, (transaction, receiver) => storeLimitRaise(deps, transaction, { scope, receiver, caller }, token, raise));
}

/** Stores a raise in a transaction that holds the receiver. Throws as `grantLimitRaise` does. */
export async function storeLimitRaise(
  deps: Deps,
  transaction: Transaction,
  { scope, receiver, caller }: { scope: ReceiverScope; receiver: Receiver; caller: Caller },
  token: string,
  raise: LimitRaise,
): Promise<void> {
  await requireUsableCard(transaction, scope, token);
  const own = databaseOf(transaction, scope);
  const stored = await own.cardControl.findUnique({ where: { receiver_id_card_token: { card_token: token } } });
  const controls = stored ? controlsJson.read(stored.controls) : noControls;
  const problems = checkLimitRaise(raise, { controls, largest_cents: programOf(receiver).rates.spendingPowerCapCents, now: deps.clock() });
  if (problems.length > 0) throw new InvalidRequest(problems);
  const { control, amount_cents, subject, ends_at } = raise;
  await own.cardRaise.create({
    data: {
      card_token: token,
      control,
      amount_cents: amount_cents === null ? null : BigInt(amount_cents),
      subject,
      ends_at,
      granted_at: deps.clock(),
      granted_by: caller.memberId,
    },
  });
  await recordTimeline(deps, scope, 'card_raised', { card_token: token, control, ends_at: ends_at.toISOString(), by_id: caller.memberId }, transaction);
  await requestIssuerFallback(deps, transaction);
}

/**
 * Gives a card's raises that have not ended to the card that takes its place: a loss ends no raise, and what the lost card spent of one counts for
 * its successor. The lost card has them no more.
 */
export async function passLimitRaises(
  deps: Pick<Deps, 'clock'>,
  transaction: Transaction,
  scope: ReceiverScope,
  cards: { from: string; to: string },
): Promise<void> {
  const where = { card_token: cards.from, ended_at: null, ends_at: { gt: deps.clock() } };
  await databaseOf(transaction, scope).cardRaise.updateMany({ where, data: { card_token: cards.to } });
}

/** Takes a raise back before it ends by itself. May be repeated. Throws `not_found` for one that this card does not have. */
export async function endLimitRaise(deps: Deps, { scope }: ReceiverView, token: string, id: string): Promise<void> {
  await withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope);
    const raise = await own.cardRaise.findUnique({ where: { receiver_id_id: { id } } });
    if (raise?.card_token !== token) throw new DomainError('not_found');
    if (raise.ended_at === null) await own.cardRaise.update({ where: { receiver_id_id: { id } }, data: { ended_at: deps.clock() } });
  });
}

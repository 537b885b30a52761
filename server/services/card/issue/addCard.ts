import { InvalidRequest } from '../../../contract/invalidRequest.ts';
import type { FieldError } from '../../../contract/problems.ts';
import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { Receiver } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { shippingAddressProblems, tidyShippingAddress } from '../../../domain/card/cardIssueForm.ts';
import { furtherCardObstacle } from '../../../domain/card/furtherCards.ts';
import { ProviderFailure, Refused } from '../../../providers/failure.ts';
import type { Caller } from '../../access/caller.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { failureForReader } from '../../failureForReader.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { programOf } from '../../receiver/programOf.ts';
import { controlProblems } from '../controls/controlProblems.ts';
import { storableControls } from '../controls/storedControls.ts';
import { requireHolder } from '../holders.ts';
import { firstSpendLimit } from './firstSpendLimit.ts';
import { issueFurtherCard } from './issueFurtherCard.ts';
import type { NewCard } from './newCard.ts';
import { queueFurtherCard } from './queueFurtherCard.ts';

/**
 * Adds a card and returns its token; null while the issuer has not answered, when it follows by itself. Throws an InvalidRequest that
 * lists everything wrong with the order, `step_out_of_order` when no card can be added, and `not_found` for a holder who is not in the team.
 */
export async function addCard(deps: Deps, caller: Caller, { scope, receiver }: ReceiverView, order: NewCard): Promise<string | null> {
  const problems = [...orderProblems(order), ...(order.controls === null ? [] : controlProblems(receiver, order.controls, deps.clock()))];
  if (problems.length > 0) throw new InvalidRequest(problems);
  const id = await takeOrder(deps, caller, scope, order);
  return issueNow(deps, scope, id);
}

const fieldError = (path: string, message: string): FieldError => ({ path, message, fix: message });

function orderProblems({ kind, is_physical, shipping_address }: NewCard): FieldError[] {
  if (!is_physical) return [];
  if (kind !== 'standard') return [fieldError('is_physical', 'A card for one purchase or one merchant exists as a number alone. Choose a virtual one.')];
  if (shipping_address === null) return [fieldError('shipping_address', 'Say where the card goes.')];
  return shippingAddressProblems(shipping_address).map(({ path, message }) => fieldError(path, message));
}

function takeOrder(deps: Deps, caller: Caller, scope: ReceiverScope, order: NewCard): Promise<string> {
  return withLockedReceiver(deps, scope, (transaction, receiver) => storeOrder(deps, transaction, { scope, receiver, caller }, order));
}

/** Stores an order whose fields are right, in a transaction that holds the receiver, and queues its issue. Returns its id. Throws as `addCard` does. */
export async function storeOrder(
  deps: Deps,
  transaction: Transaction,
  { scope, receiver, caller }: { scope: ReceiverScope; receiver: Receiver; caller: Caller },
  { shipping_address, controls, is_physical, ...order }: NewCard,
): Promise<string> {
  const obstacle = await readObstacle(transaction, scope, receiver);
  if (obstacle !== null) throw new DomainError('step_out_of_order', { reason: obstacle });
  await requireHolder(transaction, scope, order.holder_id);
  const { id } = await databaseOf(transaction, scope).cardIssue.create({
    data: {
      ...order,
      is_physical,
      memo: order.name,
      first_spend_limit: await firstSpendLimit(deps, transaction, { scope, receiver }),
      ordered_by: caller.memberId,
      ordered_at: deps.clock(),
      ...(is_physical && shipping_address !== null && { shipping_address: { ...tidyShippingAddress(shipping_address) } }),
      ...(controls !== null && { controls: storableControls(controls) }),
    },
  });
  await queueFurtherCard(deps, transaction, scope, id);
  return id;
}

/** Returns why the account gets no further card now; null when it does. */
export async function readObstacle(transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<string | null> {
  const own = databaseOf(transaction, scope);
  const [cards, waiting] = await Promise.all([
    own.card.count({ where: { state: { not: 'CLOSED' }, lost_at: null } }),
    own.cardIssue.count({ where: { card_token: null, refused_at: null } }),
  ]);
  return furtherCardObstacle({
    hasFirstCard: receiver.lithic_card_token !== null,
    account: receiver,
    isClosing: receiver.closing_requested_at !== null,
    open: cards + waiting,
    most: programOf(receiver).controls.maximumCards,
  });
}

/** Asks the issuer for an ordered card now. Returns null where it does not answer, since the job asks again. Throws its refusal in words. */
export async function issueNow(deps: Deps, scope: ReceiverScope, id: string): Promise<string | null> {
  try {
    return await issueFurtherCard(deps, scope, id);
  } catch (failure) {
    const isFollowed =
      (failure instanceof ProviderFailure && !(failure instanceof Refused)) || (failure instanceof DomainError && failure.code === 'idempotency_in_flight');
    if (isFollowed) return null;
    throw failureForReader(failure);
  }
}

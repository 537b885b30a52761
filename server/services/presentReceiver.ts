import type { ReceiverAnswer } from '../contract/receiver.ts';
import type { Receiver as StoredReceiver } from '../db/generated/client.ts';
import { abilities } from '../domain/access.ts';
import { completionChecklist, type OnboardingFacts, verificationStatus } from '../domain/onboarding.ts';
import { BLANK, type Receiver, type ReceiverFieldName, receiverFieldNames } from '../domain/receiver.ts';
import type { Caller } from './caller.ts';
import { standingOrder } from './card/cardOrder.ts';
import type { Deps } from './deps.ts';
import { summariseAccount } from './money/summariseAccount.ts';
import type { ReceiverView } from './viewReceiver.ts';

/** Only the last four digits of an EIN leave the server. */
function maskedEin(lastFour: string | null): string | null {
  return lastFour === null ? null : `•••••${lastFour}`;
}

function wireValue(stored: StoredReceiver, name: ReceiverFieldName): unknown {
  if (name === 'ein') return maskedEin(stored.ein_last_four);
  const value = stored[name];
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString() : value;
}

/** The record as it crosses the wire: a provider's secret is null, `BLANK` or an opaque handle, amounts are cents, instants ISO 8601. */
export function wireReceiver(stored: StoredReceiver): Receiver {
  return Object.fromEntries(receiverFieldNames.map((name) => [name, wireValue(stored, name)])) as Receiver;
}

/** What the providers last said about a receiver, as onboarding looks at it. */
export async function onboardingFacts(
  { database }: Pick<Deps, 'database'>,
  { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>,
): Promise<OnboardingFacts & { wantsPhysicalCard: boolean }> {
  const [bank, card, { order }] = await Promise.all([
    database.bankLink.findFirst({ where: { receiver_id: scope.receiverId, unlinked_at: null } }),
    receiver.lithic_card_token === null
      ? null
      : database.card.findUnique({ where: { receiver_id_token: { receiver_id: scope.receiverId, token: receiver.lithic_card_token } } }),
    standingOrder(database, scope, receiver),
  ]);
  return {
    plaid_account_verification_status:
      bank &&
      (bank.health === 'login_required' || bank.health === 'revoked' ? 'relink' : verificationStatus({ verification_status: bank.verification_status })),
    kybStatus: receiver.kyb_status,
    card: card && { spend_limit: Number(card.spend_limit) },
    isCardOrdered: order !== null,
    wantsPhysicalCard: order?.is_physical === true && receiver.card_request === null,
  };
}

/** Whether a stored field names something at a provider, and not nothing or the sentinel of a skipped step. */
export function isLinked(value: string | null): value is string {
  return value !== null && value !== BLANK;
}

/** The whole answer about a receiver: the record, and what is derived from it. */
export async function presentReceiver(deps: Deps, caller: Caller, view: ReceiverView): Promise<ReceiverAnswer> {
  const record = wireReceiver(view.receiver);
  const [facts, summary] = await Promise.all([onboardingFacts(deps, view), summariseAccount(deps, view)]);
  return {
    ...record,
    ...summary,
    completion: completionChecklist(record, facts),
    kybStatus: facts.kybStatus,
    plaid_account_verification_status: facts.plaid_account_verification_status,
    wantsPhysicalCard: facts.wantsPhysicalCard,
    abilities: abilities(caller, record),
  };
}

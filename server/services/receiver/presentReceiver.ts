import type { ReceiverAnswer } from '../../contract/receiver.ts';
import { type OnboardingRows, readOnboardingRows } from '../../db/queries/onboardingRows.ts';
import { readPresentedRows } from '../../db/queries/presentedRows.ts';
import type { Receiver as StoredReceiver } from '../../db/rows.ts';
import { abilities } from '../../domain/access/access.ts';
import { completionChecklist, type OnboardingFacts, verificationStatus } from '../../domain/onboarding/onboarding.ts';
import { closingState } from '../../domain/receiver/closing.ts';
import { BLANK, type Receiver, type ReceiverFieldName, receiverFieldNames } from '../../domain/receiver/receiver.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { isCurrentOrder } from '../card/cardOrder.ts';
import type { Deps } from '../deps.ts';
import { accountOf } from '../ledger/account.ts';
import { summariseAccount } from '../ledger/summariseAccount.ts';

/** Returns a masked EIN: only the last four digits leave the server. */
function maskedEin(lastFour: string | null): string | null {
  return lastFour === null ? null : `•••••${lastFour}`;
}

function wireValue(stored: StoredReceiver, name: ReceiverFieldName): unknown {
  if (name === 'ein') return maskedEin(stored.ein_last_four);
  const value = stored[name];
  if (typeof value === 'bigint') return Number(value);
  return value instanceof Date ? value.toISOString() : value;
}

/** Returns the record as sent to clients: a provider's secret is null, `BLANK` or an opaque handle; amounts are cents, instants ISO 8601. */
export function wireReceiver(stored: StoredReceiver): Receiver {
  return Object.fromEntries(receiverFieldNames.map((name) => [name, wireValue(stored, name)])) as Receiver;
}

type PresentedFacts = OnboardingFacts & { wantsPhysicalCard: boolean };

/** Returns the providers' last known states of a receiver, as onboarding uses them. */
export async function onboardingFacts(
  { database }: Pick<Deps, 'database'>,
  { scope, receiver }: Pick<ReceiverView, 'scope' | 'receiver'>,
): Promise<PresentedFacts> {
  return factsOf(await readOnboardingRows(database, scope, receiver.lithic_card_token), receiver);
}

function factsOf({ bank, card, order: latest }: OnboardingRows, receiver: StoredReceiver): PresentedFacts {
  const order = latest !== null && isCurrentOrder(latest, receiver) ? latest : null;
  return {
    plaid_account_verification_status:
      bank &&
      (bank.health === 'login_required' || bank.health === 'revoked' ? 'relink' : verificationStatus({ verification_status: bank.verification_status })),
    kybStatus: receiver.kyb_status,
    card,
    isCardOrdered: order !== null,
    wantsPhysicalCard: order?.is_physical === true && receiver.card_request === null,
  };
}

/** Decides whether a stored field names an object at a provider, and is neither null nor the sentinel of a skipped step. */
export function isLinked(value: string | null): value is string {
  return value !== null && value !== BLANK;
}

/** Returns the complete answer about a receiver: the record, and everything derived from it. */
export async function presentReceiver(deps: Deps, caller: Caller, view: ReceiverView): Promise<ReceiverAnswer> {
  const record = wireReceiver(view.receiver);
  const { account, onboarding } = await readPresentedRows(deps.database, view.scope, view.receiver.lithic_card_token);
  const facts = factsOf(onboarding, view.receiver);
  return {
    ...record,
    ...summariseAccount(accountOf(deps, account, view.receiver)),
    completion: completionChecklist(record, facts),
    kybStatus: facts.kybStatus,
    plaid_account_verification_status: facts.plaid_account_verification_status,
    wantsPhysicalCard: facts.wantsPhysicalCard,
    closing: closingState(view.receiver),
    abilities: abilities(caller, record),
  };
}

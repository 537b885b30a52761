import { type AccessOptions, type Account, type Caller, can } from '../access/access.ts';
import type { Period } from '../basics/periods.ts';
import type { ClosingState } from '../receiver/closing.ts';
import { customerName } from '../receiver/customerName.ts';
import { BLANK, clearedValue, isLinked, type Receiver, type ReceiverFieldName } from '../receiver/receiver.ts';

/**
 * Staff actions on one customer's account from the masquerade banner: the menu in order, and each entry's effect as
 * data, so that the page can say what an action will clear and the server does exactly that.
 */

/** Fields take the values of `sets`; those of `clears` are emptied. An `opens` effect starts a provider's own flow for the customer. */
export type AdminEffect =
  | { kind: 'fields'; sets: Partial<Receiver>; clears: readonly ReceiverFieldName[] }
  | { kind: 'opens'; flow: 'bank_update' | 'commerce_link' }
  | { kind: 'downloads'; report: 'repayments' };

interface Description {
  label: string;
  effect: AdminEffect;
  /** No other action reverts it, so staff must type the customer's name first. */
  isFinal: boolean;
}

const sets = (fields: Partial<Receiver>): AdminEffect => ({ kind: 'fields', sets: fields, clears: [] });
const clears = (...names: readonly ReceiverFieldName[]): AdminEffect => ({ kind: 'fields', sets: {}, clears: names });

/**
 * The actions in the order of the menu. Locking and unlocking share one place in it: the account's state decides which
 * one is offered, so a double click undoes nothing.
 */
const descriptions = {
  mark_as_fraud: { label: 'Mark as Fraud', effect: sets({ is_fraud: true }), isFinal: true },
  lock_account: { label: 'Lock Account', effect: sets({ is_locked: true }), isFinal: false },
  unlock_account: { label: 'Unlock Account', effect: sets({ is_locked: false }), isFinal: false },
  reset_kyb: { label: 'Reset KYB', effect: clears('lithic_account_holder_token', 'ein'), isFinal: true },
  override_rutter: { label: 'Override Rutter', effect: sets({ rutter_access_token: BLANK }), isFinal: false },
  reset_ein: { label: 'Reset EIN', effect: clears('ein'), isFinal: false },
  reset_onboarding: {
    label: 'Reset Onboarding',
    effect: clears(
      'rutter_access_token',
      'plaid_access_token',
      'plaid_item_id',
      'lithic_account_holder_token',
      'ein',
      'accepted_privacy_policy',
      'accepted_terms_and_conditions',
      'accepted_card_holders_agreement',
      'lithic_account_token',
      'lithic_card_token',
      'business_name',
      'business_address',
      'card_request',
    ),
    isFinal: true,
  },
  update_bank: { label: 'Update Bank', effect: { kind: 'opens', flow: 'bank_update' }, isFinal: false },
  reset_card: { label: 'Reset Card', effect: clears('lithic_card_token', 'card_request'), isFinal: true },
  reset_bank: { label: 'Reset Bank', effect: clears('plaid_access_token', 'plaid_item_id'), isFinal: true },
  download_repayment_csv: { label: 'Download Repayment CSV', effect: { kind: 'downloads', report: 'repayments' }, isFinal: false },
  add_receivables: { label: 'Add Receivables', effect: { kind: 'opens', flow: 'commerce_link' }, isFinal: false },
} satisfies Record<string, Description>;

export type AdminAction = keyof typeof descriptions;

export const adminActionDescriptions: Readonly<Record<AdminAction, Description>> = descriptions;

/** The actions by name, in the order of the menu. */
export const adminActionNames = Object.keys(descriptions) as readonly AdminAction[];

export interface AdminMenuEntry extends Description {
  action: AdminAction;
  /** Why the action cannot be taken now, for the reader; null when it can. */
  unavailable: string | null;
}

/** The facts that decide whether an action can be taken now. */
interface ActionFacts extends Pick<Receiver, 'plaid_access_token' | 'is_fraud'> {
  readonly closing: ClosingState | null;
}

type MenuAccount = Account & ActionFacts;

export interface AdminMenuOptions extends AccessOptions {
  /** The page can open the commerce provider's flow. */
  offersCommerce: boolean;
}

/** Returns the entries that a caller gets for an account, in the menu's order, labeled by the account's state. */
export function adminActions(caller: Caller | null, receiver: MenuAccount, options: AdminMenuOptions): AdminMenuEntry[] {
  const isOffered = (action: AdminAction): boolean => {
    if (action === 'lock_account') return !receiver.is_locked;
    if (action === 'unlock_account') return receiver.is_locked;
    return action !== 'add_receivables' || options.offersCommerce;
  };
  const allowed = adminActionNames.filter((action) => isOffered(action) && can(caller, action, receiver, options));
  return allowed.map((action) => adminMenuEntry(action, receiver));
}

/** Returns one entry of the menu, with why it cannot be chosen. */
export function adminMenuEntry(action: AdminAction, facts: ActionFacts): AdminMenuEntry {
  return { action, ...adminActionDescriptions[action], unavailable: unavailableInWords(action, facts) };
}

function unavailableInWords(action: AdminAction, { plaid_access_token: bank, is_fraud, closing }: ActionFacts): string | null {
  if (action === 'update_bank' && !isLinked(bank)) return 'No bank account is linked.';
  if (action === 'mark_as_fraud' && is_fraud) return 'The account is marked as fraud already.';
  return closingObstacle(action, closing);
}

/** The actions that send a customer through steps which end in a card. */
const leadToCard: ReadonlySet<AdminAction> = new Set(['reset_kyb', 'reset_onboarding', 'reset_card']);

/** Says why an action cannot be taken on an account that is closing or closed; null when it can. No card would open at the end of its steps. */
export function closingObstacle(action: AdminAction, closing: ClosingState | null): string | null {
  if (closing === null || !leadToCard.has(action)) return null;
  return closing === 'closed' ? 'The account is closed: it gets no card any more.' : 'The account is being closed: it gets no card any more.';
}

/** Returns the receiver's fields that an action changes, with their new values; none for an action that opens or downloads. */
export function fieldsAfter(action: AdminAction): Partial<Receiver> {
  const { effect } = adminActionDescriptions[action];
  if (effect.kind !== 'fields') return {};
  return { ...effect.sets, ...Object.fromEntries(effect.clears.map((name) => [name, clearedValue(name)])) };
}

/** Returns what staff must type before a final action: the business name, or the email without one. Null for other actions. */
export function adminConfirmation(action: AdminAction, customer: Pick<Receiver, 'business_name' | 'email'>): string | null {
  return adminActionDescriptions[action].isFinal ? customerName(customer) : null;
}

/** Returns the period of the repayments that staff download. */
export function repaymentDownloadPeriod(now: Date): Period {
  return { start: new Date('2023-01-01T00:00:00Z'), end: now };
}

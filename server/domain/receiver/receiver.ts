/**
 * The receiver record: a merchant's account as it crosses the wire. One table gives every field's type and when a
 * merchant may change it; the TypeScript types, the checks and the client's saving are derived from it.
 */

/** The value of a field whose step was skipped or overridden. */
export const BLANK = 'BLANK';

/** Tells whether a field names an object at a provider: it is neither null nor the sentinel of a skipped step. */
export function isLinked(value: string | null): value is string {
  return value !== null && value !== BLANK;
}

interface ReceiverField {
  group:
    | 'identity'
    | 'risk'
    | 'accounting'
    | 'bank'
    | 'card issuer'
    | 'agreements'
    | 'business'
    | 'limits'
    | 'email'
    | 'staff'
    | 'card'
    | 'payment'
    | 'white label'
    | 'commerce store'
    | 'net terms'
    | 'subscription'
    | 'micro-deposits'
    | 'spending-power override'
    | 'other';
  /** `cents` is a whole number of US cents, `days` a whole number, `instant` ISO-8601 in UTC. All but flags may be null, unless `always`. */
  type: 'text' | 'flag' | 'cents' | 'days' | 'instant';
  /** The field is never null. */
  always?: true;
  /**
   * When the merchant may change it: `once` from unset to set, `until_kyb` until the business was sent to the issuer
   * for verification, `any_time` always. Never when absent.
   */
  merchant?: 'once' | 'until_kyb' | 'any_time';
}

export const receiverFields = {
  id: { group: 'identity', type: 'text', always: true },
  /** The authentication provider's id of the user. */
  token: { group: 'identity', type: 'text', always: true },
  email: { group: 'identity', type: 'text', always: true },
  created_at: { group: 'identity', type: 'instant', always: true },

  is_locked: { group: 'risk', type: 'flag' },
  is_fraud: { group: 'risk', type: 'flag' },
  is_black_listed: { group: 'risk', type: 'flag' },

  rutter_access_token: { group: 'accounting', type: 'text' },
  plaid_access_token: { group: 'bank', type: 'text' },
  plaid_item_id: { group: 'bank', type: 'text' },
  plaid_account_id: { group: 'bank', type: 'text' },

  lithic_card_token: { group: 'card issuer', type: 'text' },
  lithic_account_holder_token: { group: 'card issuer', type: 'text' },
  lithic_account_token: { group: 'card issuer', type: 'text' },

  accepted_privacy_policy: { group: 'agreements', type: 'flag', merchant: 'once' },
  accepted_terms_and_conditions: { group: 'agreements', type: 'flag', merchant: 'once' },
  accepted_card_holders_agreement: { group: 'agreements', type: 'flag', merchant: 'once' },

  business_name: { group: 'business', type: 'text', merchant: 'until_kyb' },
  /** On one line, as it is read out. */
  business_address: { group: 'business', type: 'text', merchant: 'until_kyb' },
  ein: { group: 'business', type: 'text', merchant: 'until_kyb' },
  /** How we reach the business. The issuer keeps the number of the verification. */
  phone_number: { group: 'business', type: 'text', merchant: 'any_time' },
  nature_of_business: { group: 'business', type: 'text', merchant: 'until_kyb' },

  override_spend_limit: { group: 'limits', type: 'cents' },
  initial_spend_limit: { group: 'limits', type: 'cents' },

  fund_withdraw_email: { group: 'email', type: 'flag', merchant: 'any_time' },
  gets_monday_email: { group: 'email', type: 'flag', merchant: 'any_time' },
  // The time when a mail was last sent: a record, not a preference.
  last_payment_email_at: { group: 'email', type: 'instant' },
  last_spending_power_warning_email: { group: 'email', type: 'instant' },

  support: { group: 'staff', type: 'flag' },
  admin: { group: 'staff', type: 'flag' },

  /** The requested card, `virtual` or `physical`; set once the merchant has decided about a physical card. */
  card_request: { group: 'card', type: 'text', merchant: 'any_time' },
  auto_reconcile: { group: 'card', type: 'flag' },

  payment_period: { group: 'payment', type: 'text' },
  next_payment_at: { group: 'payment', type: 'instant' },
  payment_state: { group: 'payment', type: 'text' },
  payment_plan: { group: 'payment', type: 'text' },
  payment_plan_type: { group: 'payment', type: 'text' },

  /** Key of the program. */
  whitelabel: { group: 'white label', type: 'text' },
  whitelabel_business_name: { group: 'white label', type: 'text' },
  bigcommerce_store_hash: { group: 'commerce store', type: 'text' },

  net_terms: { group: 'net terms', type: 'days' },
  /** `business` or `calendar`. */
  net_terms_type: { group: 'net terms', type: 'text' },

  is_subscribed: { group: 'subscription', type: 'flag' },

  same_day_microdeposits_enabled: { group: 'micro-deposits', type: 'flag' },
  automated_microdeposits_enabled: { group: 'micro-deposits', type: 'flag' },
  can_connect_with_microdeposits: { group: 'micro-deposits', type: 'flag' },

  spending_power_override_min: { group: 'spending-power override', type: 'cents' },
  spending_power_override_max: { group: 'spending-power override', type: 'cents' },
  spending_power_override_expiration_at: { group: 'spending-power override', type: 'instant' },

  is_onboarding: { group: 'other', type: 'flag' },
  can_use_plaid_transactions: { group: 'other', type: 'flag' },
  see_statements: { group: 'other', type: 'flag' },
} as const satisfies Record<string, ReceiverField>;

export type ReceiverFieldName = keyof typeof receiverFields;

interface ValueOfType {
  text: string;
  flag: boolean;
  cents: number;
  days: number;
  instant: string;
}
type ValueOf<Field extends ReceiverField> = Field extends { always: true } | { type: 'flag' } ? ValueOfType[Field['type']] : ValueOfType[Field['type']] | null;

/** The record as the client sees it: a provider's secret is null, `BLANK` or an opaque handle. */
export type Receiver = { [Name in ReceiverFieldName]: ValueOf<(typeof receiverFields)[Name]> };

export const receiverFieldNames = Object.keys(receiverFields) as readonly ReceiverFieldName[];

const table: Readonly<Record<string, ReceiverField>> = receiverFields;

function isReceiverField(name: string): name is ReceiverFieldName {
  return Object.hasOwn(receiverFields, name);
}

/** Tells whether a field is set: not null, not empty, and if it is a flag, true. `BLANK` counts as set. */
export function isSet(value: unknown): boolean {
  return value !== null && value !== undefined && value !== '' && value !== false;
}

/** Returns the value of a cleared field: false for flags, null for all others. */
export function clearedValue(name: ReceiverFieldName): null | false {
  return table[name]?.type === 'flag' ? false : null;
}

type Body = Readonly<Record<string, unknown>>;

/**
 * Returns the fields of a body that differ from the record that the client was given. A field equal to the stored one is
 * no change, so a client may send the whole record back. Unknown field names always count as a change.
 */
export function changedFields(stored: Receiver, body: Body): string[] {
  return Object.keys(body).filter((name) => !isReceiverField(name) || !isSame(name, stored[name], body[name]));
}

/**
 * Returns the names of the fields that the body must not change. If there are any, nothing of the body may be saved.
 * Staff who view a customer's account follow the merchant's rules, and cannot accept a document for the merchant; they
 * make all other changes by admin actions.
 */
export function refusedChanges(stored: Receiver, body: Body, by: 'merchant' | 'staff' = 'merchant'): string[] {
  return changedFields(stored, body).filter((name) => !mayMerchantChange(stored, name, body[name]) || (by === 'staff' && isAcceptance(name)));
}

function isAcceptance(name: string): boolean {
  return table[name]?.group === 'agreements';
}

function mayMerchantChange(stored: Receiver, name: string, value: unknown): boolean {
  if (!isReceiverField(name)) return false;
  const field: ReceiverField = receiverFields[name];
  switch (field.merchant) {
    case 'any_time':
      return true;
    case 'once':
      return !isSet(stored[name]) && isSet(value);
    case 'until_kyb':
      return !isSet(stored.lithic_account_holder_token);
    default:
      return false;
  }
}

/** Compares two values of a field; instants are equal when they mean the same moment, in any notation. */
function isSame(name: ReceiverFieldName, one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (receiverFields[name].type !== 'instant' || typeof one !== 'string' || typeof other !== 'string') return false;
  return Date.parse(one) === Date.parse(other);
}

/**
 * Returns what a page sends when its copy of the receiver may have changed: every known field and nothing else. Returns
 * null when there is nothing to save: before the first load (`lastSynced` null), and when every known field is as it was
 * at the last sync, regardless of other fields on the page's copy.
 */
export function receiverToSave(lastSynced: Receiver | null, current: Receiver): Receiver | null {
  if (lastSynced === null) return null;
  const known = Object.fromEntries(receiverFieldNames.map((name) => [name, current[name]])) as Receiver;
  return changedFields(lastSynced, known).length > 0 ? known : null;
}

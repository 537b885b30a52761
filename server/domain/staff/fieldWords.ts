import { inWords } from '../basics/words.ts';
import { BLANK, type ReceiverFieldName } from '../receiver/receiver.ts';

/** The labels of the record's fields that staff change. */
const labels: Readonly<Partial<Record<string, string>>> = {
  is_fraud: 'Marked as fraud',
  is_locked: 'Locked',
  rutter_access_token: 'Store connection',
  plaid_access_token: 'Bank link',
  plaid_item_id: 'Sign-in at the bank',
  lithic_account_holder_token: 'Business verification',
  lithic_account_token: 'Account at the issuer',
  lithic_card_token: 'Card',
  accepted_privacy_policy: 'Privacy policy accepted',
  accepted_terms_and_conditions: 'Terms and conditions accepted',
  accepted_card_holders_agreement: 'Card holders agreement accepted',
  business_name: 'Business name',
  business_address: 'Business address',
  ein: 'EIN',
  card_request: 'Card asked for',
  payment_plan: 'Plan',
  net_terms: 'Net terms in days',
  net_terms_type: 'Kind of days',
  is_black_listed: 'On the blacklist',
  see_statements: 'Sees account statements',
  auto_reconcile: 'Compared with the issuer and the bank regularly',
  can_use_plaid_transactions: 'Asked for consent to bank transactions',
  is_subscribed: 'Subscriber',
  whitelabel_business_name: 'Business name on pages',
} satisfies Partial<Record<ReceiverFieldName, string>>;

/** The fields that hold a provider's identifier; only whether they are set is shown. */
const identifiers: ReadonlySet<string> = new Set([
  'rutter_access_token',
  'plaid_access_token',
  'plaid_item_id',
  'lithic_account_holder_token',
  'lithic_account_token',
  'lithic_card_token',
]);

/** Names a field of a customer's record as staff read it. */
export function fieldLabel(field: string): string {
  return labels[field] ?? inWords(field);
}

/** Returns a field's value as a short text. */
export function fieldValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'Empty';
  if (value === BLANK) return 'Skipped';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  if (field === 'payment_plan') return inWords(String(value));
  return identifiers.has(field) ? 'Set' : String(value);
}

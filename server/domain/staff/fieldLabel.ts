import { inWords } from '../basics/words.ts';
import type { ReceiverFieldName } from '../receiver/receiver.ts';

/** The labels of the record's fields that staff actions change. */
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
} satisfies Partial<Record<ReceiverFieldName, string>>;

/** Names a field of a customer's record as staff read it. */
export function fieldLabel(field: string): string {
  return labels[field] ?? inWords(field);
}

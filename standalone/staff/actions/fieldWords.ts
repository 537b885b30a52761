import { BLANK } from '../../../server/domain/receiver/receiver.ts';

/** The fields that hold a provider's identifier; only whether they are set is shown. */
const identifiers: ReadonlySet<string> = new Set([
  'rutter_access_token',
  'plaid_access_token',
  'plaid_item_id',
  'lithic_account_holder_token',
  'lithic_account_token',
  'lithic_card_token',
]);

/** Returns a field's value as a short text. */
export function fieldValue(field: string, value: unknown): string {
  if (value === null || value === undefined) return 'Empty';
  if (value === BLANK) return 'Skipped';
  if (typeof value === 'boolean') return value ? 'Yes' : 'No';
  return identifiers.has(field) ? 'Set' : String(value);
}

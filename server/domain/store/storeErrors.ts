/** The reasons why the last reading of a store failed. The last six concern a part of it: the orders were read. */
export const storeErrors = [
  'access_denied',
  'access_ended',
  'app_removed',
  'customer_data_not_approved',
  'store_frozen',
  'store_locked',
  'store_gone',
  'throttled',
  'too_large',
  'export_failed',
  'unreachable',
  'failed',
  'payouts_denied',
  'payouts_failed',
  'disputes_denied',
  'disputes_failed',
  'account_denied',
  'account_failed',
] as const;
export type StoreError = (typeof storeErrors)[number];

/** The errors that end once the merchant allows the app to see more of the store. */
export type DeniedError = Extract<StoreError, `${string}_denied`>;

export const isDenied = (error: StoreError): error is DeniedError => error.endsWith('_denied');

/** The code of a provider's failure → ours. */
const ofFailure: ReadonlyMap<string, StoreError> = new Map([
  ['http_401', 'access_ended'],
  ['invalid_grant', 'access_ended'],
  ['scope_missing', 'access_denied'],
  ['http_402', 'store_frozen'],
  ['shop_inactive', 'store_frozen'],
  ['http_403', 'access_denied'],
  ['http_404', 'store_gone'],
  ['http_423', 'store_locked'],
  ['http_429', 'throttled'],
  ['max_cost_exceeded', 'too_large'],
  ['timeout', 'unreachable'],
  ['connection_failed', 'unreachable'],
  ['connection_lost', 'unreachable'],
  ['unreadable_answer', 'unreachable'],
  ['internal_server_error', 'unreachable'],
  ['unavailable', 'unreachable'],
]);

/** Returns our code for a failure's, or for one that was stored; `failed` for any that is not known. */
export function storeErrorOf(code: string): StoreError {
  const own = storeErrors.find((error) => error === code);
  return own ?? ofFailure.get(code) ?? (/^http_5\d\d$/.test(code) ? 'unreachable' : 'failed');
}

/** Returns the reason for what is missing of payouts and chargebacks; null when both were read. */
export function accountErrorOf(payouts: 'denied' | 'failed' | null, disputes: 'denied' | 'failed' | null): StoreError | null {
  if (payouts !== null && disputes !== null) return payouts === 'denied' && disputes === 'denied' ? 'account_denied' : 'account_failed';
  if (disputes !== null) return `disputes_${disputes}`;
  return payouts === null ? null : `payouts_${payouts}`;
}

import { cents, formatUsd, magnitude } from '../basics/money.ts';
import { manualTypes } from '../ledger/ledger.ts';
import { transferType } from '../table/activity.ts';
import { type AdminAction, adminActionDescriptions } from './adminActions.ts';
import { fieldLabel, fieldValue } from './fieldWords.ts';

/** The words of the audit log. Each says what was asked for; the outcome beside it says whether it was done. */

/** The acts that are recorded under a name of their own, as it is stored. */
const acts = {
  'add manual row': 'Enter a credit by hand',
  'change role': 'Give a member of the team another role',
  'change staff rights': 'Give somebody a right of staff, or take it back',
  'clear shared identity': 'Allow an EIN or a store that another account has',
  'clear spending power override': 'Clear the override of spending power',
  'close account': 'Close the account',
  'end masquerade': 'Stop viewing the account',
  'give store staff a role': 'Give one of the store’s staff a role in the team',
  'invite member': 'Invite somebody to the team',
  masquerade: 'View the account as the customer',
  'remove member': 'Remove a member of the team',
  'replay webhook event': 'Process a webhook event again',
  'set account terms': 'Set account terms',
  'set spending power override': 'Set an override of spending power',
  'settle difference': 'Mark a difference as settled',
  'settle stray transfer': 'Mark a transfer of no customer as settled',
  'update receiver': 'Change the account’s record',
  'write note': 'Leave a note',
} as const;

/** The calls that name a customer's account, in the order of their paths. They are recorded when staff read by them, are refused, or have an effect on the customer's own pages. */
const calls = {
  'GET /api/bank_csv': 'Download repayments',
  'GET /api/card_csv': 'Download card transactions',
  'GET /api/events': 'Follow changes of the account',
  'GET /api/lithic_card': 'View a card and its transactions',
  'PATCH /api/lithic_card': 'Pause or reopen a card',
  'POST /api/lithic_card/activation': 'Activate a card',
  'PUT /api/lithic_card/hold': 'Pause or reopen a card whose plastic is on its way',
  'GET /api/lithic_card_embedded': 'Show the card number',
  'GET /api/receiver': 'View the account',
  'GET /api/rutter_store': 'View the connected store',
  'GET /api/staff/receivers/:token': 'View the customer’s page',
  'POST /api/staff/receivers/:token/actions/:action': 'Run an admin action',
  'GET /api/staff/receivers/:token/audit': 'View the audit log',
  'GET /api/staff/receivers/:token/cards': 'View the list of cards',
  'POST /api/staff/receivers/:token/closing': 'Close the account',
  'POST /api/staff/receivers/:token/differences/:id/settled': 'Mark a difference as settled',
  'POST /api/staff/receivers/:token/inbox/:provider/:event_id/replay': 'Process a webhook event again',
  'POST /api/staff/receivers/:token/manual_rows': 'Enter a credit by hand',
  'POST /api/staff/receivers/:token/masquerade_end': 'Stop viewing the account',
  'POST /api/staff/receivers/:token/notes': 'Leave a note',
  'GET /api/staff/receivers/:token/repayment_csv': 'Download all repayments',
  'POST /api/staff/receivers/:token/shared_identities/:id/clear': 'Allow an EIN or a store that another account has',
  'GET /api/staff/receivers/:token/spending_power_override': 'View the overrides of spending power',
  'PUT /api/staff/receivers/:token/spending_power_override': 'Set an override of spending power',
  'DELETE /api/staff/receivers/:token/spending_power_override': 'Clear the override of spending power',
  'GET /api/staff/receivers/:token/team': 'View the team with its former members',
  'PUT /api/staff/receivers/:token/terms': 'Set account terms',
  'GET /api/users/:id/kyb_status': 'View the decision on the business',
  'GET /api/users/:id/plaid_account': 'View the linked bank account',
  'PATCH /api/users/:token': 'Change the account’s record',
  'GET /api/users/:token/access_log': 'View who looked at the account',
  'GET /api/users/:token/accounting_import': 'Download files for accounting software',
  'POST /api/users/:token/agreements/:document': 'Accept an agreement',
  'GET /api/users/:token/alerts': 'View the choice of alerts',
  'PUT /api/users/:token/alerts': 'Change the choice of alerts',
  'POST /api/users/:token/alerts/push': 'Send alerts to a browser',
  'DELETE /api/users/:token/alerts/push/:device': 'Stop alerts to a browser',
  'POST /api/users/:token/alerts/slack': 'Connect Slack for alerts',
  'DELETE /api/users/:token/alerts/slack': 'Disconnect Slack',
  'POST /api/users/:token/alerts/test': 'Send a test alert',
  'POST /api/users/:token/bank': 'Link or refresh the bank account',
  'GET /api/users/:token/bank/fallback': 'View the second bank account',
  'POST /api/users/:token/bank/fallback': 'Link a second bank account',
  'DELETE /api/users/:token/bank/fallback': 'Unlink the second bank account',
  'POST /api/users/:token/bank/link_token': 'Open the bank’s link window',
  'GET /api/users/:token/calendar': 'View the repayment calendar',
  'POST /api/users/:token/calendar/feed': 'Make an address for the calendar feed',
  'POST /api/users/:token/card': 'Issue the first card',
  'POST /api/users/:token/card/physical': 'Order the physical card',
  'GET /api/users/:token/card_months': 'View spending by card or person',
  'GET /api/users/:token/card_requests': 'View requests for cards',
  'POST /api/users/:token/card_requests': 'Ask for a card or a raise',
  'POST /api/users/:token/card_requests/:request/answer': 'Answer a request for a card or a raise',
  'GET /api/users/:token/cards': 'View all cards',
  'POST /api/users/:token/cards': 'Add a card',
  'GET /api/users/:token/cards/:card': 'View a card with its controls',
  'PATCH /api/users/:token/cards/:card': 'Rename a card or change its holder',
  'POST /api/users/:token/cards/:card/closing': 'Close a card',
  'PUT /api/users/:token/cards/:card/controls': 'Set the controls of a card',
  'POST /api/users/:token/cards/:card/loss': 'Report a card lost or stolen',
  'POST /api/users/:token/cards/:card/raises': 'Raise a control of a card',
  'DELETE /api/users/:token/cards/:card/raises/:raise': 'Take a raise back',
  'POST /api/users/:token/cards/:card/reissue': 'Order a card’s plastic again',
  'POST /api/users/:token/cards/:card/wallet': 'Add a card to a phone',
  'GET /api/users/:token/cards_csv': 'Download the list of cards',
  'GET /api/users/:token/cash_flow': 'View the cash flow forecast',
  'GET /api/users/:token/commerce': 'View the store connection',
  'POST /api/users/:token/commerce': 'Connect a store',
  'POST /api/users/:token/commerce/disconnect': 'Disconnect the store',
  'POST /api/users/:token/contact_email': 'Give another email address',
  'GET /api/users/:token/credit': 'View the credit balance',
  'POST /api/users/:token/credit/payout': 'Pay the credit balance out',
  'GET /api/users/:token/debit_authorization': 'View the debit authorization',
  'POST /api/users/:token/debit_authorization': 'Authorize debits',
  'POST /api/users/:token/debit_authorization/revoke': 'End the debit authorization',
  'GET /api/users/:token/decline_history': 'View the declined purchases of 90 days',
  'GET /api/users/:token/declines': 'View recently declined purchases',
  'POST /api/users/:token/draw_arrangement': 'Arrange a draw',
  'GET /api/users/:token/draw_plan': 'View the coming draws',
  'PUT /api/users/:token/draw_preference': 'Choose the days of draws',
  'POST /api/users/:token/first_steps_dismissal': 'Put the first steps away',
  'GET /api/users/:token/insights/money_back': 'View cashback and open refunds',
  'GET /api/users/:token/insights/spending': 'View spending by category',
  'GET /api/users/:token/insights/subscriptions': 'View subscriptions',
  'GET /api/users/:token/kyb': 'View the business verification',
  'POST /api/users/:token/kyb': 'Send in the business verification',
  'PUT /api/users/:token/kyb': 'Save the business verification',
  'POST /api/users/:token/kyb/documents': 'Announce a document',
  'GET /api/users/:token/limit_history': 'View the history of the limit',
  'GET /api/users/:token/limit_levers': 'View what raises the limit',
  'GET /api/users/:token/limit_what_if': 'Try out a limit for imagined sales',
  'GET /api/users/:token/pay_now': 'View the preview of paying now',
  'POST /api/users/:token/pay_now': 'Pay now',
  'GET /api/users/:token/payments': 'View the debits so far',
  'POST /api/users/:token/platform_accounts': 'Connect a store’s account to this one',
  'GET /api/users/:token/receivables_csv': 'Download receivables',
  'GET /api/users/:token/shop': 'View the store that has the app',
  'POST /api/users/:token/shop/disconnect': 'Disconnect the store that has the app',
  'POST /api/users/:token/shop/reconnect': 'Reconnect the store that has the app',
  'GET /api/users/:token/spending_power': 'View spending power and its reasons',
  'PUT /api/users/:token/staff_access': 'Change what the store’s staff see',
  'GET /api/users/:token/statements': 'View the list of statements',
  'GET /api/users/:token/statements/:month': 'Download a statement',
  'GET /api/users/:token/team': 'View the team',
  'PATCH /api/users/:token/team/:member': 'Give a member of the team another role',
  'DELETE /api/users/:token/team/:member': 'Remove a member of the team',
  'POST /api/users/:token/team/invitations': 'Invite somebody to the team',
  'PUT /api/users/:token/team/store_staff': 'Give one of the store’s staff a role in the team',
  'GET /api/users/:token/transactions': 'View the table of transactions',
  'GET /api/users/:token/transactions/:tab/:id': 'View one transaction',
  'GET /api/users/:token/transactions_csv': 'Download the table of transactions',
} as const;

/** An action as the audit log stores it. A call is stored by its method and path. */
export type AuditAction = keyof typeof acts | `admin action ${AdminAction}` | `${'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'} /${string}`;

const words: ReadonlyMap<string, string> = new Map([
  ...Object.entries(acts),
  ...Object.entries(calls),
  ...Object.entries(adminActionDescriptions).map(([action, { label }]) => [`admin action ${action}`, label] as const),
]);

/** Names a stored action in words; one that has none is named as it is stored. */
export function auditActionInWords(action: string): string {
  return words.get(action) ?? action;
}

/** The act of a credit by hand below 0. */
const takenBack = 'Take back a credit by hand';

interface StoredEntry {
  readonly action: string;
  readonly outcome: string;
  readonly reason: string | null;
  readonly details: Readonly<Record<string, unknown>>;
}

/** Returns an entry in words: `Reset EIN (asked by phone): EIN`. */
export function auditEntryInWords({ action, outcome, reason, details }: StoredEntry): string {
  const changed = changesInWords(details);
  const isTakenBack = action === 'add manual row' && Number(details.amount_cents) < 0;
  return `${isTakenBack ? takenBack : auditActionInWords(action)}${outcome === 'done' ? '' : `, ${outcome}`}${reason === null ? '' : ` (${reason})`}${changed === '' ? '' : `: ${changed}`}`;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> => typeof value === 'object' && value !== null;

/** Names a webhook event as the list of events does, with its id. */
function eventInWords({ provider, event_id, type }: StoredEntry['details']): string[] {
  return typeof provider === 'string' ? [`${provider} ${type}`, `event ${event_id}`] : [];
}

/** Names the changed fields and terms, a credit with its amount, the amount of an override, the floor that it set and the bounds that it removed, and a webhook event. */
function changesInWords(details: StoredEntry['details']): string {
  const { fields, before, after, transaction_type, amount_cents, override_cents, floor_cents, dropped } = details;
  const type = manualTypes.find((one) => one === transaction_type);
  return [
    ...(Array.isArray(fields) ? fields.map((field) => fieldLabel(String(field))) : []),
    ...(isObject(before) && isObject(after)
      ? Object.keys(after).map((field) => `${fieldLabel(field)} from ${fieldValue(field, before[field])} to ${fieldValue(field, after[field])}`)
      : []),
    ...(type !== undefined && typeof amount_cents === 'number'
      ? [`${transferType({ is_manual: true, transaction_type: type })} of ${formatUsd(magnitude(cents(amount_cents)))}`]
      : []),
    ...(typeof override_cents === 'number' ? [formatUsd(cents(override_cents))] : []),
    ...(typeof floor_cents === 'number' ? [`a floor of ${formatUsd(cents(floor_cents))}`] : []),
    ...(typeof dropped === 'string' ? [`without ${dropped}`] : []),
    ...eventInWords(details),
  ].join(', ');
}

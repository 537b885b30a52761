import type { Secrets } from '../../../../server/db/secrets.ts';
import { addCalendarDays, dayMs, utcDate } from '../../../../server/domain/basics/dates.ts';
import { merchantColumns } from '../../../../server/domain/card/merchant.ts';
import { searchText, tabs } from '../../../../server/domain/table/table.ts';
import type { Value } from './copyIn.ts';
import { daysOfTerms, type Merchant, type Purchase, type RehearsedDay } from './merchants.ts';

/** The rows of one table: its columns, and the rows of one merchant. */
export interface Filled {
  table: string;
  columns: readonly string[];
  rows: (merchant: Merchant) => readonly (readonly Value[])[];
}

const hourMs = 3_600_000;
const weeks = 52;
const weekOfSales = 200_000;
/** The weeks whose single sale the rule of spending power looks at, beside the sums: the first of each month, and the first ever. */
const singleSales = [4, 8, 12, weeks];
const merchantName = 'OAKLINE WHOLESALE';

const purchasesOf = ({ owed, today }: Merchant): readonly Purchase[] => (today === null ? [owed] : [owed, today]);
const debtOf = (merchant: Merchant) => purchasesOf(merchant).reduce((sum, { amount }) => sum + amount, 0);

const emailOf = (number: number) => `merchant${number}@rehearsal.example`;

/** Returns an instant as a date and hour before the day: rows of a year ago, of yesterday, of ninety days ago. */
const before = ({ now }: RehearsedDay, days: number, hours = 0) => new Date(now.getTime() - days * dayMs - hours * hourMs);

/** The merchants themselves, with what they have linked. */
const people = (day: RehearsedDay, secrets: Secrets): Filled[] => [
  {
    table: 'receiver',
    columns: [
      ...['id', 'token', 'email', 'whitelabel', 'business_name', 'rutter_access_token', 'plaid_access_token', 'plaid_item_id', 'plaid_account_id'],
      ...['lithic_card_token', 'lithic_account_holder_token', 'lithic_account_token', 'kyb_status', 'accepted_privacy_policy'],
      ...['accepted_terms_and_conditions', 'accepted_card_holders_agreement', 'initial_spend_limit', 'card_request', 'is_onboarding', 'net_terms'],
      ...['next_payment_at', 'created_at', 'updated_at'],
    ],
    rows: ({ id, program, number, storeHandle, bankHandle, itemId, bankAccountId, cardToken, accountToken, owed }) => [
      [
        ...[id, id, emailOf(number), program.key, `Bakery ${number} LLC`, storeHandle, bankHandle, itemId, bankAccountId],
        ...[cardToken, `holder-${id}`, accountToken, 'ACCEPTED', true, true, true, 500_000, 'virtual', false, 30, owed.due, before(day, 400), before(day, 1)],
      ],
    ],
  },
  {
    table: 'bank_link',
    columns: [
      'receiver_id',
      'id',
      'handle',
      'access_token',
      'item_id',
      'account_id',
      'account_name',
      'holder_category',
      'mask',
      'institution_name',
      'linked_at',
    ],
    rows: ({ id, bankLinkId, bankHandle, bankToken, itemId, bankAccountId }) => {
      const sealed = secrets.encrypt(bankToken, { table: 'bank_link', column: 'access_token', owner: id });
      return [[id, bankLinkId, bankHandle, sealed, itemId, bankAccountId, 'Business Checking', 'business', '4410', 'First Harbor Bank', before(day, 399)]];
    },
  },
  {
    table: 'debit_authorization',
    columns: ['receiver_id', 'bank_link_id', 'account_id', 'ach_classes', 'version', 'text', 'accepted_at', 'ip_address', 'user_agent'],
    rows: ({ id, bankLinkId, bankAccountId }) => [
      [id, bankLinkId, bankAccountId, '{ccd}', '2026-01', 'I authorize the debits.', before(day, 399), '127.0.0.1', 'Firefox'],
    ],
  },
  {
    table: 'commerce_link',
    columns: [
      ...['receiver_id', 'source', 'handle', 'access_token', 'connection_id', 'platform', 'is_ready', 'sync_state', 'counted_at', 'fresh_at'],
      ...['last_synced_at', 'linked_at'],
    ],
    rows: ({ id, storeHandle }) => {
      const sealed = secrets.encrypt('store', { table: 'commerce_link', column: 'access_token', owner: id });
      return [[id, 'rutter', storeHandle, sealed, `store-${id}`, 'SHOPIFY', true, 'done', before(day, 398), day.now, day.now, before(day, 399)]];
    },
  },
  {
    table: 'card',
    columns: ['receiver_id', 'token', 'account_token', 'type', 'state', 'last_four', 'name_on_card', 'spend_limit', 'wanted_spend_limit', 'created_at'],
    rows: ({ id, cardToken, accountToken }) => [[id, cardToken, accountToken, 'VIRTUAL', 'OPEN', '4242', 'BAKERY', 500_000, 500_000, before(day, 398)]],
  },
];

/** The rows that lead to the merchants. */
const ownerIndex: readonly Filled[] = [
  { table: 'receiver_of_token', columns: ['token', 'receiver_id'], rows: ({ id }) => [[id, id]] },
  {
    table: 'receiver_of_email',
    columns: ['program', 'email', 'receiver_id'],
    rows: ({ id, number, program }) => [[program.key, emailOf(number), id]],
  },
  { table: 'receiver_of_card', columns: ['card_token', 'receiver_id'], rows: ({ id, cardToken }) => [[cardToken, id]] },
  { table: 'receiver_of_item', columns: ['item_id', 'receiver_id', 'bank_link_id'], rows: ({ id, itemId, bankLinkId }) => [[itemId, id, bankLinkId]] },
];

/** The issuer's events of the day, and those of a day more than ninety days ago, which the purge deletes. */
function eventsOf(day: RehearsedDay, { number, today }: Merchant): { id: string; token: string; at: Date }[] {
  const old = [1, 2].map((hours) => ({ id: `msg_old${number}x${hours}`, token: `old-${number}`, at: before(day, 90, hours) }));
  return today === null ? old : [...old, ...today.events.map((event) => ({ id: `msg_${event}`, token: today.token, at: today.at }))];
}

/** Purchases, with the sums that the product keeps of them when they come one at a time. */
const purchases = (day: RehearsedDay): Filled[] => [
  {
    table: 'card_transaction',
    columns: [
      ...['receiver_id', 'token', 'card_token', 'status', 'result', 'amount_cents', 'settled_cents', 'merchant_descriptor', 'merchant_key', 'merchant'],
      ...['raw_data', 'search_text', 'repayment_date', 'cashback_basis_points', 'settled_at', 'created_at', 'updated_at'],
    ],
    rows: (merchant) =>
      purchasesOf(merchant).map(({ token, amount, at, due }) => {
        const shown = { id: token, status: 'SETTLED', result: 'APPROVED', descriptor: merchantName, amount_cents: amount, created_at: at, repayment_date: due };
        const search_text = searchText(tabs.card, shown);
        const { merchant_descriptor, merchant_key, merchant: behind } = merchantColumns(merchantName);
        const raw = { merchant: { descriptor: merchantName }, currency: 'USD' };
        const rate = merchant.program.rates.cashbackBasisPoints;
        return [
          ...[merchant.id, token, merchant.cardToken, 'SETTLED', 'APPROVED', amount, amount, merchant_descriptor, merchant_key, behind],
          ...[raw, search_text, due, rate, at, at, at],
        ];
      }),
  },
  {
    table: 'card_transaction_event',
    columns: ['receiver_id', 'transaction_token', 'event_token', 'type', 'result', 'amount_cents', 'at'],
    rows: (merchant) =>
      purchasesOf(merchant).flatMap(({ token, events: [authorized, cleared], amount, at }) => [
        [merchant.id, token, authorized, 'AUTHORIZATION', 'APPROVED', amount, at],
        [merchant.id, token, cleared, 'CLEARING', 'APPROVED', amount, at],
      ]),
  },
  {
    table: 'card_transaction_count',
    columns: ['receiver_id', 'counted'],
    rows: (merchant) => [[merchant.id, purchasesOf(merchant).length]],
  },
  {
    table: 'card_day',
    columns: [
      ...['receiver_id', 'card_token', 'made_on', 'repayment_date', 'first_due_date', 'instalments', 'cashback_basis_points', 'bought_cents', 'returned_cents'],
    ],
    rows: (merchant) =>
      [...Map.groupBy(purchasesOf(merchant), ({ at }) => utcDate(at))].map(([madeOn, made]) => {
        const bought = made.reduce((sum, { amount }) => sum + amount, 0);
        const { id, cardToken, program } = merchant;
        const due = addCalendarDays(madeOn, daysOfTerms);
        return [id, cardToken, madeOn, due, due, 1, program.rates.cashbackBasisPoints, bought, 0];
      }),
  },
  {
    table: 'authorization_decision',
    columns: ['receiver_id', 'transaction_token', 'event_token', 'card_token', 'kind', 'amount_cents', 'merchant_descriptor', 'result', 'answer', 'decided_at'],
    rows: ({ id, cardToken, today }) =>
      today === null
        ? []
        : [[id, today.token, today.events[0], cardToken, 'purchase', today.amount, merchantName, 'APPROVED', { result: 'APPROVED' }, today.at]],
  },
  {
    table: 'ledger_transfer',
    columns: ['receiver_id', 'debit_account', 'credit_account', 'amount_cents', 'kind', 'external_id', 'subject_id', 'at', 'recorded_at'],
    rows: (merchant) =>
      purchasesOf(merchant).map(({ token, amount, at }) => [merchant.id, 'owed', 'card_network', amount, 'settlement', `${token}#0`, token, at, at]),
  },
  {
    table: 'ledger_balance',
    columns: ['receiver_id', 'account', 'balance_cents'],
    rows: (merchant) => [
      [merchant.id, 'owed', debtOf(merchant)],
      [merchant.id, 'card_network', -debtOf(merchant)],
    ],
  },
  {
    table: 'webhook_inbox',
    columns: ['provider', 'event_id', 'type', 'receiver_id', 'body', 'received_at', 'handled_at', 'attempts'],
    rows: (merchant) =>
      eventsOf(day, merchant).map(({ id, token, at }) => {
        const body = { about: 'card_transaction', token, card_token: merchant.cardToken, transaction: null, version: 1 };
        return ['lithic', id, 'card_transaction.updated', merchant.id, body, at, at, 1];
      }),
  },
  {
    table: 'webhook_seen',
    columns: ['provider', 'event_id', 'received_at'],
    rows: (merchant) => eventsOf(day, merchant).map(({ id, at }) => ['lithic', id, at]),
  },
];

/** What the rule of spending power reads and has made. */
const power = (day: RehearsedDay): Filled[] => [
  {
    table: 'sales_day',
    columns: ['receiver_id', 'made_on', 'type', 'status', 'amount_cents', 'counted'],
    rows: ({ id }) => Array.from({ length: weeks }, (_, week) => [id, addCalendarDays(utcDate(day.now), -7 * (week + 1)), 'sale', 'success', weekOfSales, 1]),
  },
  {
    table: 'store_transaction',
    columns: ['receiver_id', 'source', 'external_id', 'type', 'status', 'amount_cents', 'search_text', 'created_at', 'updated_at'],
    rows: ({ id }) =>
      singleSales.map((week) => {
        const made = before(day, 7 * week);
        return [id, 'rutter', `sale-${week}`, 'sale', 'success', weekOfSales, 'sale', made, made];
      }),
  },
  {
    table: 'spending_power_snapshot',
    columns: ['receiver_id', 'total_cents', 'outstanding_cents', 'available_cents', 'inputs', 'terms', 'cause', 'taken_at'],
    // The first ever, two of a day that is over ninety days ago, of which the purge keeps the last, and yesterday's.
    rows: ({ id, owed }) =>
      [before(day, 398), before(day, 95, 2), before(day, 95, 1), before(day, 1, 1)].map((at) => [
        ...[id, 500_000, owed.amount, 500_000 - owed.amount, {}, [], 'time', at],
      ]),
  },
  {
    table: 'receiver_comparison',
    columns: ['receiver_id', 'compared_at'],
    // Each day of the week has its share: a seventh is due.
    rows: ({ id, number }) => [[id, before(day, (number % 7) + 1, 2)]],
  },
];

/** Returns the rows of the product, table by table, in the order of their references. */
export const productRows = (day: RehearsedDay, secrets: Secrets): readonly Filled[] => [
  ...people(day, secrets),
  ...ownerIndex,
  ...purchases(day),
  ...power(day),
];

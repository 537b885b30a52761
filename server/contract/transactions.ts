import { z } from 'zod';
import { filterDay } from '../domain/basics/filterDay.ts';
import { categoryGroupKeys } from '../domain/card/controls/categories.ts';
import { manualTypes } from '../domain/ledger/ledger.ts';
import { salesSources } from '../domain/store/appPlatforms.ts';
import { filterCards, filterHolder, filterMerchant, filterProblems, tableStatuses, tableTypes } from '../domain/table/filters.ts';
import { type TabKey, tabs } from '../domain/table/table.ts';
import { defineRoute } from './define.ts';
import { readsAccount } from './heads.ts';
import { identifier, tokenParams } from './identifiers.ts';
import { bankSchema } from './payments.ts';

const instant = z.iso.datetime();
const amountCents = z.number().int();
const tabKeys = Object.keys(tabs) as [TabKey, ...TabKey[]];
const tabName = z.enum(tabKeys);

/** A card transaction: a purchase is positive, a refund negative. The rules of the table format its cells. */
export const cardRowSchema = z.object({
  id: z.string(),
  status: z.string(),
  /** `APPROVED`, or the reason for the decline. */
  result: z.string(),
  /** The merchant as the network names it. */
  descriptor: z.string(),
  amount_cents: amountCents,
  created_at: instant,
  /** Null for a card check, a $0 authorization or a balance inquiry, which is due on no day. */
  repayment_date: z.iso.date().nullable(),
  /** The price of a purchase in another currency, and the issuer's rate; null for one in US dollars. */
  foreign: z
    .object({
      /** In the currency's smallest unit: 4210 for €42.10, 1000 for ¥1,000. */
      amount: z.number().int(),
      /** ISO 4217. */
      currency: z.string(),
      conversion_rate: z.string(),
    })
    .nullable(),
  /** The card and the name of the person who holds it now; null for a card that is no longer kept here. */
  card: z.object({ token: z.string(), name: z.string(), last_four: z.string(), holder: z.string() }).nullable(),
});
export type CardRow = z.infer<typeof cardRowSchema>;

/** A bank transfer, or a row that staff entered. A positive amount lowers the debt. */
export const transferRowSchema = z.object({
  id: z.string(),
  name: z.string(),
  status: z.string(),
  amount_cents: amountCents,
  created_at: instant,
  is_manual: z.boolean(),
  transaction_type: z.enum(manualTypes).nullable(),
});
export type TransferRow = z.infer<typeof transferRowSchema>;

/** A transaction of the connected store, such as a sale or a refund. */
export const receivableRowSchema = z.object({
  id: z.string(),
  type: z.string(),
  status: z.string(),
  /** In hundredths of its currency. */
  amount_cents: amountCents,
  /** ISO 4217; left out for US dollars. */
  currency: z.string().optional(),
  created_at: instant,
});
export type ReceivableRow = z.infer<typeof receivableRowSchema>;

const filteredDay = z.iso.date({ abort: true }).refine((day) => filterDay(day) !== null, { error: 'Choose a day between 2000 and 2999.' });
const filteredAmount = z.coerce.number<string>().int().min(0);

const cardMissing = 'Give the tokens of one or more cards, separated by commas.';
const holderMissing = 'Give the id of a member of the team, or owner.';
const merchantMissing = 'Give a merchant as the insights name it, in at most 200 characters.';

/**
 * The filters of a table. Days are in UTC, as the rows show them, and both are included; amounts are compared without their
 * sign. A merchant is found in all spellings of its name. A merchant, card or person that the account does not have finds no rows.
 */
const filters = {
  from: filteredDay.optional(),
  to: filteredDay.optional(),
  type: identifier.optional(),
  status: identifier.optional(),
  min_cents: filteredAmount.optional(),
  max_cents: filteredAmount.optional(),
  category: z.enum(categoryGroupKeys).optional(),
  merchant: z
    .string()
    .refine((merchant) => filterMerchant(merchant) !== null, { error: merchantMissing })
    .optional(),
  card: z
    .string()
    .refine((tokens) => filterCards(tokens) !== null, { error: cardMissing })
    .optional(),
  holder: z
    .string()
    .refine((id) => filterHolder(id) !== null, { error: holderMissing })
    .optional(),
};

/** The selection of a table: its tab, search, filters, sort column and direction. By default, the newest card transactions. */
const shown = z.strictObject({
  tab: tabName.default('card'),
  q: z
    .string()
    .max(200)
    // No row contains a NUL, and PostgreSQL refuses one.
    .refine((typed) => !typed.includes('\0'), { error: 'This has a character in it that no text has.' })
    .default(''),
  ...filters,
  sort: identifier.optional(),
  dir: z.enum(['asc', 'desc']).default('desc'),
});

/** Refuses a sort column that the tab does not have. */
function checkSort({ value, issues }: z.core.ParsePayload<{ tab: TabKey; sort?: string | undefined }>): void {
  const columns: string[] = tabs[value.tab].columns.map(({ key }) => key);
  if (value.sort === undefined || columns.includes(value.sort)) return;
  issues.push({
    code: 'custom',
    path: ['sort'],
    input: value.sort,
    message: 'This tab has no such column.',
    params: { fix: `Send one of: ${columns.join(', ')}.` },
  });
}

/** Refuses a status or type that the tab does not have, a filter of purchases where rows are none, and a range that ends before it begins. */
function checkFilters({ value, issues }: z.core.ParsePayload<z.infer<typeof shown>>): void {
  const words: Readonly<Record<'status' | 'type', readonly string[]>> = { status: tableStatuses[value.tab], type: tableTypes[value.tab] };
  for (const name of ['status', 'type'] as const) {
    if (value[name] === undefined || words[name].includes(value[name])) continue;
    const fix = `Send one of: ${words[name].join(', ')}.`;
    issues.push({ code: 'custom', path: [name], input: value[name], message: `This tab has no such ${name}.`, params: { fix } });
  }
  for (const name of ['category', 'merchant', 'card', 'holder'] as const) {
    if (value.tab === 'card' || value[name] === undefined) continue;
    const fix = 'Leave it out, or ask for the tab card.';
    const message = `Only card transactions have a ${name === 'category' || name === 'merchant' ? name : 'card'}.`;
    issues.push({ code: 'custom', path: [name], input: value[name], message, params: { fix } });
  }
  for (const [name, message] of Object.entries(filterProblems(value))) {
    issues.push({ code: 'custom', path: [name], input: value, message, params: { fix: 'Swap the two.' } });
  }
}

const pageNumber = z.coerce.number<string>().int().min(1).max(1_000_000_000).default(1);
const pageFacts = {
  /** The number of the page, from 1; a request past the last page returns the last. */
  page: z.number().int(),
  /** The numbers of the page's first and last row, from 1; both 0 when there are no rows. */
  from: z.number().int(),
  to: z.number().int(),
  /** The exact number of rows that match. */
  total: z.number().int(),
};

const namedCardSchema = z.object({
  token: z.string(),
  name: z.string(),
  last_four: z.string(),
  /** The id is null for the owner. */
  holder: z.object({ id: z.string().nullable(), name: z.string() }),
});

/** A page of at most 25 rows of one tab. */
export const transactionsPageSchema = z.discriminatedUnion('tab', [
  z.object({
    tab: z.literal('card'),
    rows: z.array(cardRowSchema),
    /** All cards of the account by which the rows can be filtered, the newest first; a cardholder's own only. */
    cards: z.array(namedCardSchema),
    ...pageFacts,
  }),
  z.object({ tab: z.literal('repayments'), rows: z.array(transferRowSchema), ...pageFacts }),
  z.object({ tab: z.literal('receivables'), rows: z.array(receivableRowSchema), ...pageFacts }),
]);
export type TransactionsPage = z.infer<typeof transactionsPageSchema>;

export const getTransactions = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/transactions',
  summary: 'A page of 25 of the table: card transactions, repayments or receivables, searched, filtered and sorted over all of them',
  query: shown.extend({ page: pageNumber }).check(checkSort, checkFilters),
  out: transactionsPageSchema,
});

export const getTransactionsCsv = defineRoute({
  ...readsAccount({ team: 'readers', action: 'download_reports' }),
  path: '/api/users/:token/transactions_csv',
  summary: 'All rows that match the table’s search and filters, in its sort order: with `Accept: text/csv` the file, else the number of rows',
  query: shown.check(checkSort, checkFilters),
  out: z.object({ file_name: z.string(), row_count: z.number().int() }),
  files: ['text/csv'],
});

const cardDetailsSchema = z.object({
  tab: z.literal('card'),
  row: cardRowSchema,
  merchant: z.object({
    descriptor: z.string(),
    city: z.string().nullable(),
    state: z.string().nullable(),
    country: z.string().nullable(),
    /** ISO 18245. */
    category_code: z.string().nullable(),
  }),
  /** The amounts still held and settled so far. */
  pending_cents: amountCents,
  settled_cents: amountCents,
  settled_at: instant.nullable(),
  /** Null for a card check. */
  repayment: z
    .object({
      date: z.iso.date(),
      /** Why it is due on that day, for the merchant. */
      reason: z.string(),
      /**
       * The day the bank is debited, and why it is another than the due date; the reason is null when it is not. The day is null where
       * an arrangement tells of other days or another bank: the reason then says all.
       */
      debit_date: z.iso.date().nullable(),
      debit_reason: z.string().nullable(),
    })
    .nullable(),
  /** The issuer's events of the transaction, oldest first. */
  history: z.array(z.object({ at: instant, type: z.string(), result: z.string(), amount_cents: amountCents })),
});

const repaymentDetailsSchema = z.object({
  tab: z.literal('repayments'),
  row: transferRowSchema,
  expected_settlement_date: z.iso.date().nullable(),
  settled_at: instant.nullable(),
  failure: z.object({ code: z.string().nullable(), reason: z.string().nullable() }).nullable(),
  /** Why staff entered the row, or how cashback was computed; null for a bank transfer. */
  manual_reason: z.string().nullable(),
  /** The bank's events of the transfer, oldest first. */
  history: z.array(z.object({ at: instant, status: z.string(), failure_reason: z.string().nullable() })),
  /** The receipt: due date, debit date, account and purchases covered; null for any row that is not drawn from the bank. */
  receipt: z
    .object({
      number: z.string(),
      due_date: z.iso.date(),
      debit_date: z.iso.date(),
      bank: bankSchema.nullable(),
      /** The purchases it pays, at most the first hundred of `covers_count`. */
      covers: z.array(z.object({ id: z.string(), descriptor: z.string(), created_at: instant, amount_cents: amountCents })),
      covers_count: z.number().int(),
      /** How many of `covers_count` are refunds, which are taken off. */
      refunds_count: z.number().int(),
      /** Its amount less what these purchases come to: below 0 for what something else paid of them. 0 where it names none. */
      other_cents: amountCents,
    })
    .nullable(),
});

const receivableDetailsSchema = z.object({
  tab: z.literal('receivables'),
  row: receivableRowSchema,
  source: z.enum(salesSources),
  store_name: z.string().nullable(),
  order_id: z.string().nullable(),
  payment_method_type: z.string().nullable(),
  gateway: z.string().nullable(),
  /** ISO 4217. */
  currency: z.string(),
  updated_at: instant,
});

export const getTransaction = defineRoute({
  ...readsAccount({ team: 'everyone', action: 'view_cards' }),
  path: '/api/users/:token/transactions/:tab/:id',
  summary: 'One row of the table with its history: when a purchase is to be repaid and why, the receipt of a repayment',
  params: tokenParams.extend({ tab: tabName, id: identifier }),
  out: z.discriminatedUnion('tab', [cardDetailsSchema, repaymentDetailsSchema, receivableDetailsSchema]),
  problems: ['not_found'],
});
export type TransactionDetails = z.infer<typeof getTransaction.out>;

import { z } from 'zod';
import { manualTypes } from '../domain/ledger/ledger.ts';
import { accountingFormats } from '../domain/reports/accountingFormats.ts';
import { cardMonthGroups } from '../domain/reports/cardMonths.ts';
import { defineRoute } from './define.ts';
import { readsAccount } from './heads.ts';
import { identifier, tokenParams } from './identifiers.ts';
import { checkPeriod, monthName, periodFields } from './period.ts';

const instant = z.iso.datetime();
const csv = ['text/csv'] as const;

// Every download answers with JSON about the file, or with the file itself when `Accept` asks for it.

export const getCardCsv = defineRoute({
  method: 'GET',
  path: '/api/card_csv',
  summary: 'Card transactions of a range, newest first; with `Accept: text/csv` the finished file, of any size',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'readers',
  subject: { in: 'query', name: 'lithic_card_tokens', by: 'card' },
  action: 'download_reports',
  query: z
    .strictObject({
      /** Tokens of one receiver's cards, separated by commas. */
      lithic_card_tokens: z.string().min(1).max(12_288),
      whitelabel: identifier.optional(),
      ...periodFields,
    })
    .check(checkPeriod),
  out: z.object({
    total: z.object({
      generatedAt: instant,
      /** Purchases less refunds, in cents. */
      spent: z.number().int(),
    }),
    transactions: z.array(
      z.object({
        token: z.string(),
        card_token: z.string(),
        status: z.string(),
        result: z.string(),
        amount_cents: z.number().int(),
        created_at: instant,
        repayment_date: z.iso.date(),
        raw_data: z.object({ merchant: z.object({ descriptor: z.string() }) }),
      }),
    ),
  }),
  files: csv,
});

export const getBankCsv = defineRoute({
  method: 'GET',
  path: '/api/bank_csv',
  summary: 'Repayments of a range, newest first; with `Accept: text/csv` the finished file, of any size',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'readers',
  subject: { in: 'query', name: 'plaid_access_token', by: 'bankHandle' },
  action: 'download_reports',
  query: z.strictObject({ plaid_access_token: identifier, ...periodFields }).check(checkPeriod),
  out: z.object({
    total: z.object({
      accounts: z.array(
        z.object({
          name: z.string().nullable(),
          subtype: z.string().nullable(),
          /** In dollars, as the bank reports them. */
          balances: z.object({ current: z.number().nullable() }),
        }),
      ),
      generatedAt: instant,
      /** The settled draws from the bank, in cents. */
      debited: z.number().int(),
    }),
    transfers: z.array(
      z.object({
        id: z.string(),
        name: z.string(),
        status: z.string(),
        amount_cents: z.number().int(),
        amount_dollars: z.number(),
        created_at: instant,
        is_manual: z.boolean(),
        transaction_type: z.enum(manualTypes).nullable(),
      }),
    ),
  }),
  files: csv,
});

/** A transaction of the store, with the provider's own names and with amounts in dollars. */
const storeTransaction = z.object({
  id: z.string(),
  order_id: z.string().nullable(),
  type: z.string(),
  status: z.string(),
  payment_method_type: z.string().nullable(),
  gateway: z.string().nullable(),
  amount: z.number().nullable(),
  created_at: instant,
});

export const getRutterStore = defineRoute({
  method: 'GET',
  path: '/api/rutter_store',
  summary: 'The connected store with its latest orders and transactions; nulls and an empty list while it cannot be read',
  who: 'receiver',
  storeStaff: 'if_everything',
  team: 'readers',
  subject: { in: 'query', name: 'rutterAccessToken', by: 'storeHandle' },
  action: 'view_account',
  query: z.strictObject({ rutterAccessToken: identifier }),
  out: z.object({
    rutter_store_response: z
      .object({ store: z.object({ id: z.string(), store_name: z.string(), url: z.string().nullable(), default_currency: z.string().nullable() }).nullable() })
      .nullable(),
    rutter_orders_response: z
      .object({
        orders: z.array(
          z.object({
            id: z.string(),
            order_number: z.string().nullable(),
            status: z.string(),
            payment_status: z.string(),
            total_price: z.number(),
            iso_currency_code: z.string().nullable(),
            created_at: instant,
          }),
        ),
      })
      .nullable(),
    rutter_transactions_response: z.object({ transactions: z.array(storeTransaction) }),
  }),
});

const statementKind = z.enum(['card', 'repayments']);
const statementFacts = { kind: statementKind, month: z.string(), label: z.string() };

export const getStatements = defineRoute({
  ...readsAccount({ team: 'readers', action: 'download_reports' }),
  path: '/api/users/:token/statements',
  summary: 'The statements of the last twelve months, of the card and of the repayments, newest first',
  out: z.object({ statements: z.array(z.object(statementFacts)) }),
});

export const getStatement = defineRoute({
  ...readsAccount({ team: 'readers', action: 'download_reports' }),
  path: '/api/users/:token/statements/:month',
  summary: 'The statement of a month: its totals, or with `Accept` the file as CSV or PDF',
  params: tokenParams.extend({ month: monthName }),
  query: z.strictObject({ kind: statementKind.default('card') }),
  out: z.object({
    ...statementFacts,
    file_name: z.string(),
    /** 1, 2, 3 …; null while the month lasts, and for a month before the account's first. */
    number: z.number().int().nullable(),
    /** The debt when the month began, in cents. */
    opening_cents: z.number().int(),
    /** Purchases less refunds, or the settled debits of the bank, in cents. */
    total_cents: z.number().int(),
    /** The debt when the month ended, or now. */
    closing_cents: z.number().int(),
    row_count: z.number().int(),
  }),
  files: ['text/csv', 'application/pdf'],
  problems: ['not_found'],
});

const cardMonthSum = {
  /** Neither is negative. */
  purchases_cents: z.number().int(),
  refunds_cents: z.number().int(),
  /** The number of purchases and refunds. */
  count: z.number().int(),
};

export const getCardMonths = defineRoute({
  ...readsAccount({ team: 'readers', action: 'download_reports' }),
  path: '/api/users/:token/card_months',
  summary: 'Purchases and refunds of a month (UTC), by card or by the person who holds it now; with `Accept: text/csv` the file',
  query: z.strictObject({ by: z.enum(cardMonthGroups).default('card'), month: monthName }),
  out: z.object({
    by: z.enum(cardMonthGroups),
    month: z.string(),
    file_name: z.string(),
    total: z.object(cardMonthSum),
    /** The largest purchases first. */
    rows: z.array(
      z.object({
        /** The card's token; the id of a member of the team, or `owner`. */
        key: z.string(),
        name: z.string(),
        last_four: z.string().nullable(),
        ...cardMonthSum,
      }),
    ),
  }),
  files: csv,
});
export type CardMonthAnswer = z.infer<typeof getCardMonths.out>;

export const getReceivablesCsv = defineRoute({
  ...readsAccount({ team: 'readers', action: 'download_reports' }),
  path: '/api/users/:token/receivables_csv',
  summary: 'Receivables of a range, newest first: their number, or with `Accept: text/csv` the file',
  query: z.strictObject(periodFields).check(checkPeriod),
  out: z.object({ file_name: z.string(), row_count: z.number().int() }),
  files: csv,
});

/**
 * The files for accounting software. A file too long for the importing program comes in parts: the first call, without `Accept`,
 * returns the list of files and the range; then one call per file repeats that range and `since_last_export`, with its `part`.
 */
export const getAccountingImport = defineRoute({
  ...readsAccount({ team: 'readers', action: 'download_reports' }),
  path: '/api/users/:token/accounting_import',
  summary: 'For accounting software: the list of files, or with `Accept` one of them',
  query: z
    .strictObject({
      format: z.enum(accountingFormats).default('quickbooks'),
      start_at: periodFields.start_at.optional(),
      /** The present instant when left out, or when it lies ahead. */
      end_at: periodFields.end_at.optional(),
      /** Starts at the end of the last export in this format, instead of `start_at`: everything booked since, also what came back of earlier ones. */
      since_last_export: z.stringbool().default(false),
      part: z.coerce.number<string>().int().min(1).max(100_000).default(1),
    })
    .check(checkPeriod)
    .check(({ value, issues }) => {
      if (value.since_last_export !== (value.start_at === undefined)) {
        issues.push({
          code: 'custom',
          path: ['start_at'],
          input: value.start_at,
          message: 'The range begins at start_at or at the last export.',
          params: { fix: 'Send start_at, or since_last_export=true without it.' },
        });
      }
    }),
  out: z.object({
    format: z.enum(accountingFormats),
    start_at: instant,
    end_at: instant,
    /** When this format was last exported; null before the first export. */
    last_export_at: instant.nullable(),
    row_count: z.number().int(),
    files: z.array(z.object({ part: z.number().int(), file_name: z.string() })),
  }),
  files: ['text/csv', 'application/x-ofx'],
  problems: ['not_found'],
});
export type AccountingImportAnswer = z.infer<(typeof getAccountingImport)['out']>;

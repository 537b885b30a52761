import type { LoaderFunctionArgs } from '@remix-run/node';
import type { CallInput } from '../../server/contract/call.ts';
import type { getCardsCsv } from '../../server/contract/cards.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { getAccountingImport, getBankCsv, getCardCsv, getCardMonths, getReceivablesCsv, getStatement } from '../../server/contract/reports.ts';
import { accountingFileTypes, accountingFormats } from '../../server/domain/reports/accountingFormats.ts';
import { periodOfDays, rangeProblem, type TypedRange } from '../../server/domain/reports/reportRanges.ts';
import { type Merchant, merchantOf } from '../merchant.server.ts';

/**
 * Returns the core's file for `?report=card&first=2026-10-01&last=2026-10-31`, `?report=statement&kind=card&month=2026-10&format=pdf`,
 * `?report=cards`, `?report=card_months&by=person&month=2026-10` or `?report=accounting&format=xero&since_last_export=true&end_at=…&part=1`; 404 for any other query. With `check` it
 * answers whether there is such a file, and makes none.
 */
export async function loader(visit: LoaderFunctionArgs): Promise<Response> {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.receiver();
  const { searchParams } = new URL(visit.request.url);
  const make = fileOf(merchant, receiver, searchParams);
  if (make === null) return new Response(null, { status: 404 });
  return searchParams.has('check') ? new Response(null, { status: 204 }) : make();
}

type MakeFile = () => Promise<Response>;

function fileOf(merchant: Merchant, { token, card_tokens, plaid_access_token: bank }: ReceiverAnswer, query: URLSearchParams): MakeFile | null {
  if (query.get('report') === 'statement') return () => statementOf(merchant, token, query);
  if (query.get('report') === 'accounting') return () => accountingOf(merchant, token, query);
  if (query.get('report') === 'cards') return () => merchant.file<typeof getCardsCsv>('GET /api/users/:token/cards_csv', { params: { token } }, 'text/csv');
  if (query.get('report') === 'card_months') return () => cardMonthOf(merchant, token, query);
  const period = wirePeriod({ first: query.get('first') ?? '', last: query.get('last') ?? '' });
  if (period === null) return null;
  switch (query.get('report')) {
    case 'card':
      return card_tokens.length > 0
        ? () => merchant.file<typeof getCardCsv>('GET /api/card_csv', { query: { lithic_card_tokens: card_tokens.join(','), ...period } }, 'text/csv')
        : null;
    case 'repayments':
      return bank ? () => merchant.file<typeof getBankCsv>('GET /api/bank_csv', { query: { plaid_access_token: bank, ...period } }, 'text/csv') : null;
    case 'receivables':
      return () => merchant.file<typeof getReceivablesCsv>('GET /api/users/:token/receivables_csv', { params: { token }, query: period }, 'text/csv');
    default:
      return null;
  }
}

function statementOf(merchant: Merchant, token: string, query: URLSearchParams): Promise<Response> {
  const name = 'GET /api/users/:token/statements/:month';
  // The core checks the kind by its contract.
  const kind = query.get('kind') as CallInput<typeof getStatement>['query']['kind'];
  const input = { params: { token, month: query.get('month') ?? '' }, query: { kind } };
  return merchant.file<typeof getStatement>(name, input, query.get('format') === 'pdf' ? 'application/pdf' : 'text/csv');
}

/** Returns the file of a month by card or by person. The core checks both by its contract. */
function cardMonthOf(merchant: Merchant, token: string, query: URLSearchParams): Promise<Response> {
  const asked = { by: query.get('by') ?? 'card', month: query.get('month') ?? '' } as CallInput<typeof getCardMonths>['query'];
  return merchant.file<typeof getCardMonths>('GET /api/users/:token/card_months', { params: { token }, query: asked }, 'text/csv');
}

const accountingQuery = ['format', 'start_at', 'end_at', 'since_last_export', 'part'];

/** Returns one file for accounting software. The core checks the format, the range and the part by its contract. */
function accountingOf(merchant: Merchant, token: string, query: URLSearchParams): Promise<Response> {
  const asked = Object.fromEntries(accountingQuery.flatMap((name) => (query.has(name) ? [[name, query.get(name)]] : [])));
  const format = accountingFormats.find((known) => known === query.get('format')) ?? 'quickbooks';
  const input = { params: { token }, query: asked } as CallInput<typeof getAccountingImport>;
  return merchant.file<typeof getAccountingImport>('GET /api/users/:token/accounting_import', input, accountingFileTypes[format]);
}

/** Returns the period of a range of days as the core takes it; null for a range that is none. */
function wirePeriod(range: TypedRange): { start_at: string; end_at: string } | null {
  if (rangeProblem(range) !== null) return null;
  const { start, end } = periodOfDays(range);
  return { start_at: start.toISOString(), end_at: end.toISOString() };
}

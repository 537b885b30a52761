import type { LoaderFunctionArgs } from '@remix-run/node';
import type { CallInput } from '../../server/contract/call.ts';
import type { getReceiver, ReceiverAnswer } from '../../server/contract/receiver.ts';
import type { getBankCsv, getCardCsv, getReceivablesCsv, getStatement } from '../../server/contract/reports.ts';
import { type IsoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { periodOfDays, presetRange, type RangePreset, rangePresets } from '../../server/domain/reports/reportRanges.ts';
import { type Merchant, merchantOf } from '../merchant.server.ts';

/** Returns the core's file for `?report=card&preset=this_month` or `?report=statement&kind=card&month=2026-10&format=pdf`; 404 for any other query. */
export async function loader(visit: LoaderFunctionArgs): Promise<Response> {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { searchParams } = new URL(visit.request.url);
  const file = fileOf(merchant, receiver, searchParams, utcDate(new Date(visit.context.page.now)));
  return file ?? new Response(null, { status: 404 });
}

function fileOf(
  merchant: Merchant,
  { token, lithic_card_token: card, plaid_access_token: bank }: ReceiverAnswer,
  query: URLSearchParams,
  today: IsoDate,
): Promise<Response> | null {
  const period = wirePeriod(query.get('preset'), today);
  switch (query.get('report')) {
    case 'card':
      return card ? merchant.file<typeof getCardCsv>('GET /api/card_csv', { query: { lithic_card_tokens: card, ...period } }, 'text/csv') : null;
    case 'repayments':
      return bank ? merchant.file<typeof getBankCsv>('GET /api/bank_csv', { query: { plaid_access_token: bank, ...period } }, 'text/csv') : null;
    case 'receivables':
      return merchant.file<typeof getReceivablesCsv>('GET /api/users/:token/receivables_csv', { params: { token }, query: period }, 'text/csv');
    case 'statement':
      return statementOf(merchant, token, query);
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

function wirePeriod(named: string | null, today: IsoDate): { start_at: string; end_at: string } {
  const preset: RangePreset = named !== null && Object.hasOwn(rangePresets, named) ? (named as RangePreset) : 'last_12_months';
  const { start, end } = periodOfDays(presetRange(preset, today));
  return { start_at: start.toISOString(), end_at: end.toISOString() };
}

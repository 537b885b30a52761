import type { LoaderFunctionArgs } from '@remix-run/node';
import type { getReceiver, ReceiverAnswer } from '../../server/contract/receiver.ts';
import { type IsoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { periodOfDays, presetRange, type RangePreset, rangePresets } from '../../server/domain/reports/reportRanges.ts';
import { merchantOf } from '../merchant.server.ts';

/** Returns the core's file for `?report=card&preset=this_month` or `?report=statement&kind=card&month=2026-10&format=pdf`; 404 for any other query. */
export async function loader(visit: LoaderFunctionArgs): Promise<Response> {
  const merchant = await merchantOf(visit);
  const receiver = await merchant.ask<typeof getReceiver>('GET /api/receiver', { query: {} });
  const { searchParams } = new URL(visit.request.url);
  const path = pathOf(receiver, searchParams, utcDate(new Date(visit.context.page.now)));
  if (path === null) return new Response(null, { status: 404 });
  return merchant.file(path, searchParams.get('format') === 'pdf' ? 'application/pdf' : 'text/csv');
}

function pathOf({ token, lithic_card_token: card, plaid_access_token: bank }: ReceiverAnswer, query: URLSearchParams, today: IsoDate): string | null {
  const own = `/api/users/${encodeURIComponent(token)}`;
  const period = wirePeriod(query.get('preset'), today);
  switch (query.get('report')) {
    case 'card':
      return card && `/api/card_csv?${new URLSearchParams({ lithic_card_tokens: card, ...period })}`;
    case 'repayments':
      return bank && `/api/bank_csv?${new URLSearchParams({ plaid_access_token: bank, ...period })}`;
    case 'receivables':
      return `${own}/receivables_csv?${new URLSearchParams(period)}`;
    case 'statement':
      return `${own}/statements/${encodeURIComponent(query.get('month') ?? '')}?${new URLSearchParams({ kind: query.get('kind') ?? '' })}`;
    default:
      return null;
  }
}

function wirePeriod(named: string | null, today: IsoDate): { start_at: string; end_at: string } {
  const preset: RangePreset = named !== null && Object.hasOwn(rangePresets, named) ? (named as RangePreset) : 'last_12_months';
  const { start, end } = periodOfDays(presetRange(preset, today));
  return { start_at: start.toISOString(), end_at: end.toISOString() };
}

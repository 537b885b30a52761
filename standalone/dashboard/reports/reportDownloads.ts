import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { AccountingImportAnswer, getAccountingImport } from '../../../server/contract/reports.ts';
import type { Month, Period } from '../../../server/domain/basics/periods.ts';
import { type AccountingFormat, accountingFileTypes } from '../../../server/domain/reports/accountingFormats.ts';
import { type CardMonthGroup, cardMonthTexts } from '../../../server/domain/reports/cardMonths.ts';
import { reportTitles } from '../../../server/domain/reports/reportTitles.ts';
import type { StatementOffer } from '../../../server/domain/reports/statements.ts';
import type { Api } from '../../api.ts';
import type { DownloadOrder, DownloadStart } from '../downloads/downloads.ts';

// The address of each report. Null where a report has no subject: no card, no bank, no store.

const wirePeriod = ({ start, end }: Period) => ({ start_at: start.toISOString(), end_at: end.toISOString() });

export function cardDownload({ card_tokens, whitelabel }: ReceiverAnswer, period: Period): DownloadOrder | null {
  if (card_tokens.length === 0) return null;
  const query = new URLSearchParams({ lithic_card_tokens: card_tokens.join(','), ...wirePeriod(period), ...(whitelabel !== null && { whitelabel }) });
  return { label: reportTitles.card, path: `/api/card_csv?${query}`, accept: 'text/csv' };
}

export function repaymentsDownload({ plaid_access_token }: ReceiverAnswer, period: Period): DownloadOrder | null {
  if (plaid_access_token === null) return null;
  const query = new URLSearchParams({ plaid_access_token, ...wirePeriod(period) });
  return { label: reportTitles.repayments, path: `/api/bank_csv?${query}`, accept: 'text/csv' };
}

export function receivablesDownload({ token, isStoreConnected }: ReceiverAnswer, period: Period): DownloadOrder | null {
  if (!isStoreConnected) return null;
  return { label: reportTitles.receivables, path: `${ofReceiver(token)}/receivables_csv?${new URLSearchParams(wirePeriod(period))}`, accept: 'text/csv' };
}

export function statementDownload({ token }: ReceiverAnswer, { kind, month, label }: StatementOffer, accept: StatementFormat): DownloadOrder {
  return { label, path: `${ofReceiver(token)}/statements/${month}?${new URLSearchParams({ kind })}`, accept };
}

/** Returns the download of a month's purchases and refunds by card or by person. */
export function cardMonthDownload({ token }: ReceiverAnswer, asked: { by: CardMonthGroup; month: Month }): DownloadOrder {
  return { label: cardMonthTexts.title, path: `${ofReceiver(token)}/card_months?${new URLSearchParams(asked)}`, accept: 'text/csv' };
}

export type StatementFormat = 'text/csv' | 'application/pdf';

export interface AccountingOrder {
  format: AccountingFormat;
  /** Null continues from the end of the last export in this format. */
  period: Period | null;
}

const accountingRange = ({ period }: AccountingOrder) => (period === null ? { since_last_export: 'true' } : wirePeriod(period));

/** Asks for the parts of an accounting import, since accounting software refuses long files, and for the end of its period. */
export function readAccountingImport(api: Api, { token }: ReceiverAnswer, order: AccountingOrder): Promise<AccountingImportAnswer> {
  const query = { format: order.format, ...accountingRange(order) };
  return api.call<typeof getAccountingImport>('GET /api/users/:token/accounting_import', { params: { token }, query });
}

/** Returns the download of an accounting import. Each part is fetched with the end of the period that the list of them fixed. */
export function accountingDownload({ token }: ReceiverAnswer, order: AccountingOrder, { files, end_at }: AccountingImportAnswer): DownloadStart {
  const { format } = order;
  return {
    label: reportTitles.accounting,
    files: async () =>
      files.map(({ part }) => ({
        label: reportTitles.accounting,
        path: `${ofReceiver(token)}/accounting_import?${new URLSearchParams({ format, ...accountingRange(order), end_at, part: String(part) })}`,
        accept: accountingFileTypes[format],
      })),
  };
}

const ofReceiver = (token: string) => `/api/users/${encodeURIComponent(token)}`;

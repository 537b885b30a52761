import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { Period } from '../../../server/domain/basics/periods.ts';
import { reportWords } from '../../../server/domain/reports/reportWords.ts';
import type { DownloadOrder } from '../downloads/downloads.ts';
import { cardDownload, receivablesDownload, repaymentsDownload } from './reportDownloads.ts';

export interface RangeReport {
  /** Describes the content of the file, for the reader. */
  explanation: string;
  /** Says why there is no file, where `order` returns null. */
  missing: string;
  order: (receiver: ReceiverAnswer, period: Period) => DownloadOrder | null;
}

/** The reports of a range of days. */
export const rangeReports = {
  card: { ...reportWords.card, order: cardDownload },
  repayments: { ...reportWords.repayments, order: repaymentsDownload },
  receivables: { ...reportWords.receivables, order: receivablesDownload },
} as const satisfies Record<string, RangeReport>;

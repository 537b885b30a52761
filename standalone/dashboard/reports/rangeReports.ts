import type { ReceiverAnswer } from '../../../server/contract/receiver.ts';
import type { Period } from '../../../server/domain/basics/periods.ts';
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
  card: {
    explanation: 'Each purchase and refund, with its status and the day it is to be repaid.',
    missing: 'There is no card to report on yet.',
    order: cardDownload,
  },
  repayments: {
    explanation: 'What was drawn from your bank, and what was credited to you by hand.',
    missing: 'There is no bank account linked.',
    order: repaymentsDownload,
  },
  receivables: {
    explanation: 'What your connected store reported.',
    missing: 'There is no store connected.',
    order: receivablesDownload,
  },
} as const satisfies Record<string, RangeReport>;

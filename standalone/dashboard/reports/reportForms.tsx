import type { ReactNode } from 'react';
import { AccountingReport } from './AccountingReport.tsx';
import { RangeReport } from './RangeReport.tsx';
import { cardDownload, receivablesDownload, repaymentsDownload } from './reportDownloads.ts';
import type { ReportName } from './reportTitles.ts';
import { StatementsReport } from './StatementsReport.tsx';

interface ReportForm {
  /** What is in the file. */
  explanation: string;
  /** `onStart` is told when a download has begun. */
  form: (onStart?: () => void) => ReactNode;
}

/** What each download asks for. */
export const reportForms: Readonly<Record<ReportName, ReportForm>> = {
  card: {
    explanation: 'Each purchase and refund of a range, with its status and the day it is to be repaid.',
    form: (onStart) => <RangeReport order={cardDownload} missing="There is no card to report on yet." onStart={onStart} />,
  },
  repayments: {
    explanation: 'What was drawn from your bank in a range, and what was credited to you by hand.',
    form: (onStart) => <RangeReport order={repaymentsDownload} missing="There is no bank account linked." onStart={onStart} />,
  },
  receivables: {
    explanation: 'What your connected store reported for a range.',
    form: (onStart) => <RangeReport order={receivablesDownload} missing="There is no store connected." onStart={onStart} />,
  },
  statements: {
    explanation: 'What has settled in each of the last twelve months.',
    form: (onStart) => <StatementsReport onStart={onStart} />,
  },
  accounting: {
    explanation: 'Purchases and repayments in one file that accounting software imports.',
    form: (onStart) => <AccountingReport onStart={onStart} />,
  },
};

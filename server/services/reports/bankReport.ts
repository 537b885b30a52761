import { storedCents } from '../../db/cents.ts';
import type { Reading } from '../../db/database.ts';
import { readBatches } from '../../db/queries/activityBatches.ts';
import { transferTable } from '../../db/queries/activityTables.ts';
import { sumRows, transfersOf } from '../../db/queries/reportRows.ts';
import { type Cents, toDollarNumber } from '../../domain/basics/money.ts';
import type { Period } from '../../domain/basics/periods.ts';
import { repaymentsFileName, repaymentsReport } from '../../domain/reports/repayments.ts';
import type { TransferActivity } from '../../domain/table/activity.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { currentBankLink } from '../bank/bankLink.ts';
import type { FileDeps as Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { wireTransfer } from '../transactions/wireRows.ts';
import { newestFirst } from './newestFirst.ts';
import { csvType, type ReportFile } from './reportFile.ts';
import { requireRowLimit } from './rowLimit.ts';
import { writeFile } from './writeFile.ts';

async function totalDebited(reading: Reading, { scope }: ReceiverView, period: Period): Promise<Cents> {
  const { total_cents } = await sumRows(reading, transferTable, transfersOf(scope, { period, drawn: true }));
  return total_cents;
}

/** Returns the linked account, the total debited from it in a period, and each repayment, newest first. */
export async function presentBankReport(deps: Deps, view: ReceiverView, period: Period) {
  const reading = await deps.beginReading();
  const selection = transfersOf(view.scope, { period });
  requireRowLimit((await sumRows(reading, transferTable, selection)).row_count);
  const [link, debited] = await Promise.all([currentBankLink(reading, view.scope), totalDebited(reading, view, period)]);
  const transfers: TransferActivity[] = [];
  for await (const batch of readBatches(reading, transferTable, { selection, sort: newestFirst })) transfers.push(...batch);
  const current = link?.balance_current_cents ?? null;
  return {
    total: {
      accounts: link
        ? [{ name: link.account_name, subtype: link.account_subtype, balances: { current: current === null ? null : toDollarNumber(storedCents(current)) } }]
        : [],
      generatedAt: deps.clock().toISOString(),
      debited,
    },
    transfers: transfers.map((row) => ({ ...wireTransfer(row), amount_dollars: toDollarNumber(row.amount_cents) })),
  };
}

/** Returns the same report as a file of any length. */
export async function writeBankReport(deps: Deps, view: ReceiverView, period: Period): Promise<ReportFile> {
  const reading = await deps.beginReading();
  const report = repaymentsReport({ period, generatedAt: deps.clock(), total_debited_cents: await totalDebited(reading, view, period) });
  const selection = transfersOf(view.scope, { period });
  return {
    contentType: csvType,
    fileName: repaymentsFileName(programOf(view.receiver).brand),
    body: writeFile(report, readBatches(reading, transferTable, { selection, sort: newestFirst })),
  };
}

import type { AnswerOf, ParamsOf, QueryOf, RouteContract } from '../contract/define.ts';
import { getAccountingImport, getBankCsv, getCardCsv, getCardMonths, getReceivablesCsv, getStatement } from '../contract/reports.ts';
import { getRepaymentCsv } from '../contract/staff.ts';
import { getTransactionsCsv } from '../contract/transactions.ts';
import type { Period } from '../domain/basics/periods.ts';
import type { ReceiverView } from '../services/access/receiverView.ts';
import type { FileDeps } from '../services/deps.ts';
import { presentAccountingImport, writeAccountingImport } from '../services/reports/accountingImport.ts';
import { presentBankReport, writeBankReport } from '../services/reports/bankReport.ts';
import { cardMonth } from '../services/reports/cardMonth.ts';
import { presentCardReport, writeCardReport } from '../services/reports/cardReport.ts';
import { presentTableExport, writeTableExport } from '../services/reports/exportTable.ts';
import type { FileOrder } from '../services/reports/fileMaker.ts';
import { presentReceivablesReport, writeReceivablesReport } from '../services/reports/receivablesReport.ts';
import type { MadeFile } from '../services/reports/reportFile.ts';
import { presentStatement, writeStatement } from '../services/reports/statement.ts';
import { repaymentCsv } from '../services/staff/repaymentCsv.ts';

interface FileCall<Contract extends RouteContract> {
  view: ReceiverView;
  params: ParamsOf<Contract>;
  query: QueryOf<Contract>;
  wants: string;
}

interface MadeHere {
  contract: RouteContract;
  /** Makes the file, or the answer that the contract describes. */
  make: (deps: FileDeps, order: FileOrder) => Promise<unknown>;
}

function madeHere<Contract extends RouteContract>(
  contract: Contract,
  make: (deps: FileDeps, call: FileCall<Contract>) => Promise<AnswerOf<Contract> | MadeFile>,
): MadeHere {
  // The web process has checked the parts of the order by this contract.
  return { contract, make: (deps, order) => make(deps, order as FileCall<Contract>) };
}

const periodOf = ({ start_at, end_at }: { start_at: string; end_at: string }): Period => ({ start: new Date(start_at), end: new Date(end_at) });
const json = 'application/json';

/** The calls that are answered in a process for files. */
export const fileCalls: readonly MadeHere[] = [
  madeHere(getCardCsv, async (deps, { view, query, wants }) => {
    const asked = { cards: query.lithic_card_tokens.split(','), whitelabel: query.whitelabel, period: periodOf(query) };
    return wants === json ? presentCardReport(deps, view, asked) : writeCardReport(deps, view, asked);
  }),
  madeHere(getBankCsv, async (deps, { view, query, wants }) =>
    wants === json ? presentBankReport(deps, view, periodOf(query)) : writeBankReport(deps, view, periodOf(query)),
  ),
  madeHere(getStatement, async (deps, { view, params, query, wants }) => {
    const asked = { kind: query.kind, month: params.month };
    return wants === json ? presentStatement(deps, view, asked) : writeStatement(deps, view, asked, wants === 'application/pdf' ? 'pdf' : 'csv');
  }),
  madeHere(getCardMonths, (deps, { view, query, wants }) => cardMonth(deps, view, query, wants)),
  madeHere(getReceivablesCsv, async (deps, { view, query, wants }) =>
    wants === json ? presentReceivablesReport(deps, view, periodOf(query)) : writeReceivablesReport(deps, view, periodOf(query)),
  ),
  madeHere(getAccountingImport, async (deps, { view, query, wants }) =>
    wants === json ? presentAccountingImport(deps, view, query) : writeAccountingImport(deps, view, query),
  ),
  madeHere(getTransactionsCsv, async (deps, { view, query, wants }) =>
    wants === json ? presentTableExport(deps, view, query) : writeTableExport(deps, view, query),
  ),
  madeHere(getRepaymentCsv, async (deps, { view, query, wants }) => repaymentCsv(deps, view, { now: query.now ?? null, wants })),
];

import { getAccountingImport, getBankCsv, getCardCsv, getReceivablesCsv, getRutterStore, getStatement, getStatements } from '../../contract/reports.ts';
import type { Period } from '../../domain/basics/periods.ts';
import { presentAccountingImport, writeAccountingImport } from '../../services/reports/accountingImport.ts';
import { presentBankReport, writeBankReport } from '../../services/reports/bankReport.ts';
import { presentCardReport, writeCardReport } from '../../services/reports/cardReport.ts';
import { readStore } from '../../services/reports/readStore.ts';
import { presentReceivablesReport, writeReceivablesReport } from '../../services/reports/receivablesReport.ts';
import { listStatements, presentStatement, writeStatement } from '../../services/reports/statement.ts';
import { route } from '../route.ts';

const periodOf = ({ start_at, end_at }: { start_at: string; end_at: string }): Period => ({ start: new Date(start_at), end: new Date(end_at) });
const json = 'application/json';

export const reportRoutes = [
  route(getCardCsv, (deps) => async ({ view, query, wants }) => {
    const asked = { cards: query.lithic_card_tokens.split(','), whitelabel: query.whitelabel, period: periodOf(query) };
    return wants === json ? presentCardReport(deps, view, asked) : writeCardReport(deps, view, asked);
  }),
  route(
    getBankCsv,
    (deps) =>
      async ({ view, query, wants }) =>
        wants === json ? presentBankReport(deps, view, periodOf(query)) : writeBankReport(deps, view, periodOf(query)),
  ),
  route(
    getRutterStore,
    (deps) =>
      ({ view, query }) =>
        readStore(deps, view, query.rutterAccessToken),
  ),
  route(getStatements, (deps) => async () => listStatements(deps)),
  route(getStatement, (deps) => async ({ view, params, query, wants }) => {
    const asked = { kind: query.kind, month: params.month };
    return wants === json ? presentStatement(deps, view, asked) : writeStatement(deps, view, asked, wants === 'application/pdf' ? 'pdf' : 'csv');
  }),
  route(
    getReceivablesCsv,
    (deps) =>
      async ({ view, query, wants }) =>
        wants === json ? presentReceivablesReport(deps, view, periodOf(query)) : writeReceivablesReport(deps, view, periodOf(query)),
  ),
  route(
    getAccountingImport,
    (deps) =>
      async ({ view, query, wants }) =>
        wants === json ? presentAccountingImport(deps, view, query) : writeAccountingImport(deps, view, query),
  ),
];

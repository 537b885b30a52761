import {
  getAccountingImport,
  getBankCsv,
  getCardCsv,
  getCardMonths,
  getReceivablesCsv,
  getRutterStore,
  getStatement,
  getStatements,
} from '../../contract/reports.ts';
import { listStatements } from '../../services/reports/listStatements.ts';
import { readStore } from '../../services/reports/readStore.ts';
import { orderFile } from '../orderFile.ts';
import { route } from '../route.ts';

export const reportRoutes = [
  route(getCardCsv, (deps) => (call) => orderFile(deps, getCardCsv, call)),
  route(getBankCsv, (deps) => (call) => orderFile(deps, getBankCsv, call)),
  route(
    getRutterStore,
    (deps) =>
      ({ view, query }) =>
        readStore(deps, view, query.rutterAccessToken),
  ),
  route(
    getStatements,
    (deps) =>
      async ({ view }) =>
        listStatements(deps, view),
  ),
  route(getStatement, (deps) => (call) => orderFile(deps, getStatement, call)),
  route(getCardMonths, (deps) => (call) => orderFile(deps, getCardMonths, call)),
  route(getReceivablesCsv, (deps) => (call) => orderFile(deps, getReceivablesCsv, call)),
  route(getAccountingImport, (deps) => (call) => orderFile(deps, getAccountingImport, call)),
];

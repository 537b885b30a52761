import { getTransaction, getTransactions, getTransactionsCsv } from '../../contract/transactions.ts';
import { presentTableExport, writeTableExport } from '../../services/transactions/exportTable.ts';
import { listTransactions } from '../../services/transactions/listTransactions.ts';
import { showTransaction } from '../../services/transactions/showTransaction.ts';
import { route } from '../route.ts';

export const transactionRoutes = [
  route(
    getTransactions,
    (deps) =>
      ({ view, query }) =>
        listTransactions(deps, view, query),
  ),
  route(
    getTransactionsCsv,
    (deps) =>
      ({ view, query, wants }) =>
        wants === 'text/csv' ? writeTableExport(deps, view, query) : presentTableExport(deps, view, query),
  ),
  route(
    getTransaction,
    (deps) =>
      ({ view, params }) =>
        showTransaction(deps, view, params),
  ),
];

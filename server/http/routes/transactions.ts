import { getTransaction, getTransactions, getTransactionsCsv } from '../../contract/transactions.ts';
import { listTransactions } from '../../services/transactions/listTransactions.ts';
import { presentTransaction } from '../../services/transactions/presentTransaction.ts';
import { orderFile } from '../orderFile.ts';
import { route } from '../route.ts';

export const transactionRoutes = [
  route(
    getTransactions,
    (deps) =>
      ({ view, query }) =>
        listTransactions(deps, view, query),
  ),
  route(getTransactionsCsv, (deps) => (call) => orderFile(deps, getTransactionsCsv, call)),
  route(
    getTransaction,
    (deps) =>
      ({ view, params }) =>
        presentTransaction(deps, view, params),
  ),
];

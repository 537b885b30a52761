import { getCashFlow } from '../../contract/cashFlow.ts';
import { readCashFlow } from '../../services/insights/readCashFlow.ts';
import { route } from '../route.ts';

export const cashFlowRoutes = [
  route(
    getCashFlow,
    (deps) =>
      async ({ view, query }) =>
        readCashFlow(deps, view, query),
  ),
];

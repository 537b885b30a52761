import { getMoneyBack, getSpending, getSubscriptions } from '../../contract/insights.ts';
import { readMoneyBack } from '../../services/insights/readMoneyBack.ts';
import { readSpending } from '../../services/insights/readSpending.ts';
import { readSubscriptions } from '../../services/insights/readSubscriptions.ts';
import { route } from '../route.ts';

export const insightsRoutes = [
  route(
    getSpending,
    (deps) =>
      async ({ view, query }) =>
        readSpending(deps, view, query),
  ),
  route(
    getSubscriptions,
    (deps) =>
      async ({ view }) =>
        readSubscriptions(deps, view),
  ),
  route(
    getMoneyBack,
    (deps) =>
      async ({ view }) =>
        readMoneyBack(deps, view),
  ),
];

import { getDeclineHistory, getDeclines } from '../../contract/declines.ts';
import { getLimitHistory, getLimitLevers, getLimitWhatIf, getSpendingPower } from '../../contract/spendingPower.ts';
import { readDeclineHistory, readDeclines } from '../../services/card/purchases/readDeclines.ts';
import { readLimitHistory } from '../../services/spendingPower/readLimitHistory.ts';
import { imagineLimit, readLimitLevers } from '../../services/spendingPower/readLimitLevers.ts';
import { readSpendingPower } from '../../services/spendingPower/readSpendingPower.ts';
import { route } from '../route.ts';

export const spendingPowerRoutes = [
  route(
    getSpendingPower,
    (deps) =>
      async ({ view }) =>
        readSpendingPower(deps, view),
  ),
  route(
    getLimitHistory,
    (deps) =>
      async ({ view }) =>
        readLimitHistory(deps, view),
  ),
  route(
    getLimitLevers,
    (deps) =>
      async ({ view }) =>
        readLimitLevers(deps, view),
  ),
  route(
    getLimitWhatIf,
    (deps) =>
      async ({ view, query }) =>
        imagineLimit(deps, view, query),
  ),
  route(getDeclines, (deps) => async ({ caller, view }) => ({ declines: await readDeclines(deps, caller, view) })),
  route(
    getDeclineHistory,
    (deps) =>
      async ({ caller, view, query }) =>
        readDeclineHistory(deps, { caller, view, page: query.page, card: query.card }),
  ),
];

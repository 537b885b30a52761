import { getDrawPlan, postDrawArrangement, putDrawPreference } from '../../contract/drawPlan.ts';
import { arrangeDraw } from '../../services/repayment/arrangeDraw.ts';
import { chooseDrawDays } from '../../services/repayment/chooseDrawDays.ts';
import { readDrawPlan } from '../../services/repayment/readDrawPlan.ts';
import { route } from '../route.ts';

export const drawPlanRoutes = [
  route(
    getDrawPlan,
    (deps) =>
      async ({ view }) =>
        readDrawPlan(deps, view),
  ),
  route(
    putDrawPreference,
    (deps) =>
      async ({ view, body }) =>
        chooseDrawDays(deps, view, body),
  ),
  route(
    postDrawArrangement,
    (deps) =>
      async ({ view, body }) =>
        arrangeDraw(deps, view, body),
  ),
];

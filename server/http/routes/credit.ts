import { getCredit, postPayout } from '../../contract/credit.ts';
import { readCredit, requestPayout } from '../../services/payout/requestPayout.ts';
import { route } from '../route.ts';

export const creditRoutes = [
  route(
    getCredit,
    (deps) =>
      async ({ view }) =>
        readCredit(deps, view),
  ),
  route(
    postPayout,
    (deps) =>
      async ({ caller, view, body }) =>
        requestPayout(deps, caller, view, body),
  ),
];

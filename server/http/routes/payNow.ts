import { getPayNow, postPayNow } from '../../contract/payNow.ts';
import { payNow, previewPayNow } from '../../services/repayment/payNow.ts';
import { route } from '../route.ts';

export const payNowRoutes = [
  route(
    getPayNow,
    (deps) =>
      async ({ view, query }) =>
        previewPayNow(deps, view, query),
  ),
  route(
    postPayNow,
    (deps) =>
      async ({ caller, view, body }) =>
        payNow(deps, caller, view, body),
  ),
];

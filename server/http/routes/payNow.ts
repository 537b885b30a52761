import { getPayments } from '../../contract/payments.ts';
import { getPayNow, postPayNow } from '../../contract/payNow.ts';
import { listDraws } from '../../services/repayment/listDraws.ts';
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
      async ({ caller, view, body, keepAnswer }) =>
        payNow(deps, caller, view, body, keepAnswer),
  ),
  route(
    getPayments,
    (deps) =>
      async ({ view, query }) =>
        listDraws(deps, view, query),
  ),
];

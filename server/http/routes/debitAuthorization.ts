import { getDebitAuthorization, postDebitAuthorization, revokeDebitAuthorization } from '../../contract/debitAuthorization.ts';
import { authorizeDebits, readDebitAuthorization, revokeDebits } from '../../services/bank/authorizeDebits.ts';
import { route } from '../route.ts';

export const debitAuthorizationRoutes = [
  route(
    getDebitAuthorization,
    (deps) =>
      async ({ view }) =>
        readDebitAuthorization(deps, view),
  ),
  route(
    postDebitAuthorization,
    (deps) =>
      async ({ view, body, origin }) =>
        authorizeDebits(deps, view, { version: body.version, origin }),
  ),
  route(
    revokeDebitAuthorization,
    (deps) =>
      async ({ view }) =>
        revokeDebits(deps, view),
  ),
];

import {
  getAccounts,
  postAccessToken,
  postAccessTokenRenewal,
  postHandedInSessionEnd,
  postHandOver,
  postPlatformAccount,
  postSessionEnd,
} from '../../contract/session.ts';
import { connectPlatformAccount } from '../../services/handIn/connectPlatformAccount.ts';
import { exchangeSession } from '../../services/handIn/exchangeSession.ts';
import { endHandedInSessions, renewHandedInSession } from '../../services/handIn/handedInSession.ts';
import { makeHandOverCode } from '../../services/handIn/handOver.ts';
import { readAccounts } from '../../services/signIn/readAccounts.ts';
import { endSession } from '../../services/signIn/signIn.ts';
import { countCall } from '../middleware/rateLimit.ts';
import { route } from '../route.ts';

export const sessionRoutes = [
  route(
    postAccessToken,
    (deps) =>
      async ({ program, body, origin }) =>
        exchangeSession(deps, program, body, origin, (person) => countCall(deps, 'caller', person)),
  ),
  route(postAccessTokenRenewal, (deps) => async ({ program, caller }) => ({
    access_token: await renewHandedInSession(deps, program, caller),
  })),
  route(
    postHandedInSessionEnd,
    (deps) =>
      async ({ caller }) =>
        endHandedInSessions(deps, deps.database, caller),
  ),
  route(postHandOver, (deps) => async ({ caller, origin }) => ({ code: await makeHandOverCode(deps, caller, origin) })),
  route(
    getAccounts,
    (deps) =>
      async ({ program, accessToken }) =>
        readAccounts(deps, program, accessToken ?? ''),
  ),
  route(postSessionEnd, (deps) => async ({ program, caller, accessToken }) => {
    await endSession(deps, program, caller, accessToken ?? '');
    return { ended: true as const };
  }),
  route(postPlatformAccount, (deps) => async ({ program, view, body }) => {
    await connectPlatformAccount(deps, program, view, body.handed_in_access_token);
    return { connected: true as const };
  }),
];

import { postAccessToken, postAccessTokenRenewal, postHandedInSessionEnd, postPlatformAccount } from '../../contract/session.ts';
import { connectPlatformAccount } from '../../services/handIn/connectPlatformAccount.ts';
import { exchangeSession } from '../../services/handIn/exchangeSession.ts';
import { endHandedInSession, renewHandedInSession } from '../../services/handIn/handedInSession.ts';
import { route } from '../route.ts';

export const sessionRoutes = [
  route(
    postAccessToken,
    (deps) =>
      async ({ program, body, origin }) =>
        exchangeSession(deps, program, body, origin),
  ),
  route(postAccessTokenRenewal, (deps) => async ({ program, caller, accessToken }) => ({
    access_token: await renewHandedInSession(deps, program, caller, accessToken ?? ''),
  })),
  route(
    postHandedInSessionEnd,
    (deps) =>
      async ({ caller, accessToken }) =>
        endHandedInSession(deps, caller, accessToken ?? ''),
  ),
  route(postPlatformAccount, (deps) => async ({ program, view, body }) => {
    await connectPlatformAccount(deps, program, view, body.handed_in_access_token);
    return { connected: true as const };
  }),
];

import { postAccessToken, postAccessTokenRenewal } from '../../contract/session.ts';
import { exchangeSession } from '../../services/handIn/exchangeSession.ts';
import { renewHandedInSession } from '../../services/handIn/handedInSession.ts';
import { route } from '../route.ts';

export const sessionRoutes = [
  route(
    postAccessToken,
    (deps) =>
      async ({ program, body }) =>
        exchangeSession(deps, program, body),
  ),
  route(postAccessTokenRenewal, (deps) => async ({ program, caller, accessToken }) => ({
    access_token: await renewHandedInSession(deps, program, caller, accessToken ?? ''),
  })),
];

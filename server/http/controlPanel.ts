import { type Request, type RequestHandler, type Response, Router } from 'express';
import { DomainError } from '../domain/basics/errors.ts';
import { isUnstorable } from '../domain/basics/storableText.ts';
import type { Deps } from '../services/deps.ts';
import { installStore } from '../services/store/bigcommerce/installStore.ts';
import { openDashboard } from '../services/store/bigcommerce/openDashboard.ts';
import { removeStoreUser, uninstallStore } from '../services/store/bigcommerce/uninstallStore.ts';
import { countFailures, limitAddress } from './middleware/rateLimit.ts';
import { sendPlainPage } from './plainPage.ts';
import { callerAddress } from './request.ts';

/** The texts that a merchant reads in the frame when the app cannot be opened. */
const words = {
  unauthenticated: [401, 'This could not be opened', 'Go back to your store’s control panel and open the app again.'],
  provider_unavailable: [503, 'Your store could not be reached', 'Install the app again in a minute.'],
} as const;

/** Returns a parameter's text; empty when there is none, or none that a platform could have meant. */
const textOf = (value: unknown) => (typeof value === 'string' && !isUnstorable(value) ? value : '');

/**
 * Serves the addresses that a BigCommerce store calls: `auth` when the app is installed, `load` when it is opened in
 * the control panel, `uninstall` and `remove_user` from the platform's servers. Pages of the dashboard lie below them.
 */
export function controlPanelRouter(deps: Deps): Router {
  const router = Router();

  const answer =
    (act: (request: Request, response: Response) => Promise<void>): RequestHandler =>
    (request, response, next) => {
      response.setHeader('Cache-Control', 'no-store');
      act(request, response).catch((failure: unknown) => {
        const code = failure instanceof DomainError ? failure.code : '';
        if (code !== 'unauthenticated' && code !== 'provider_unavailable') return next(failure);
        const [status, heading, text] = words[code];
        response.status(status);
        sendPlainPage(response, { heading, paragraphs: [text] });
      });
    };
  /** Takes a payload that the platform signed: a wrong one is counted by address, and a good one is never refused for others. */
  const onSigned = (path: string, act: (signedPayload: string, response: Response) => Promise<void>) =>
    router.get(
      `/bigcommerce/${path}`,
      answer((request, response) => countFailures(deps, 'address', callerAddress(request), () => act(textOf(request.query.signed_payload_jwt), response))),
    );

  /** Opens a page of the dashboard in the frame, for the person and the store that the payload names. */
  const open = (response: Response, path: string, signedPayload: string) => {
    const { pathname, searchParams } = new URL(path, deps.config.publicUrl);
    searchParams.set('session_jwt', signedPayload);
    searchParams.set('session_type', 'bigcommerce');
    response.redirect(302, `/bigcommerce${pathname}?${searchParams}`);
  };

  // Each code is tried at the platform, so that all of them are counted before.
  router.get(
    '/bigcommerce/auth',
    limitAddress(deps),
    answer(async ({ query }, response) => {
      const accountUuid = textOf(query.account_uuid) || null;
      const install = { code: textOf(query.code), context: textOf(query.context), scope: textOf(query.scope), accountUuid };
      open(response, '/', await installStore(deps, install));
    }),
  );
  onSigned('load', async (signedPayload, response) => open(response, await openDashboard(deps, signedPayload), signedPayload));
  onSigned('uninstall', async (signedPayload, response) => {
    await uninstallStore(deps, signedPayload);
    response.status(204).end();
  });
  onSigned('remove_user', async (signedPayload, response) => {
    await removeStoreUser(deps, signedPayload);
    response.status(204).end();
  });
  return router;
}

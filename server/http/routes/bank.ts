import { deleteFallbackBank, getFallbackBank, getPlaidAccount, postBank, postBankLinkToken, postFallbackBank } from '../../contract/bank.ts';
import type { BodyOf } from '../../contract/define.ts';
import type { Origin } from '../../services/access/auditEntry.ts';
import { removeFallbackBank } from '../../services/bank/fallbackBank.ts';
import { type Linking, linkBank } from '../../services/bank/linkBank.ts';
import { linkFallbackBank } from '../../services/bank/linkFallbackBank.ts';
import { openBankLink } from '../../services/bank/openBankLink.ts';
import { presentBankAccount, presentFallbackBank } from '../../services/bank/presentBankAccount.ts';
import { presentReceiver } from '../../services/profile/presentReceiver.ts';
import { route } from '../route.ts';

export const bankRoutes = [
  route(
    postBankLinkToken,
    (deps) =>
      async ({ view, body, program }) =>
        openBankLink(deps, view, { mode: body.mode, role: body.bank, redirectPath: body.redirect_path, program }),
  ),
  route(
    postBank,
    (deps) =>
      async ({ caller, view, body, origin }) =>
        presentReceiver(deps, caller, await linkBank(deps, view, linkingOf(body, origin))),
  ),
  route(
    getFallbackBank,
    (deps) =>
      async ({ view }) =>
        presentFallbackBank(deps, view),
  ),
  route(postFallbackBank, (deps) => async ({ view, body, origin }) => {
    await linkFallbackBank(deps, view, linkingOf(body, origin));
    return presentFallbackBank(deps, view);
  }),
  route(deleteFallbackBank, (deps) => async ({ view }) => {
    await removeFallbackBank(deps, view);
    return presentFallbackBank(deps, view);
  }),
  route(
    getPlaidAccount,
    (deps) =>
      async ({ view, query }) =>
        presentBankAccount(deps, view, query.plaid_access_token),
  ),
];

/** Returns a choice in the bank's window, as the use cases take it. */
function linkingOf({ public_token, account_id, authorization_version }: BodyOf<typeof postBank>, origin: Origin): Linking {
  return { publicToken: public_token, accountId: account_id, authorizationVersion: authorization_version, origin };
}

import { deleteFallbackBank, getPlaidAccount, postBank, postBankLinkToken, postFallbackBank } from '../../contract/bank.ts';
import { bankOf, currentBankLink } from '../../services/bank/bankLink.ts';
import { removeFallbackBank } from '../../services/bank/fallbackBank.ts';
import { linkBank } from '../../services/bank/linkBank.ts';
import { linkFallbackBank } from '../../services/bank/linkFallbackBank.ts';
import { openBankLink } from '../../services/bank/openBankLink.ts';
import { presentBankAccount } from '../../services/bank/presentBankAccount.ts';
import { presentReceiver } from '../../services/receiver/presentReceiver.ts';
import { route } from '../route.ts';

export const bankRoutes = [
  route(
    postBankLinkToken,
    (deps) =>
      async ({ view, body, program }) =>
        openBankLink(deps, view, { mode: body.mode, redirectPath: body.redirect_path, program }),
  ),
  route(postBank, (deps) => async ({ caller, view, body, origin }) => {
    const linking = { publicToken: body.public_token, accountId: body.account_id, authorizationVersion: body.authorization_version, origin };
    return presentReceiver(deps, caller, await linkBank(deps, view, linking));
  }),
  route(postFallbackBank, (deps) => async ({ view, body, origin }) => {
    await linkFallbackBank(deps, view, {
      publicToken: body.public_token,
      accountId: body.account_id,
      authorizationVersion: body.authorization_version,
      origin,
    });
    const link = await currentBankLink(deps.database, view.scope, 'fallback');
    return { bank: link && bankOf(link) };
  }),
  route(deleteFallbackBank, (deps) => async ({ view }) => {
    await removeFallbackBank(deps, view);
    return { bank: null };
  }),
  route(
    getPlaidAccount,
    (deps) =>
      async ({ view, query }) =>
        presentBankAccount(deps, view, query.plaid_access_token),
  ),
];

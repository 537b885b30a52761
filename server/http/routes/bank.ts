import { getPlaidAccount, postBank, postBankLinkToken } from '../../contract/bank.ts';
import { linkBank } from '../../services/bank/linkBank.ts';
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
  route(
    getPlaidAccount,
    (deps) =>
      async ({ view, query }) =>
        presentBankAccount(deps, view, query.plaid_access_token),
  ),
];

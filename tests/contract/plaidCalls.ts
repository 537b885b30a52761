import { randomUUID } from 'node:crypto';
import { Configuration, PlaidApi, Products, SandboxItemSetVerificationStatusRequestVerificationStatusEnum as Verification } from 'plaid';
import type { Config } from '../../server/config.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { createPlaid } from '../../server/providers/plaid/index.ts';

const refused = (call: Promise<unknown>) => call.catch(() => undefined);

/** Makes every call of the product to the bank provider, and the provider's own test calls, each at least once. */
export async function callPlaid(
  config: Config['plaid'],
  { press, webhookUrl }: { press(button: string, fields: Record<string, unknown>): Promise<unknown>; webhookUrl: string },
): Promise<void> {
  const sdk = new PlaidApi(
    new Configuration({
      basePath: config.baseUrl,
      baseOptions: { headers: { 'PLAID-CLIENT-ID': config.clientId, 'PLAID-SECRET': config.secret }, proxy: false },
    }),
  );
  const product = createPlaid(config, () => undefined);
  const link = { clientName: 'Headway', userId: randomUUID(), webhookUrl };

  await product.createLinkToken({ ...link, mode: 'link', microdeposits: { sameDay: true, automated: true }, asksForTransactions: true });
  const { public_token } = (
    await sdk.sandboxPublicTokenCreate({ institution_id: 'ins_901', initial_products: [Products.Auth, Products.Signal], options: { webhook: webhookUrl } })
  ).data;
  const { accessToken, itemId } = await product.exchangePublicToken(public_token);
  for (const mode of ['relink', 'update', 'microdeposits'] as const) await product.createLinkToken({ ...link, mode, accessToken });
  const { accounts } = await product.getAccounts(accessToken);
  const accountId = accounts[0]?.accountId ?? '';
  await product.getBalances(accessToken, accountId);
  await sdk.authGet({ access_token: accessToken });
  await sdk.itemGet({ access_token: accessToken });
  await sdk.itemWebhookUpdate({ access_token: accessToken, webhook: webhookUrl });

  const order = (amountCents: number) => ({
    accessToken,
    accountId,
    direction: 'debit' as const,
    amountCents: cents(amountCents),
    achClass: 'ccd' as const,
    legalName: 'Acme Goods LLC',
    key: randomUUID(),
  });
  const transfer = async () => {
    const { authorizationId } = await product.authorizeTransfer(order(12_345));
    return (await product.createTransfer({ accessToken, accountId, authorizationId, description: 'HEADWAY', key: randomUUID() })).transferId;
  };
  const evaluated = randomUUID();
  await product.evaluateDebit({ accessToken, accountId, amountCents: cents(12_345), key: evaluated });
  await product.reportReturn({ key: evaluated, returnCode: 'R01', returnedAt: new Date() });
  await sdk.signalDecisionReport({ client_transaction_id: evaluated, initiated: true });
  await press('live_balance', { item_id: itemId, profile: 'comfortable', seed: 'contract' });
  await product.getBalances(accessToken, accountId);
  await product.evaluateDebit({ accessToken, accountId, amountCents: cents(12_345), key: randomUUID() });
  await press('live_balance', { item_id: itemId, profile: 'still' });
  const moved = await transfer();
  await product.authorizeTransfer(order(99_999_999));
  for (const event_type of ['posted', 'settled', 'funds_available', 'returned']) await sdk.sandboxTransferSimulate({ transfer_id: moved, event_type });
  await product.getTransfer(moved);
  await product.cancelTransfer(await transfer());
  await press('fail_repayment', { transfer_id: await transfer(), code: 'R01' });
  await product.listTransfers({ since: new Date(0), until: new Date() });
  await product.syncTransferEvents(0);
  await sdk.sandboxTransferFireWebhook({ webhook: webhookUrl });

  const account = { access_token: accessToken, account_id: accountId };
  await sdk.sandboxItemSetVerificationStatus({ ...account, verification_status: Verification.VerificationExpired });
  await product.getAccounts(accessToken);
  await refused(product.authorizeTransfer(order(100)));
  await sdk.sandboxItemSetVerificationStatus({ ...account, verification_status: Verification.AutomaticallyVerified });
  await sdk.sandboxItemResetLogin({ access_token: accessToken });
  await product.getAccounts(accessToken);
  await product.getBalances(accessToken, accountId);
  await product.authorizeTransfer(order(100));
  await product.evaluateDebit({ accessToken, accountId, amountCents: cents(100), key: randomUUID() });
  await press('repair_link', { item_id: itemId });
  await press('warn_disconnect', { item_id: itemId });
  const { result } = (await press('rotate_key', {})) as { result: { kid: string } };
  await sdk.webhookVerificationKeyGet({ key_id: result.kid });
  await product.removeLink(accessToken);

  await refused(product.reportReturn({ key: randomUUID(), returnCode: 'R01', returnedAt: new Date() }));
  await refused(sdk.accountsGet({ access_token: accessToken }));
  await refused(sdk.transferGet({ transfer_id: randomUUID() }));
  await refused(sdk.itemPublicTokenExchange({ public_token }));
}

/** Operations that the product and its tests rely on. */
export const plaidOperations = [
  '/link/token/create',
  '/item/public_token/exchange',
  '/item/get',
  '/item/remove',
  '/item/webhook/update',
  '/accounts/get',
  '/accounts/balance/get',
  '/auth/get',
  '/signal/evaluate',
  '/signal/return/report',
  '/signal/decision/report',
  '/transfer/authorization/create',
  '/transfer/create',
  '/transfer/get',
  '/transfer/cancel',
  '/transfer/list',
  '/transfer/event/sync',
  '/webhook_verification_key/get',
  '/sandbox/public_token/create',
  '/sandbox/item/reset_login',
  '/sandbox/item/set_verification_status',
  '/sandbox/transfer/simulate',
  '/sandbox/transfer/fire_webhook',
].map((path) => `post ${path}`);

/** The schema of each webhook event; the description has them among its schemas. */
export const plaidEvents: Readonly<Record<string, string>> = {
  TRANSFER_EVENTS_UPDATE: 'TransferEventsUpdateWebhook',
  ERROR: 'ItemErrorWebhook',
  LOGIN_REPAIRED: 'ItemLoginRepairedWebhook',
  PENDING_DISCONNECT: 'PendingDisconnectWebhook',
  AUTOMATICALLY_VERIFIED: 'AutomaticallyVerifiedWebhook',
  VERIFICATION_EXPIRED: 'VerificationExpiredWebhook',
};

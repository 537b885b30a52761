import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import Lithic from 'lithic';
import type { Config } from '../../server/config.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { createLithic } from '../../server/providers/lithic/index.ts';
import type { CardIssuer } from '../../server/providers/ports/cardIssuer.ts';

const address = { address1: '1 Main St', address2: 'Suite 2', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };
const person = {
  first_name: 'Ada',
  last_name: 'Alvarez',
  dob: '1980-02-01T00:00:00Z',
  email: 'ada@acme.test',
  government_id: '123-45-6789',
  phone_number: '+15035550123',
  address,
};

const business = (legal_business_name: string): Lithic.AccountHolderCreateParams.KYB => ({
  workflow: 'KYB_BASIC',
  tos_timestamp: '2026-11-21T10:00:00Z',
  nature_of_business: 'Sells goods',
  naics_code: '454110',
  website_url: 'https://acme.test',
  external_id: randomUUID(),
  business_entity: { legal_business_name, dba_business_name: 'Acme', government_id: '12-3456789', phone_numbers: ['+15035550123'], address },
  control_person: person,
  beneficial_owner_individuals: [person],
});

const refused = (call: Promise<unknown>) => call.catch(() => undefined);

const waitForEvent = async (sdk: Lithic, type: 'auth_rules.backtest_report.created'): Promise<void> => {
  while ((await sdk.events.list({ event_types: [type] })).data.length === 0) await pause(100);
};

/** Orders, replaces, renews and tokenizes cards of every kind. */
async function callAboutCards(sdk: Lithic, product: CardIssuer, accountToken: string): Promise<void> {
  const to = { ...address, first_name: 'Acme', last_name: '.' };
  const order = { accountToken, memo: 'Meta ads', spendLimitCents: cents(20_000) };
  const spend = async (token: string, merchant_acceptor_id: string) => {
    const { pan = '' } = await sdk.cards.retrieve(token);
    await sdk.transactions.simulateAuthorization({ pan, amount: 100, descriptor: 'OAKLINE WHOLESALE', merchant_acceptor_id });
  };
  for (const kind of ['SINGLE_USE', 'MERCHANT_LOCKED'] as const) {
    const { token } = await product.issueCard({ ...order, kind, key: randomUUID() });
    await spend(token, '1');
    await spend(token, '2');
  }
  const lost = await product.issueCard({ ...order, kind: 'PHYSICAL', shippingAddress: to, key: randomUUID() });
  await product.closeCard(lost.token, 'LOST');
  const replaces = { cardToken: lost.token, reason: 'LOST' } as const;
  const { token } = await product.issueCard({ ...order, kind: 'PHYSICAL', shippingAddress: to, replaces, key: randomUUID() });
  await product.reissueCard(token, to);
  await product.renewCard(token, to, { month: 1, year: new Date().getUTCFullYear() + 3 });
  await refused(product.renewCard(token, to, { month: 1, year: new Date().getUTCFullYear() + 9 }));

  await product.provisionForWallet(token, { wallet: 'APPLE_PAY' });
  await product.provisionForWallet(token, {
    wallet: 'GOOGLE_PAY',
    serverSessionId: randomUUID(),
    clientDeviceId: randomUUID(),
    clientWalletAccountId: randomUUID(),
  });
  const { pan = '', cvv = '', exp_month, exp_year } = await sdk.cards.retrieve(token);
  const wallet = { pan, cvv, expiration_date: `${exp_month}/${exp_year?.slice(-2)}`, tokenization_source: 'APPLE_PAY' } as const;
  const held = await sdk.tokenizations.simulate(wallet);
  await sdk.tokenizations.simulate({ ...wallet, wallet_recommended_decision: 'DECLINED' });
  await sdk.tokenizations.simulate({ ...wallet, tokenization_source: 'MERCHANT', wallet_recommended_decision: 'REQUIRE_ADDITIONAL_AUTHENTICATION' });
  await product.listTokenizations(token);
  await sdk.tokenizations.pause(held.token);
  await sdk.tokenizations.unpause(held.token);
  await product.deactivateTokenization(held.token);
  await product.deactivateTokenization(held.token);
}

/** Makes, changes, tests and ends the issuer's own rules. */
async function callAboutRules(sdk: Lithic, product: CardIssuer, accountToken: string): Promise<void> {
  const { token: card } = await product.issueCard({ accountToken, kind: 'VIRTUAL', memo: 'Rules', spendLimitCents: cents(20_000), key: randomUUID() });
  const { pan = '' } = await sdk.cards.retrieve(card);
  const limit = { scope: 'CARD', window: 'DAY', limitCents: cents(5_000) } as const;
  const { token } = await product.createVelocityRule({ name: 'Issuer fallback', cards: [card], limit });
  await product.setVelocityLimit(token, { ...limit, window: 'WEEK' });
  await product.setRuleCards(token, [card]);
  await sdk.transactions.simulateAuthorization({ pan, amount: 5_001, descriptor: 'OAKLINE WHOLESALE' });
  await product.listAuthRules();
  const { v2 } = sdk.authRules;
  await v2.retrieve(token);
  await v2.listVersions(token);
  await v2.listResults({ auth_rule_token: token });
  await v2.retrieveFeatures(token, { card_token: card });
  const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
  await v2.retrieveReport(token, { begin: day, end: day });
  await product.deactivateRule(token);

  const conditions = [{ attribute: 'MCC' as const, operation: 'IS_ONE_OF' as const, value: ['7995'] }];
  const gambling = await v2.create({ type: 'CONDITIONAL_ACTION', program_level: true, parameters: { action: 'DECLINE', conditions } });
  await v2.draft(gambling.token, { parameters: null });
  await v2.draft(gambling.token, { parameters: { action: 'DECLINE', conditions } });
  const { backtest_token = '' } = await v2.backtests.create(gambling.token, { start: '2026-01-01T00:00:00Z', end: '2999-01-01T00:00:00Z' });
  await v2.backtests.retrieve(backtest_token, { auth_rule_token: gambling.token });
  await waitForEvent(sdk, 'auth_rules.backtest_report.created');
  await v2.backtests.retrieve(backtest_token, { auth_rule_token: gambling.token });
  await refused(v2.backtests.create(token, {}));
  await refused(v2.promote(token));
  await v2.delete(gambling.token);
}

/** Makes every call of the product to the issuer, and those that play the card network, each at least once. */
export async function callLithic(
  config: Config['lithic'],
  { press, decisionUrl }: { press(button: string, fields: Record<string, unknown>): Promise<unknown>; decisionUrl: string },
): Promise<void> {
  const sdk = new Lithic({ apiKey: config.apiKey, baseURL: config.baseUrl, maxRetries: 0 });
  const product = createLithic(config, () => undefined);
  // They have tests of their own.
  await press('quotas', { percent: 0 });

  for (const name of ['Reject Co', 'Pending Co', 'Document Co', 'Resubmit Co']) {
    const { token, required_documents = [] } = await sdk.accountHolders.create(business(name));
    const { business_entity } = await sdk.accountHolders.retrieve(token);
    const [required] = required_documents;
    if (required) {
      const { token: document, required_document_uploads } = await sdk.accountHolders.uploadDocument(token, {
        document_type: 'DRIVERS_LICENSE',
        entity_token: required.entity_token,
      });
      await sdk.accountHolders.retrieveDocument(document, { account_holder_token: token });
      await sdk.accountHolders.simulateEnrollmentDocumentReview({ document_upload_token: required_document_uploads[0]?.token ?? '', status: 'ACCEPTED' });
      await product.listDocuments(token);
    }
    await sdk.accountHolders.update(token, { business_entity: { entity_token: business_entity?.entity_token ?? '', government_id: '98-7654321' } });
    await sdk.accountHolders.simulateEnrollmentReview({ account_holder_token: token, status: 'ACCEPTED' });
  }

  const accepted = await sdk.accountHolders.create(business('Acme Goods LLC'));
  const { external_id = '' } = await sdk.accountHolders.retrieve(accepted.token);
  await product.findAccountHolder(external_id);
  await product.getAccountHolder(accepted.token);
  const accountToken = accepted.account_token;

  const issued = await product.issueCard({ accountToken, kind: 'VIRTUAL', memo: 'Acme Goods', spendLimitCents: cents(500_000), key: randomUUID() });
  await product.getCard(issued.token);
  await product.listCards(accountToken);
  await product.setSpendLimit(issued.token, cents(600_000));
  await product.setCardState(issued.token, 'PAUSED');
  await product.setCardState(issued.token, 'OPEN');
  await product.setMemo(issued.token, 'Meta ads');
  await sdk.cards.retrieveSpendLimits(issued.token);
  await sdk.cards.create({
    type: 'PHYSICAL',
    account_token: accountToken,
    product_id: '1',
    shipping_method: 'STANDARD',
    shipping_address: { ...address, first_name: 'Acme', last_name: '.' },
  });

  const { pan = '' } = await sdk.cards.retrieve(issued.token);
  const authorize = async (amount: number, more: Partial<Lithic.TransactionSimulateAuthorizationParams> = {}) =>
    (await sdk.transactions.simulateAuthorization({ pan, amount, descriptor: 'OAKLINE WHOLESALE', ...more })).token ?? '';
  const settled = await authorize(1_800);
  await sdk.transactions.simulateClearing({ token: settled, amount: 1_000 });
  await sdk.transactions.simulateClearing({ token: settled, amount: 900 });
  const voided = await authorize(2_000);
  await sdk.transactions.simulateVoid({ token: voided });
  await sdk.transactions.expireAuthorization(await authorize(700));
  await sdk.transactions.simulateAuthorizationAdvice({ token: await authorize(5_000), amount: 4_000 });
  await authorize(900, { status: 'FINANCIAL_AUTHORIZATION' });
  await authorize(0, { status: 'BALANCE_INQUIRY' });
  await authorize(3_000, { merchant_currency: 'EUR', merchant_amount: 2_700 });
  await authorize(90_000_000);
  const { token: returned = '' } = await sdk.transactions.simulateReturn({ pan, amount: 500, descriptor: 'OAKLINE WHOLESALE' });
  await sdk.transactions.simulateReturnReversal({ token: returned });
  await sdk.transactions.simulateCreditAuthorization({ pan, amount: 300, descriptor: 'OAKLINE WHOLESALE' });
  await sdk.transactions.simulateCreditAuthorizationAdvice({ pan, amount: 300, descriptor: 'OAKLINE WHOLESALE' });
  await product.getTransaction(settled);
  await product.listTransactions(issued.token, null);

  await sdk.responderEndpoints.create({ type: 'AUTH_STREAM_ACCESS', url: decisionUrl });
  await sdk.responderEndpoints.checkStatus({ type: 'AUTH_STREAM_ACCESS' });
  await sdk.authStreamEnrollment.retrieveSecret();
  const asked = await authorize(1_234);
  await press('increment', { token: asked, amount: 500 });
  await press('settle', { token: asked, amount: 700, rest: 'held' });
  await press('void', { token: asked });
  await press('spend', { card_token: issued.token, amount: 4_000, cash: 1_500, descriptor: 'HARVEST OFFICE DEPOT' });
  await press('spend', { card_token: issued.token, amount: 6_500, currency: 'JPY', descriptor: 'FJORD TEXTILES IMPORT', settle: 'yes' });
  await sdk.responderEndpoints.delete({ type: 'AUTH_STREAM_ACCESS' });
  await sdk.authStreamEnrollment.rotateSecret();

  await press('history', { card_token: issued.token, count: 60, days: 90, seed: 3 });
  await product.listTransactions(issued.token, new Date(0));

  await product.shipCard(issued.token, { ...address, first_name: 'Acme Goods', last_name: '.' });
  await press('ship_card', { card_token: issued.token });
  const again = { ...address, first_name: 'Acme', last_name: '.' };
  await sdk.cards.reissue(issued.token, { shipping_address: again });
  await sdk.cards.renew(issued.token, { shipping_address: again });
  await fetch(sdk.cards.getEmbedURL({ token: issued.token }));
  await product.setCardState(issued.token, 'CLOSED');

  const subscription = await sdk.events.subscriptions.create({ url: decisionUrl, event_types: ['dispute.updated'], description: 'Only disputes' });
  await sdk.events.subscriptions.retrieve(subscription.token);
  await sdk.events.subscriptions.update(subscription.token, { url: decisionUrl, disabled: true });
  await sdk.events.subscriptions.list();
  await sdk.events.subscriptions.retrieveSecret(subscription.token);
  await sdk.events.subscriptions.rotateSecret(subscription.token);
  await sdk.events.subscriptions.delete(subscription.token);
  await callAboutCards(sdk, product, accountToken);
  await callAboutRules(sdk, product, accountToken);
  const { data } = await sdk.events.list({ page_size: 100 });
  await sdk.events.retrieve(data[0]?.token ?? '');

  await refused(sdk.cards.retrieve(randomUUID()));
  await refused(sdk.transactions.simulateClearing({ token: voided }));
  await refused(sdk.cards.update(issued.token, { state: 'OPEN' }));
  await refused(new Lithic({ apiKey: 'wrong', baseURL: config.baseUrl, maxRetries: 0 }).cards.list());
}

/** Operations that the product and its tests rely on; a check that missed one of them would prove too little. */
export const lithicOperations = [
  'post /v1/account_holders',
  'get /v1/account_holders',
  'get /v1/account_holders/{account_holder_token}',
  'patch /v1/account_holders/{account_holder_token}',
  'post /v1/account_holders/{account_holder_token}/documents',
  'get /v1/account_holders/{account_holder_token}/documents',
  'post /v1/simulate/account_holders/enrollment_review',
  'post /v1/simulate/account_holders/enrollment_document_review',
  'post /v1/cards',
  'get /v1/cards',
  'get /v1/cards/{card_token}',
  'patch /v1/cards/{card_token}',
  'post /v1/cards/{card_token}/convert_physical',
  'post /v1/cards/{card_token}/reissue',
  'post /v1/cards/{card_token}/renew',
  'get /v1/cards/{card_token}/spend_limits',
  'post /v1/cards/{card_token}/web_provision',
  'post /v1/simulate/tokenizations',
  'get /v1/tokenizations',
  'get /v1/tokenizations/{tokenization_token}',
  'post /v1/tokenizations/{tokenization_token}/deactivate',
  'get /v2/auth_rules',
  'post /v2/auth_rules',
  'get /v2/auth_rules/{auth_rule_token}',
  'patch /v2/auth_rules/{auth_rule_token}',
  'delete /v2/auth_rules/{auth_rule_token}',
  'post /v2/auth_rules/{auth_rule_token}/draft',
  'post /v2/auth_rules/{auth_rule_token}/promote',
  'get /v2/auth_rules/{auth_rule_token}/report',
  'get /v2/auth_rules/{auth_rule_token}/features',
  'get /v2/auth_rules/{auth_rule_token}/versions',
  'get /v2/auth_rules/results',
  'post /v2/auth_rules/{auth_rule_token}/backtests',
  'get /v2/auth_rules/{auth_rule_token}/backtests/{auth_rule_backtest_token}',
  'get /v1/embed/card',
  'get /v1/transactions',
  'get /v1/transactions/{transaction_token}',
  'post /v1/simulate/authorize',
  'post /v1/simulate/authorization_advice',
  'post /v1/simulate/clearing',
  'post /v1/simulate/void',
  'post /v1/simulate/return',
  'post /v1/simulate/return_reversal',
  'post /v1/simulate/credit_authorization_advice',
  'post /v1/responder_endpoints',
  'get /v1/responder_endpoints',
  'delete /v1/responder_endpoints',
  'get /v1/auth_stream/secret',
  'get /v1/events',
  'get /v1/event_subscriptions',
  'post /v1/event_subscriptions',
];

export const lithicEvents = [
  'account_holder.created',
  'account_holder.updated',
  'account_holder.verification',
  'account_holder_document.updated',
  'card.created',
  'card.updated',
  'card.converted',
  'card.shipped',
  'card.reissued',
  'card.renewed',
  'card_transaction.updated',
  'card_authorization.approval_request',
  'embed.viewed',
  'tokenization.result',
  'tokenization.updated',
  'auth_rules.backtest_report.created',
];

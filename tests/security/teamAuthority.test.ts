import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteContract } from '../../server/contract/define.ts';
import { routes } from '../../server/http/routes/index.ts';
import type { Answer } from '../support/ask.ts';
import { callAbout, cardOf, handleOf, named } from '../support/callAbout.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { addMember } from '../support/team.ts';

const roles = ['owner', 'admin', 'bookkeeper', 'cardholder'] as const;
type Role = (typeof roles)[number];

/*
 * The calls that each role may make, written down by hand and not read from the contracts: `O` the owner, `A` an admin, `B` a bookkeeper, `C` a
 * cardholder. Of a card the matrix is in `ofCards`.
 */
const mayCall: Readonly<Record<string, string>> = {
  'GET /api/receiver': 'OABC',
  'GET /api/events': 'OABC',
  'GET /api/store_visitor': 'OABC',
  'POST /api/session/end': 'OABC',
  'GET /api/session/accounts': 'OABC',
  'POST /api/receivers/access_token_renewal': 'OABC',
  'POST /api/receivers/handed_in_session_end': 'OABC',
  'POST /api/receivers/hand_over': 'OABC',

  'GET /api/users/:token/transactions': 'OABC',
  'GET /api/users/:token/transactions/:tab/:id': 'OABC',
  'GET /api/users/:token/insights/spending': 'OABC',
  'GET /api/users/:token/insights/subscriptions': 'OABC',
  'GET /api/users/:token/alerts': 'OABC',
  'PUT /api/users/:token/alerts': 'OABC',
  'POST /api/users/:token/alerts/push': 'OABC',
  'DELETE /api/users/:token/alerts/push/:device': 'OABC',
  'POST /api/users/:token/alerts/test': 'OABC',
  'POST /api/users/:token/alerts/slack': 'OA',
  'DELETE /api/users/:token/alerts/slack': 'OA',
  'GET /api/users/:token/declines': 'OABC',
  'GET /api/users/:token/decline_history': 'OABC',
  'GET /api/users/:token/cards': 'OABC',
  'GET /api/users/:token/card_requests': 'OABC',
  'POST /api/users/:token/card_requests': 'OABC',

  'GET /api/programs/current/terms': 'OAB',
  'GET /api/users/:id/plaid_account': 'OAB',
  'GET /api/users/:token/access_log': 'OAB',
  'GET /api/users/:token/accounting_import': 'OAB',
  'GET /api/users/:token/calendar': 'OAB',
  'GET /api/users/:token/cards_csv': 'OAB',
  'GET /api/users/:token/card_months': 'OAB',
  'GET /api/users/:token/cash_flow': 'OAB',
  'GET /api/users/:token/commerce': 'OAB',
  'GET /api/users/:token/credit': 'OAB',
  'GET /api/users/:token/debit_authorization': 'OAB',
  'GET /api/users/:id/kyb_status': 'OAB',
  'GET /api/users/:token/insights/money_back': 'OAB',
  'GET /api/users/:token/limit_history': 'OAB',
  'GET /api/users/:token/limit_levers': 'OAB',
  'GET /api/users/:token/limit_what_if': 'OAB',
  'GET /api/users/:token/pay_now': 'OAB',
  'GET /api/users/:token/draw_plan': 'OAB',
  'GET /api/users/:token/payments': 'OAB',
  'GET /api/users/:token/receivables_csv': 'OAB',
  'GET /api/users/:token/shop': 'OAB',
  'GET /api/users/:token/spending_power': 'OAB',
  'GET /api/users/:token/statements': 'OAB',
  'GET /api/users/:token/statements/:month': 'OAB',
  'GET /api/users/:token/team': 'OAB',
  'GET /api/users/:token/transactions_csv': 'OAB',
  'GET /api/bank_csv': 'OAB',
  'GET /api/users/:token/bank/fallback': 'OAB',
  'GET /api/card_csv': 'OAB',
  'GET /api/rutter_store': 'OAB',

  'POST /api/users/:token/team/invitations': 'OA',
  'PATCH /api/users/:token/team/:member': 'OA',
  'DELETE /api/users/:token/team/:member': 'OA',
  'POST /api/users/:token/cards': 'OA',
  'POST /api/users/:token/card_requests/:request/answer': 'OA',

  'PUT /api/users/:token/team/store_staff': 'O',
  'GET /api/users/:token/kyb': 'O',
  'PUT /api/users/:token/kyb': 'O',
  'POST /api/users/:token/kyb': 'O',
  'POST /api/users/:token/kyb/documents': 'O',
  'POST /api/users/:token/agreements/:document': 'O',
  'POST /api/users/:token/bank': 'O',
  'POST /api/users/:token/bank/link_token': 'O',
  'POST /api/users/:token/calendar/feed': 'O',
  'POST /api/users/:token/card': 'O',
  'POST /api/users/:token/card/physical': 'O',
  'POST /api/users/:token/commerce': 'O',
  'POST /api/users/:token/commerce/disconnect': 'O',
  'POST /api/users/:token/contact_email': 'O',
  'POST /api/users/:token/credit/payout': 'O',
  'POST /api/users/:token/debit_authorization': 'O',
  'POST /api/users/:token/debit_authorization/revoke': 'O',
  'POST /api/users/:token/first_steps_dismissal': 'O',
  'POST /api/users/:token/pay_now': 'O',
  'PUT /api/users/:token/draw_preference': 'O',
  'POST /api/users/:token/draw_arrangement': 'O',
  'POST /api/users/:token/bank/fallback': 'O',
  'DELETE /api/users/:token/bank/fallback': 'O',
  'POST /api/users/:token/platform_accounts': 'O',
  'POST /api/users/:token/shop/disconnect': 'O',
  'POST /api/users/:token/shop/reconnect': 'O',
  'PUT /api/users/:token/staff_access': 'O',
  'PATCH /api/users/:token': 'O',
};

/** The roles that may call about a card that they hold, and about one that another holds. For a cardholder another's card does not exist. */
const ofCards: Readonly<Record<string, { held: string; others: string }>> = {
  'GET /api/lithic_card': { held: 'OABC', others: 'OAB' },
  'PATCH /api/lithic_card': { held: 'OAC', others: 'OA' },
  'PUT /api/lithic_card/hold': { held: 'OAC', others: 'OA' },
  'POST /api/lithic_card/activation': { held: 'OAC', others: 'OA' },
  'GET /api/lithic_card_embedded': { held: 'OAC', others: 'O' },
  'GET /api/users/:token/cards/:card': { held: 'OABC', others: 'OAB' },
  'PATCH /api/users/:token/cards/:card': { held: 'OA', others: 'OA' },
  'PUT /api/users/:token/cards/:card/controls': { held: 'OA', others: 'OA' },
  'POST /api/users/:token/cards/:card/raises': { held: 'OA', others: 'OA' },
  'DELETE /api/users/:token/cards/:card/raises/:raise': { held: 'OA', others: 'OA' },
  'POST /api/users/:token/cards/:card/loss': { held: 'OABC', others: 'OAB' },
  'POST /api/users/:token/cards/:card/reissue': { held: 'OA', others: 'OA' },
  'POST /api/users/:token/cards/:card/closing': { held: 'OA', others: 'OA' },
  'POST /api/users/:token/cards/:card/wallet': { held: 'OAC', others: 'O' },
};

/** Answers 401 by itself to somebody whom no store has handed in. */
const isOfHandedIn = (name: string) => name === 'POST /api/receivers/access_token_renewal';

const letterOf = (role: Role) => role[0]?.toUpperCase() ?? '';

let product: TestProduct;
let merchant: Person;
const tokens = new Map<Role, string>();

beforeAll(async () => {
  product = await testProduct();
  merchant = await signUp(product);
  tokens.set('owner', merchant.token);
  const holders = new Map<Role, string | null>([['owner', null]]);
  for (const role of roles.filter((one) => one !== 'owner')) {
    const { id, token } = await addMember(product, merchant, role);
    tokens.set(role, token);
    holders.set(role, id);
  }
  const { database } = product.deps;
  const card = {
    receiver_id: merchant.receiver.id,
    account_token: 'account',
    type: 'VIRTUAL',
    state: 'CLOSED',
    last_four: '4242',
    name_on_card: 'Corner Bakery',
    spend_limit: 1n,
    created_at: new Date(),
  };
  const cards = [...holders].map(([role, holder_id]) => ({ ...card, token: cardHeldBy(role), holder_id }));
  await database.card.createMany({ data: [...cards, { ...card, token: cardOf(merchant.receiver), holder_id: null }] });
  await indexOwners(database);
  const link = { receiver_id: merchant.receiver.id, handle: handleOf(merchant.receiver), linked_at: new Date() };
  const secret = (table: 'bank_link' | 'commerce_link') =>
    product.deps.secrets.encrypt('token', { table, column: 'access_token', owner: merchant.receiver.id });
  await database.bankLink.create({ data: { ...link, item_id: 'item', access_token: secret('bank_link') } });
  await database.commerceLink.create({
    data: { ...link, source: 'rutter', connection_id: 'store', platform: 'SHOPIFY', access_token: secret('commerce_link') },
  });
});
afterAll(() => product.stop());

const cardHeldBy = (role: Role) => `card-held-by-${role}`;

/** A refusal of the role and not, for instance, of a step that has its time later. */
const isOfRole = ({ status, body }: Answer) => status === 403 && /^(Your role in the team|Your account may not do this)/.test(body.detail);

const ask = (contract: RouteContract, role: Role, card?: string) => callAbout(product, contract, merchant.receiver, tokens.get(role), card);

const ofMerchants = routes.map(({ contract }) => contract).filter(({ who }) => who === 'receiver');
// Signs everybody out.
const inOrder = ofMerchants.toSorted((one, other) => Number(one.path === '/api/session/end') - Number(other.path === '/api/session/end'));

it('the matrix knows every call about a merchant’s own account', () => {
  expect(named(ofMerchants).flatMap(([name]) => (name in mayCall !== name in ofCards ? [] : [name]))).toEqual([]);
});

describe.each(roles)('of a card, for the role %s', (role) => {
  const ofCard = named(inOrder.filter((contract) => `${contract.method} ${contract.path}` in ofCards));

  it.each(ofCard)('%s, which they hold', async (name, contract) => {
    const answer = await ask(contract, role, cardHeldBy(role));
    const isAllowed = ofCards[name]?.held.includes(letterOf(role)) ?? false;
    expect([answer.status === 401, isOfRole(answer)]).toEqual([false, !isAllowed]);
  });

  it.each(ofCard)('%s, which another holds', async (name, contract) => {
    const other = role === 'admin' ? 'cardholder' : 'admin';
    const [answer, nothings] = [await ask(contract, role, cardHeldBy(other)), await ask(contract, role, 'no-such-card')];
    const isAllowed = ofCards[name]?.others.includes(letterOf(role)) ?? false;
    if (role === 'cardholder' && !isOfRole(answer)) {
      expect(isAllowed).toBe(false);
      expect([answer.status, { ...answer.body, request_id: '' }]).toEqual([404, { ...nothings.body, request_id: '' }]);
    } else expect([answer.status === 401, isOfRole(answer)]).toEqual([false, !isAllowed]);
  });
});

describe.each(roles)('for the role %s', (role) => {
  it.each(named(routes.map(({ contract }) => contract).filter(({ who }) => who === 'staff' || who === 'admin')))('%s is closed', async (_name, contract) => {
    expect((await ask(contract, role)).status).toBe(403);
  });

  it.each(named(inOrder.filter((contract) => `${contract.method} ${contract.path}` in mayCall)))('%s', async (name, contract) => {
    const answer = await ask(contract, role);
    const isAllowed = mayCall[name]?.includes(letterOf(role)) ?? false;
    expect([answer.status === 401, isOfRole(answer)]).toEqual([isOfHandedIn(name), !isAllowed]);
  });
});

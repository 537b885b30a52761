import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { RouteContract } from '../../server/contract/define.ts';
import { type TeamRole, teamRoles } from '../../server/domain/access/teamRoles.ts';
import { routes } from '../../server/http/routes/index.ts';
import type { Answer } from '../support/ask.ts';
import { callAbout, cardOf, handleOf, named } from '../support/callAbout.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { expectAnswers, type Row } from '../support/rightsTable.ts';
import { addMember } from '../support/team.ts';

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

const letters: Readonly<Record<TeamRole, string>> = { owner: 'O', admin: 'A', bookkeeper: 'B', cardholder: 'C' };

let product: TestProduct;
let merchant: Person;
const tokens = new Map<TeamRole, string>();

beforeAll(async () => {
  product = await testProduct();
  merchant = await signUp(product);
  tokens.set('owner', merchant.token);
  const holders = new Map<TeamRole, string | null>([['owner', null]]);
  for (const role of teamRoles.filter((one) => one !== 'owner')) {
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

const cardHeldBy = (role: TeamRole) => `card-held-by-${role}`;

/** A refusal of the role and not, for instance, of a step that has its time later. */
const isOfRole = ({ status, body }: Answer) => status === 403 && /^(Your role in the team|Your account may not do this)/.test(body.detail);

const ask = (contract: RouteContract, role: TeamRole, card?: string) => callAbout(product, contract, merchant.receiver, tokens.get(role), card);

function told(answer: Answer): string {
  if (answer.status === 401) return 'signed out';
  return isOfRole(answer) ? 'refused' : 'let in';
}

/** What a cardholder is told of a card, in comparison with one that nobody has. */
async function toldOfHidden(contract: RouteContract, card: string): Promise<string> {
  const [answer, nothings] = [await ask(contract, 'cardholder', card), await ask(contract, 'cardholder', 'no-such-card')];
  const isHidden = answer.status === 404 && isDeepStrictEqual({ ...answer.body, request_id: '' }, { ...nothings.body, request_id: '' });
  return isHidden ? 'no such card' : told(answer);
}

function expectedBy(allowed: string | undefined, role: TeamRole): string {
  if (allowed === undefined) return 'a line of the matrix';
  return allowed.includes(letters[role]) ? 'let in' : 'refused';
}

/** For a cardholder who may ask about their own cards, the card of another is as one that does not exist. */
function expectedOfOthers({ held, others }: { held: string; others: string }, role: TeamRole): string {
  const isHidden = role === 'cardholder' && held.includes(letters[role]) && !others.includes(letters[role]);
  return isHidden ? 'no such card' : expectedBy(others, role);
}

/** A role that asks about a card that they hold, and about one that another holds. */
function rowsOfCard(contract: RouteContract, matrix: { held: string; others: string }, role: TeamRole): Row[] {
  const others = cardHeldBy(role === 'admin' ? 'cardholder' : 'admin');
  const askOf = (card: string) => async () => told(await ask(contract, role, card));
  return [
    { caller: `the ${role}, of a card that they hold`, ask: askOf(cardHeldBy(role)), expected: expectedBy(matrix.held, role) },
    {
      caller: `the ${role}, of a card that another holds`,
      ask: role === 'cardholder' ? () => toldOfHidden(contract, others) : askOf(others),
      expected: expectedOfOthers(matrix, role),
    },
  ];
}

function rowsOf(name: string, contract: RouteContract, role: TeamRole): Row[] {
  const matrix = ofCards[name];
  if (matrix) return rowsOfCard(contract, matrix, role);
  const expected = isOfHandedIn(name) ? 'signed out' : expectedBy(mayCall[name], role);
  return [{ caller: `the ${role}`, ask: async () => told(await ask(contract, role)), expected }];
}

const contracts = routes.map(({ contract }) => contract);
const ofMerchants = contracts.filter(({ who }) => who === 'receiver');
// Signs everybody out.
const inOrder = ofMerchants.toSorted((one, other) => Number(one.path === '/api/session/end') - Number(other.path === '/api/session/end'));

it('the matrix knows every call about a merchant’s own account', () => {
  expect(named(ofMerchants).flatMap(([name]) => (name in mayCall !== name in ofCards ? [] : [name]))).toEqual([]);
});

describe('each role of the team', () => {
  it.each(named(contracts.filter(({ who }) => who === 'staff' || who === 'admin')))('is refused by %s, which is the staff’s', (name, contract) =>
    expectAnswers(
      name,
      teamRoles.map((role) => ({ caller: `the ${role}`, ask: async () => (await ask(contract, role)).status, expected: 403 })),
    ),
  );

  it.each(named(inOrder))('is let in by %s, or refused, as the matrix says', (name, contract) =>
    expectAnswers(
      name,
      teamRoles.flatMap((role) => rowsOf(name, contract, role)),
    ),
  );
});

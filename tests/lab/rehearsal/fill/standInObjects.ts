import type Lithic from 'lithic';
import { merchantNamed } from '../../../../server/sandbox/lithic/merchants.ts';
import { newEvent, newTransaction, withEvent } from '../../../../server/sandbox/lithic/transaction.ts';
import { banks } from '../../../../server/sandbox/plaid/banks.ts';
import { newAccount, newItem } from '../../../../server/sandbox/plaid/items.ts';
import type { Value } from './copyIn.ts';
import type { Merchant, Purchase } from './merchants.ts';

/** The stand-ins' table of objects. */
export const objectColumns = ['stand_in', 'kind', 'id', 'data'] as const;

const [bank] = banks;
const [plan] = bank?.accounts ?? [];
const seller = merchantNamed('OAKLINE WHOLESALE');

function cardOf({ cardToken, accountToken }: Merchant, now: Date): Value[] {
  const card = {
    token: cardToken,
    account_token: accountToken,
    card_program_token: '5e9483eb-8103-4e16-9794-2106111b2eca',
    cardholder_currency: 'USD',
    created: now.toISOString(),
    exp_month: '11',
    exp_year: '2030',
    funding: null,
    hostname: '',
    last_four: '4242',
    memo: '',
    pan: '4242424242424242',
    cvv: '123',
    pin_status: 'NOT_SET',
    replacement_for: null,
    spend_limit: 500_000,
    spend_limit_duration: 'TRANSACTION',
    state: 'OPEN',
    type: 'VIRTUAL',
  };
  return ['lithic', 'card', cardToken, { card, shipping: null }];
}

function itemOf({ id, itemId, bankToken, bankAccountId }: Merchant, now: string): Value[] {
  if (!bank || !plan) throw new Error('the sandbox has no bank');
  const account = newAccount(bank, plan, { now });
  const own = { ...account, base: { ...account.base, account_id: bankAccountId } };
  const item = newItem({ bank, accounts: [own], clientUserId: id, webhook: null, now, method: 'INSTANT_AUTH' });
  return ['plaid', 'item', itemId, { ...item, item_id: itemId, access_token: bankToken }];
}

/** Returns a settled purchase as the issuer tells it, after its authorization and after its clearing. */
function told({ cardToken, accountToken }: Merchant, { token, events, amount, at }: Purchase): readonly [Lithic.Transaction, Lithic.Transaction] {
  const instant = at.toISOString();
  const event = (place: 0 | 1, type: 'AUTHORIZATION' | 'CLEARING') =>
    newEvent({ token: events[place], type, polarity: 'DEBIT', amount: { cents: amount }, at: instant });
  const card = { token: cardToken, account_token: accountToken };
  const authorized = { ...newTransaction({ card, merchant: seller, first: event(0, 'AUTHORIZATION') }), token };
  return [authorized, withEvent(authorized, event(1, 'CLEARING'))];
}

const transactionOf = (merchant: Merchant, purchase: Purchase): Value[] => ['lithic', 'transaction', purchase.token, told(merchant, purchase)[1]];

function eventsOf(merchant: Merchant, purchase: Purchase): Value[][] {
  return told(merchant, purchase).map((payload, place) => {
    const token = `msg_${purchase.events[place]}`;
    return ['lithic', 'event', token, { token, created: purchase.at.toISOString(), event_type: 'card_transaction.updated', payload }];
  });
}

/** Yields what the stand-ins know of the merchants, each kind in the order in which it came to be. */
export function* standInObjects(merchants: () => Iterable<Merchant>, now: Date): Generator<readonly Value[]> {
  for (const merchant of merchants()) yield cardOf(merchant, now);
  for (const merchant of merchants()) yield itemOf(merchant, now.toISOString());
  for (const merchant of merchants()) yield transactionOf(merchant, merchant.owed);
  for (const merchant of merchants()) if (merchant.today) yield transactionOf(merchant, merchant.today);
  for (const merchant of merchants()) if (merchant.today) yield* eventsOf(merchant, merchant.today);
}

import { choices } from '../core/choices.ts';
import type { ControlButton, ControlField } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { cardFieldOf, cardNames, cardOf } from './cardField.ts';
import type { Verdict } from './decision.ts';
import { abroad, rates } from './exchange.ts';
import { cashMerchants, merchantNamed, merchants } from './merchants.ts';
import { askedCredits, authorize, authorizeCredit, clear, forcePost, increment, type Purchase, refund, release } from './network.ts';
import type { LithicState } from './state.ts';
import { payingWallet } from './tokenizations.ts';
import type { Merchant } from './transaction.ts';

type Input = Readonly<Record<string, string>>;

const dollars = (cents: number) => `$${(cents / 100).toFixed(2)}`;

const declines: readonly Verdict[] = [
  { result: 'INSUFFICIENT_FUNDS', details: ['INSUFFICIENT_FUNDS'] },
  { result: 'USER_TRANSACTION_LIMIT', details: ['CARD_SPEND_LIMIT_EXCEEDED'] },
  { result: 'SUSPECTED_FRAUD', details: ['SUSPECTED_FRAUD'] },
  { result: 'UNAUTHORIZED_MERCHANT', details: ['UNAUTHORIZED_MERCHANT'] },
  { result: 'BANK_CONNECTION_ERROR', details: [] },
  { result: 'INCORRECT_PIN', details: ['CARD_PIN_INCORRECT'] },
  { result: 'CARD_CLOSED', details: ['CARD_CLOSED'] },
  { result: 'DECLINED', details: ['ADDRESS_INCORRECT'] },
  { result: 'DECLINED', details: ['CARD_SECURITY_CODE_INCORRECT'] },
  { result: 'DECLINED', details: ['CARD_EXPIRED'] },
  { result: 'DECLINED', details: ['AUTH_RULE_BLOCKED_MCC'] },
  { result: 'DECLINED', details: ['CUSTOMER_ASA_TIMEOUT'] },
];
/** The name of a decline on the page: its result, or its detail where many have the same result. */
const declineName = ({ result, details }: Verdict): string => (result === 'DECLINED' ? (details[0] ?? result) : result);

const amountField: ControlField = { name: 'amount', label: 'Amount', type: 'cents', default: '4200' };
const merchantField: ControlField = {
  name: 'descriptor',
  label: 'Merchant',
  type: 'select',
  default: merchants[0]?.descriptor ?? '',
  options: choices([...merchants, ...cashMerchants].map(({ descriptor }) => descriptor)),
};
const currencyField: ControlField = {
  name: 'currency',
  label: 'Price in',
  type: 'select',
  default: 'USD',
  options: choices(['USD', ...Object.keys(rates)]),
};
const someAmount: ControlField = { name: 'amount', label: 'Amount (empty: all)', type: 'cents' };
const restField: ControlField = {
  name: 'rest',
  label: 'The rest',
  type: 'select',
  default: 'released',
  options: async () => [
    { value: 'released', label: 'is released' },
    { value: 'held', label: 'stays held' },
  ],
};
const releaseField: ControlField = {
  name: 'type',
  label: 'By',
  type: 'select',
  default: 'AUTHORIZATION_REVERSAL',
  options: async () => [
    { value: 'AUTHORIZATION_REVERSAL', label: 'the merchant' },
    { value: 'AUTHORIZATION_EXPIRY', label: 'expiry, all of it' },
  ],
};

function pendingFieldOf(state: LithicState): ControlField {
  const options = async () => {
    const [found, nameOf] = await Promise.all([state.transactions.find({ status: 'PENDING' }, { newestFirst: true, limit: 50 }), cardNames(state)]);
    return Promise.all(
      found.map(async ({ token, merchant, amount, card_token }) => {
        const stored = await state.cards.get(card_token);
        return { value: token, label: `${merchant.descriptor} ${dollars(amount)}${stored ? `, ${nameOf(stored.card)}` : ''}` };
      }),
    );
  };
  return { name: 'token', label: 'Pending purchase', type: 'select', options };
}

function cents(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0) throw new Refusal(400, { error: 'amount must be whole cents above 0' });
  return value;
}

const part = (input: Input) => (input.amount ? cents(input.amount) : undefined);

/** Returns the merchant of a purchase, with what the person at the page says otherwise. */
function placeOf({ descriptor = '', mcc, country, acceptor_id }: Input): Merchant {
  const known = merchantNamed(descriptor);
  if (mcc && !/^\d{4}$/.test(mcc)) throw new Refusal(400, { error: 'mcc must be four digits' });
  if (country && !/^[A-Z]{3}$/.test(country)) throw new Refusal(400, { error: 'country must be three capital letters' });
  return { ...known, mcc: mcc || known.mcc, country: country || known.country, acceptorId: acceptor_id || known.acceptorId };
}

const purchaseOf = async (state: LithicState, input: Input): Promise<Purchase> => ({
  card: await cardOf(state, input.card_token),
  amount: abroad(cents(input.amount), input.currency || 'USD'),
  ...(input.cash && { cashCents: cents(input.cash) }),
  ...(input.entry && { wallet: await payingWallet(state, input.entry) }),
  merchant: placeOf(input),
});

const spendOnCard = (state: LithicState): ControlButton => ({
  name: 'spend',
  label: 'Spend on the card',
  help: 'As at a till: the product is asked, and approves or declines.',
  fields: [
    cardFieldOf(state),
    amountField,
    merchantField,
    currencyField,
    { name: 'cash', label: 'Of it in cash (empty: none)', type: 'cents' },
    { name: 'mcc', label: 'Category, MCC (empty: the merchant’s)', type: 'text' },
    { name: 'country', label: 'Country, three letters (empty: the merchant’s)', type: 'text' },
    { name: 'entry', label: 'Entry in a wallet that pays (empty: the card’s number)', type: 'text' },
    { name: 'acceptor_id', label: 'Acceptor (empty: the merchant’s)', type: 'text' },
    {
      name: 'settle',
      label: 'Then',
      type: 'select',
      default: 'no',
      options: async () => [
        { value: 'no', label: 'leave it pending' },
        { value: 'yes', label: 'settle at once' },
      ],
    },
  ],
  async run(input) {
    const begun = await authorize(state, await purchaseOf(state, input));
    const result = input.settle === 'yes' && begun.status === 'PENDING' ? await clear(state, begun.token) : begun;
    return { message: `${result.result}: ${dollars(Number(input.amount))} at ${input.descriptor}, ${result.status}`, result };
  },
});

const checkCard = (state: LithicState): ControlButton => ({
  name: 'check',
  label: 'Check the card',
  help: 'As a shop that stores the card’s number: nothing is bought, and the product is asked.',
  fields: [
    cardFieldOf(state),
    merchantField,
    {
      name: 'by',
      label: 'By',
      type: 'select',
      default: 'AUTHORIZATION',
      options: async () => [
        { value: 'AUTHORIZATION', label: 'an authorization of $0' },
        { value: 'BALANCE_INQUIRY', label: 'a question for the balance' },
      ],
    },
  ],
  async run({ card_token, by, ...place }) {
    const type = by === 'BALANCE_INQUIRY' ? by : 'AUTHORIZATION';
    const result = await authorize(state, { card: await cardOf(state, card_token), amount: { cents: 0 }, merchant: placeOf(place), type });
    return { message: `${result.result}: ${result.status}`, result };
  },
});

const addToPurchase = (state: LithicState): ControlButton => ({
  name: 'increment',
  label: 'Add to a purchase',
  help: 'Asks for the additional amount alone, as a hotel does for another night.',
  fields: [pendingFieldOf(state), amountField],
  async run(input) {
    const result = await increment(state, input.token ?? '', cents(input.amount));
    return { message: `${result.events?.at(-1)?.result}: ${dollars(result.amount)} is held`, result };
  },
});

const settlePurchase = (state: LithicState): ControlButton => ({
  name: 'settle',
  label: 'Settle',
  help: 'More than was asked for is a tip; less leaves the rest unclaimed, or held for another part.',
  fields: [pendingFieldOf(state), someAmount, restField],
  async run(input) {
    const result = await clear(state, input.token ?? '', part(input), { keepsRest: input.rest === 'held' });
    return { message: `settled ${dollars(result.settled_amount)}`, result };
  },
});

const voidPurchase = (state: LithicState): ControlButton => ({
  name: 'void',
  label: 'Void',
  help: 'Gives up a pending purchase, or a part of it: nothing is charged for it.',
  fields: [pendingFieldOf(state), someAmount, releaseField],
  async run(input) {
    const amount = part(input);
    const type = input.type === 'AUTHORIZATION_EXPIRY' ? input.type : 'AUTHORIZATION_REVERSAL';
    const result = await release(state, input.token ?? '', { type, ...(amount !== undefined && { cents: amount }) });
    return { message: `${result.status}, ${dollars(result.amount)} still held`, result };
  },
});

const refundPurchase = (state: LithicState): ControlButton => ({
  name: 'refund',
  label: 'Refund',
  help: 'The merchant pays back to the card, whether or not it was charged there before.',
  fields: [
    cardFieldOf(state),
    amountField,
    merchantField,
    {
      name: 'asks',
      label: 'The product is',
      type: 'select',
      default: 'no',
      options: async () => [
        { value: 'no', label: 'not asked' },
        { value: 'CREDIT_AUTHORIZATION', label: 'asked, then it stays pending' },
        { value: 'FINANCIAL_CREDIT_AUTHORIZATION', label: 'asked, then it settles at once' },
      ],
    },
  ],
  async run(input) {
    const type = askedCredits.find((one) => one === input.asks);
    const purchase = await purchaseOf(state, input);
    const result = type ? await authorizeCredit(state, purchase, type) : await refund(state, purchase);
    return { message: `${result.result}: ${dollars(Number(input.amount))} back, ${result.status}`, result };
  },
});

const declinePurchase = (state: LithicState): ControlButton => ({
  name: 'decline',
  label: 'Decline a purchase',
  help: 'The network declines by itself; the product only hears of it.',
  fields: [
    cardFieldOf(state),
    amountField,
    merchantField,
    { name: 'reason', label: 'Because', type: 'select', default: 'INSUFFICIENT_FUNDS', options: choices(declines.map(declineName)) },
  ],
  async run(input) {
    const decline = declines.find((one) => declineName(one) === input.reason);
    if (!decline) throw new Refusal(400, { error: 'unknown reason' });
    const result = await authorize(state, { ...(await purchaseOf(state, input)), decline });
    return { message: `declined: ${result.result}`, result };
  },
});

const chargeWithoutAsking = (state: LithicState): ControlButton => ({
  name: 'force_post',
  label: 'Charge without asking',
  help: 'A clearing without an authorization: nothing can stop it.',
  fields: [cardFieldOf(state), amountField, merchantField],
  async run(input) {
    const result = await forcePost(state, await purchaseOf(state, input));
    return { message: `charged ${dollars(result.settled_amount)}`, result };
  },
});

/** The issuer's buttons for purchases: what a merchant and the network do with a card. */
export const purchaseControls = (state: LithicState): ControlButton[] => [
  spendOnCard(state),
  checkCard(state),
  addToPurchase(state),
  settlePurchase(state),
  voidPurchase(state),
  refundPurchase(state),
  declinePurchase(state),
  chargeWithoutAsking(state),
];

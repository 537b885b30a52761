import { choices } from '../core/choices.ts';
import type { ControlButton, ControlField } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { cardFieldOf, cardOf } from './cardField.ts';
import type { Verdict } from './decision.ts';
import { abroad, rates } from './exchange.ts';
import { addPastPurchases, inventHistory, type PastPurchase } from './history.ts';
import { decide, type KybStatus } from './kyb.ts';
import { cashMerchants, merchantNamed, merchants } from './merchants.ts';
import { authorize, clear, forcePost, increment, type Purchase, refund, release } from './network.ts';
import { kybModes, type LithicState } from './state.ts';
import type { Merchant } from './transaction.ts';

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
const statuses: readonly KybStatus[] = ['ACCEPTED', 'REJECTED', 'PENDING_REVIEW', 'PENDING_DOCUMENT', 'PENDING_RESUBMIT'];

/** Returns the merchant of a purchase, with what the person at the page says otherwise. */
function placeOf({ descriptor = '', mcc, country, acceptor_id }: Readonly<Record<string, string>>): Merchant {
  const known = merchantNamed(descriptor);
  if (mcc && !/^\d{4}$/.test(mcc)) throw new Refusal(400, { error: 'mcc must be four digits' });
  if (country && !/^[A-Z]{3}$/.test(country)) throw new Refusal(400, { error: 'country must be three capital letters' });
  return { ...known, mcc: mcc || known.mcc, country: country || known.country, acceptorId: acceptor_id || known.acceptorId };
}

/** Reads purchases of the past: TIME=CENTS=MERCHANT, separated by commas. */
function readPastPurchases(text: string, now: Date): PastPurchase[] {
  return text.split(',').map((entry) => {
    const [, time = '', cents, descriptor] = /^([\dTZ:.-]+)=(\d{1,9})=([^=]{1,60})$/.exec(entry) ?? [];
    const at = Date.parse(time);
    if (!descriptor || !(at <= now.getTime()) || Number(cents) === 0) throw new Refusal(400, { error: `not a purchase of the past: ${entry}` });
    return { at, cents: Number(cents), descriptor };
  });
}

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

function cents(text: string | undefined): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value <= 0) throw new Refusal(400, { error: 'amount must be whole cents above 0' });
  return value;
}

const part = (input: Readonly<Record<string, string>>) => (input.amount ? cents(input.amount) : undefined);

/** The issuer's buttons on the control page. */
export const lithicControls = (state: LithicState): ControlButton[] => [...purchaseControls(state), ...programControls(state), ...demoControls(state)];

/** Buttons for purchases: what a merchant and the network do with a card. */
function purchaseControls(state: LithicState): ControlButton[] {
  async function pendingOptions() {
    const found = await state.transactions.find({ status: 'PENDING' }, { newestFirst: true, limit: 50 });
    return found.map(({ token, merchant, amount }) => ({ value: token, label: `${merchant.descriptor} ${dollars(amount)}` }));
  }
  const cardField = cardFieldOf(state);
  const pendingField: ControlField = { name: 'token', label: 'Pending purchase', type: 'select', options: pendingOptions };
  const purchase = async (input: Readonly<Record<string, string>>): Promise<Purchase> => ({
    card: await cardOf(state, input.card_token),
    amount: abroad(cents(input.amount), input.currency || 'USD'),
    ...(input.cash && { cashCents: cents(input.cash) }),
    merchant: placeOf(input),
  });

  return [
    {
      name: 'spend',
      label: 'Spend on the card',
      fields: [
        cardField,
        amountField,
        merchantField,
        currencyField,
        { name: 'cash', label: 'Of it in cash (empty: none)', type: 'cents' },
        { name: 'mcc', label: 'Category, MCC (empty: the merchant’s)', type: 'text' },
        { name: 'country', label: 'Country, three letters (empty: the merchant’s)', type: 'text' },
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
        const begun = await authorize(state, await purchase(input));
        const result = input.settle === 'yes' && begun.status === 'PENDING' ? await clear(state, begun.token) : begun;
        return { message: `${result.result}: ${dollars(Number(input.amount))} at ${input.descriptor}, ${result.status}`, result };
      },
    },
    {
      name: 'increment',
      label: 'Add to a purchase',
      help: 'Asks for the additional amount alone, as a hotel does for another night.',
      fields: [pendingField, amountField],
      async run(input) {
        const result = await increment(state, input.token ?? '', cents(input.amount));
        return { message: `${result.events?.at(-1)?.result}: ${dollars(result.amount)} is held`, result };
      },
    },
    {
      name: 'settle',
      label: 'Settle',
      help: 'More than was asked for is a tip; less leaves the rest unclaimed, or held for another part.',
      fields: [pendingField, someAmount, restField],
      async run(input) {
        const result = await clear(state, input.token ?? '', part(input), { keepsRest: input.rest === 'held' });
        return { message: `settled ${dollars(result.settled_amount)}`, result };
      },
    },
    {
      name: 'void',
      label: 'Void',
      fields: [pendingField, someAmount, releaseField],
      async run(input) {
        const amount = part(input);
        const type = input.type === 'AUTHORIZATION_EXPIRY' ? input.type : 'AUTHORIZATION_REVERSAL';
        const result = await release(state, input.token ?? '', { type, ...(amount !== undefined && { cents: amount }) });
        return { message: `${result.status}, ${dollars(result.amount)} still held`, result };
      },
    },
    {
      name: 'refund',
      label: 'Refund',
      fields: [cardField, amountField, merchantField],
      async run(input) {
        const result = await refund(state, await purchase(input));
        return { message: `refunded ${dollars(Number(input.amount))}`, result };
      },
    },
    {
      name: 'decline',
      label: 'Decline a purchase',
      fields: [
        cardField,
        amountField,
        merchantField,
        { name: 'reason', label: 'Because', type: 'select', default: 'INSUFFICIENT_FUNDS', options: choices(declines.map(declineName)) },
      ],
      async run(input) {
        const decline = declines.find((one) => declineName(one) === input.reason);
        if (!decline) throw new Refusal(400, { error: 'unknown reason' });
        const result = await authorize(state, { ...(await purchase(input)), decline });
        return { message: `declined: ${result.result}`, result };
      },
    },
    {
      name: 'force_post',
      label: 'Charge without asking',
      help: 'A clearing without an authorization: nothing can stop it.',
      fields: [cardField, amountField, merchantField],
      async run(input) {
        const result = await forcePost(state, await purchase(input));
        return { message: `charged ${dollars(result.settled_amount)}`, result };
      },
    },
  ];
}

/** Buttons for the issuer's decisions about businesses, and the settings of the program. */
function programControls(state: LithicState): ControlButton[] {
  async function holderOptions() {
    const found = await state.holders.find({}, { newestFirst: true, limit: 50 });
    return found.map(({ holder }) => ({ value: holder.token, label: `${holder.business_entity?.legal_business_name} (${holder.status})` }));
  }

  return [
    {
      name: 'decide_kyb',
      label: 'Decide KYB',
      fields: [
        { name: 'account_holder_token', label: 'Business', type: 'select', options: holderOptions },
        { name: 'status', label: 'Decision', type: 'select', default: 'ACCEPTED', options: choices(statuses) },
      ],
      async run(input) {
        const status = statuses.find((one) => one === input.status);
        if (!status) throw new Refusal(400, { error: 'unknown decision' });
        const { holder } = await decide(state, input.account_holder_token ?? '', status);
        return { message: `${holder.business_entity?.legal_business_name}: ${holder.status}`, result: holder };
      },
    },
    {
      name: 'kyb_mode',
      label: 'How KYB is decided',
      help: 'For names that ask for nothing (reject, pending, document, resubmit).',
      fields: [{ name: 'mode', label: 'From now on', type: 'select', default: 'at_once', options: choices(kybModes) }],
      async run(input) {
        const mode = kybModes.find((one) => one === input.mode);
        if (!mode) throw new Refusal(400, { error: 'unknown mode' });
        return { message: `KYB is decided ${mode.replaceAll('_', ' ')}`, result: await state.changeSettings({ kyb: mode }) };
      },
    },
    {
      name: 'clearing_days',
      label: 'When purchases settle',
      help: 'Days until a pending purchase settles as time is moved on; 0: never by itself.',
      fields: [{ name: 'days', label: 'Days', type: 'number', default: '2' }],
      async run(input) {
        const days = Number(input.days);
        if (!Number.isInteger(days) || days < 0) throw new Refusal(400, { error: 'days must be 0 or more' });
        return {
          message: days === 0 ? 'purchases stay pending' : `purchases settle after ${days} days`,
          result: await state.changeSettings({ clears_after_days: days }),
        };
      },
    },
    {
      name: 'event_tokens',
      label: 'Names of authorizations',
      help: 'Some programs get the event’s token in each question, others only the purchase’s.',
      fields: [{ name: 'sent', label: 'In questions', type: 'select', default: 'yes', options: choices(['yes', 'no']) }],
      async run(input) {
        const event_tokens = input.sent !== 'no';
        return { message: `questions ${event_tokens ? 'name' : 'do not name'} their authorization`, result: await state.changeSettings({ event_tokens }) };
      },
    },
  ];
}

/** Buttons that demo data presses: spending of the past. */
function demoControls(state: LithicState): ControlButton[] {
  const cardField = cardFieldOf(state);
  return [
    {
      name: 'history',
      label: 'Invent past spending',
      fields: [
        cardField,
        { name: 'count', label: 'Purchases', type: 'number', default: '200' },
        { name: 'days', label: 'Over days', type: 'number', default: '365' },
        { name: 'monthly_dollars', label: 'Dollars a month', type: 'number', default: '15000' },
        { name: 'seed', label: 'Seed', type: 'number', default: '1' },
      ],
      async run(input) {
        const [count, days, monthly_dollars, seed] = [Number(input.count), Number(input.days), Number(input.monthly_dollars), Number(input.seed)];
        if (!(count > 0 && count <= 20_000 && days > 0 && days <= 1_100 && monthly_dollars > 0 && monthly_dollars <= 1_000_000 && Number.isInteger(seed)))
          throw new Refusal(400, { error: 'count up to 20000, days up to 1100, up to 1000000 dollars a month' });
        const invented = await inventHistory(state, await cardOf(state, input.card_token), { count, days, seed, monthly_dollars });
        return { message: `${invented.length} purchases over ${days} days`, result: { count: invented.length } };
      },
    },
    {
      name: 'past_purchases',
      label: 'Add past purchases',
      help: 'For demo data: as 2026-01-31T15:00:00Z=12345=NIMBUS HOSTING, in cents, separated by commas. Each settled a day later.',
      fields: [cardField, { name: 'purchases', label: 'Purchases', type: 'text', default: '' }],
      async run({ card_token, purchases = '' }) {
        const past = readPastPurchases(purchases, state.core.clock.now());
        await addPastPurchases(state, await cardOf(state, card_token), past);
        return { message: `${past.length} purchases`, result: { count: past.length } };
      },
    },
  ];
}

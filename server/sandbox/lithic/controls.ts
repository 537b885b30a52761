import { choices } from '../core/choices.ts';
import { type ControlButton, grouped } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { wholeNumber } from '../core/wholeNumber.ts';
import { cardControls } from './cardControls.ts';
import { cardFieldOf, cardOf } from './cardField.ts';
import { addPastPurchases, inventHistory, type PastPurchase } from './history.ts';
import { decide, type KybStatus } from './kyb.ts';
import { purchaseControls } from './purchaseControls.ts';
import { kybModes, type LithicState } from './state.ts';

const statuses: readonly KybStatus[] = ['ACCEPTED', 'REJECTED', 'PENDING_REVIEW', 'PENDING_DOCUMENT', 'PENDING_RESUBMIT'];

/** Reads purchases of the past: TIME=CENTS=MERCHANT, separated by commas. */
function readPastPurchases(text: string, now: Date): PastPurchase[] {
  return text.split(',').map((entry) => {
    const [, time = '', cents, descriptor] = /^([\dTZ:.-]+)=(\d{1,9})=([^=]{1,60})$/.exec(entry) ?? [];
    const at = Date.parse(time);
    if (!descriptor || !(at <= now.getTime()) || Number(cents) === 0) throw new Refusal(400, { error: `not a purchase of the past: ${entry}` });
    return { at, cents: Number(cents), descriptor };
  });
}

/** The issuer's buttons on the control page. */
export const lithicControls = (state: LithicState): ControlButton[] => [
  ...grouped('Purchases', purchaseControls(state)),
  ...grouped('Cards', cardControls(state)),
  ...grouped('Businesses', businessControls(state)),
  ...grouped('The program', programControls(state)),
  ...grouped('For demo data', demoControls(state)),
];

/** Buttons for the issuer's decisions about businesses. */
function businessControls(state: LithicState): ControlButton[] {
  async function holderOptions() {
    const found = await state.holders.find({}, { newestFirst: true, limit: 50 });
    return found.map(({ holder }) => ({ value: holder.token, label: `${holder.business_entity?.legal_business_name} (${holder.status})` }));
  }

  return [
    {
      name: 'decide_kyb',
      label: 'Decide KYB',
      help: 'What the issuer finds about a business that was sent in for verification, or finds when it looks at an accepted one again.',
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
      label: 'Set how KYB is decided',
      help: 'For names that ask for nothing (reject, pending, document, resubmit).',
      fields: [{ name: 'mode', label: 'From now on', type: 'select', default: 'at_once', options: choices(kybModes) }],
      async run(input) {
        const mode = kybModes.find((one) => one === input.mode);
        if (!mode) throw new Refusal(400, { error: 'unknown mode' });
        return { message: `KYB is decided ${mode.replaceAll('_', ' ')}`, result: await state.changeSettings({ kyb: mode }) };
      },
    },
  ];
}

/** Buttons for the settings of the program. */
function programControls(state: LithicState): ControlButton[] {
  return [
    {
      name: 'clearing_days',
      label: 'Set when purchases settle',
      help: 'Days until a pending purchase settles as time is moved on; 0: never by itself.',
      fields: [{ name: 'days', label: 'Days', type: 'number', default: '2' }],
      async run(input) {
        const days = wholeNumber(input.days, 'days');
        return {
          message: days === 0 ? 'purchases stay pending' : `purchases settle after ${days} days`,
          result: await state.changeSettings({ clears_after_days: days }),
        };
      },
    },
    {
      name: 'event_tokens',
      label: 'Name authorizations in questions',
      help: 'Some programs get the event’s token in each question, others only the purchase’s.',
      fields: [{ name: 'sent', label: 'In questions', type: 'select', default: 'yes', options: choices(['yes', 'no']) }],
      async run(input) {
        const event_tokens = input.sent !== 'no';
        return { message: `questions ${event_tokens ? 'name' : 'do not name'} their authorization`, result: await state.changeSettings({ event_tokens }) };
      },
    },
    {
      name: 'wallets',
      label: 'Set up wallets in a browser',
      help: 'Adding a card from a web page needs a program that the issuer has set up for it.',
      fields: [
        {
          name: 'set_up',
          label: 'The program is',
          type: 'select',
          default: 'yes',
          options: async () => [
            { value: 'yes', label: 'set up' },
            { value: 'no', label: 'not set up' },
          ],
        },
      ],
      async run(input) {
        const has_wallets = input.set_up !== 'no';
        return { message: `the program is ${has_wallets ? '' : 'not '}set up for wallets`, result: await state.changeSettings({ has_wallets }) };
      },
    },
    {
      name: 'unanswered',
      label: 'Set what an answer that is missing means',
      help: 'When the product gives no decision: decline, or let the card’s limit and the issuer’s rules decide.',
      fields: [
        {
          name: 'outcome',
          label: 'Then',
          type: 'select',
          default: 'declined',
          options: async () => [
            { value: 'declined', label: 'decline' },
            { value: 'own_rules', label: 'decide by the issuer’s own rules' },
          ],
        },
      ],
      async run(input) {
        const unanswered = input.outcome === 'own_rules' ? 'own_rules' : 'declined';
        return {
          message: `a purchase without an answer is ${unanswered === 'declined' ? 'declined' : 'decided by the issuer’s own rules'}`,
          result: await state.changeSettings({ unanswered }),
        };
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

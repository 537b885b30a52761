import type { ControlButton } from '../core/core.ts';
import { Refusal } from '../core/handle.ts';
import { cardFieldOf, cardOf } from './cardField.ts';
import { makeCard, shipCard } from './cards.ts';
import { expireFrames } from './embed.ts';
import type { LithicState } from './state.ts';
import { tokenize, walletRequest } from './tokenizations.ts';

const wallets = [
  { value: 'APPLE_PAY', label: 'Apple Pay' },
  { value: 'GOOGLE', label: 'Google Pay' },
  { value: 'MERCHANT', label: 'A merchant that stores it' },
] as const;

/** The issuer's buttons for making and mailing a card, for adding it to a wallet, and for its frame. */
export function cardControls(state: LithicState): ControlButton[] {
  const cardField = cardFieldOf(state);
  return [
    {
      name: 'make_card',
      label: 'Make the card',
      help: 'The factory prints it; mailing it comes next.',
      fields: [cardField],
      async run(input) {
        const { card } = await makeCard(state, input.card_token ?? '');
        return { message: `•${card.last_four} is made`, result: { token: card.token, state: card.state } };
      },
    },
    {
      name: 'ship_card',
      label: 'Mail the card',
      help: 'Makes it first if it is not made yet.',
      fields: [cardField],
      async run(input) {
        const { card } = await shipCard(state, input.card_token ?? '');
        return { message: `•${card.last_four} is on its way`, result: { token: card.token, state: card.state } };
      },
    },
    {
      name: 'expire_frames',
      label: 'Let a minute pass for its frame',
      help: 'Each address of the frame that was signed so far has expired then.',
      fields: [cardField],
      async run(input) {
        const { card } = await cardOf(state, input.card_token);
        await expireFrames(state, card.token);
        return { message: `addresses of the frame of •${card.last_four} have expired`, result: { token: card.token } };
      },
    },
    {
      name: 'tokenize',
      label: 'Add the card to a wallet',
      fields: [cardField, { name: 'wallet', label: 'Wallet', type: 'select', default: 'APPLE_PAY', options: async () => [...wallets] }],
      async run(input) {
        const wallet = wallets.find(({ value }) => value === input.wallet);
        if (!wallet) throw new Refusal(400, { error: 'unknown wallet' });
        const stored = await cardOf(state, input.card_token);
        const result = await tokenize(state, stored, walletRequest(stored, wallet.value));
        return { message: `•${stored.card.last_four} in ${wallet.label}: ${result.status}`, result };
      },
    },
  ];
}

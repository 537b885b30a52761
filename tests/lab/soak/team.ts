import { noControls } from '../../../server/domain/card/controls/controls.ts';
import { chanceOf } from '../../support/chance.ts';
import { callAs, keepDoing, type Load } from './load.ts';

const betweenCallsMs = 150;

/** Plays teams: owners change what a card may spend, cardholders look at their cards, and bookkeepers fetch rows. */
export async function workInTeams(load: Load): Promise<void> {
  const chance = chanceOf(`${load.seed} teams`);
  const merchants = load.merchants.filter(({ team }) => team !== null);
  await keepDoing(load, betweenCallsMs, async () => {
    const merchant = merchants[chance.below(merchants.length)];
    if (!merchant?.team) return;
    const [own, limited] = [`/api/users/${merchant.token}`, merchant.cards[1]];
    const choice = chance.below(3);
    if (choice === 0) await callAs(load, { ...merchant, accessToken: merchant.team.cardholder }, 'GET /api/users/:token/cards (cardholder)', `${own}/cards`);
    else if (choice === 1)
      await callAs(
        load,
        { ...merchant, accessToken: merchant.team.bookkeeper },
        'GET /api/users/:token/transactions (bookkeeper)',
        `${own}/transactions?tab=card`,
      );
    else
      await callAs(load, merchant, 'PUT /api/users/:token/cards/:card/controls', `${own}/cards/${limited}/controls`, {
        method: 'PUT',
        body: { controls: { ...noControls, per_purchase_cents: chance.between(4_000, 12_000) } },
      });
  });
}

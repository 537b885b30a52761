import { chanceOf } from '../../support/chance.ts';
import { count, keepDoing, type Load } from './load.ts';

/** The least number of days that pass: whichever day it is, the banks are open on one of them. */
const fewestDays = 4;
/** Real time between simulated days, less in a short soak: the worker replays each day hour by hour for every receiver, which takes a while. */
const dayMs = 120_000;

/** Lets days pass: transfers advance and some fail, purchases clear, and on each banking day the due amounts are drawn. */
export async function passDays(load: Load): Promise<void> {
  const { product } = load;
  const chance = chanceOf(`${load.seed} days`);
  await keepDoing(load, Math.min(dayMs, load.lastsMs / (fewestDays + 1)), async () => {
    await product.passDay();
    count(load, 'days');
    await product.press('plaid/doom_next', { outcome: chance.pick(['returned', 'failed']), code: 'R01', count: chance.between(0, 3) });
  });
}

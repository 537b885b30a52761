import { chanceOf } from '../simulation/chance.ts';
import { count, keepDoing, type Load } from './load.ts';

/** As many days pass in a soak: more than a week, so that there are days on which the banks are closed. */
const days = 10;

/** Lets days pass: transfers move, some to a bad end, purchases clear, and on each day that the banks are open what is due is drawn. */
export async function passDays(load: Load): Promise<void> {
  const { product } = load;
  const chance = chanceOf(`${load.seed} days`);
  await keepDoing(load, load.lasts_ms / (days + 1), async () => {
    await product.passDay();
    count(load, 'days');
    await product.press('plaid/doom_next', { outcome: chance.pick(['returned', 'failed']), code: 'R01', count: chance.between(0, 3) });
  });
}

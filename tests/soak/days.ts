import { chanceOf } from '../simulation/chance.ts';
import { count, keepDoing, type Load } from './load.ts';

/** As many days pass, at least: whatever day it is, the banks are open on one of them. */
const fewestDays = 4;
/** The worker lives each day hour by hour for everybody, which takes it a while. */
const day_ms = 120_000;

/** Lets days pass: transfers move, some to a bad end, purchases clear, and on each day that the banks are open what is due is drawn. */
export async function passDays(load: Load): Promise<void> {
  const { product } = load;
  const chance = chanceOf(`${load.seed} days`);
  await keepDoing(load, Math.min(day_ms, load.lasts_ms / (fewestDays + 1)), async () => {
    await product.passDay();
    count(load, 'days');
    await product.press('plaid/doom_next', { outcome: chance.pick(['returned', 'failed']), code: 'R01', count: chance.between(0, 3) });
  });
}

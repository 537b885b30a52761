import { chanceOf } from '../../support/chance.ts';
import { count, keepDoing, type Load, pause } from './load.ts';

const kills = 7;

/** Kills the worker in the middle of its work, and starts it again a little later. */
export async function killWorkers(load: Load): Promise<void> {
  const chance = chanceOf(`${load.seed} kills`);
  await keepDoing(load, load.lastsMs / (kills + 1), async () => {
    await load.product.killWorker();
    count(load, 'kills');
    await pause(load, chance.between(0, 4_000));
    await load.product.startWorker();
  });
}

import { chanceOf } from '../../support/chance.ts';
import { lookAtFile } from './browsing.ts';
import { keepDoing, type Load } from './load.ts';

/** Merchants who fetch files all the time, while the others look at their pages. */
const neighbors = 3;
const betweenFilesMs = 500;

/** Plays merchants next door who fetch one file after the other: years of rows, accounting files and statements. */
export async function exportByNeighbors(load: Load): Promise<void> {
  await Promise.all(
    load.merchants.slice(0, neighbors).map(async (merchant, place) => {
      const chance = chanceOf(`${load.seed} neighbor ${place}`);
      await keepDoing(load, betweenFilesMs, () => lookAtFile(load, merchant, chance));
    }),
  );
}

import { Disagreement, liveByRules } from './history.ts';

/** Lives histories by the rules alone, from a seed on: `node tests/simulation/rules/liveMany.ts 1 10000`. Ends with 1 at the first that fails. */
const [from, count] = process.argv.slice(2).map(Number);
let debits = 0;
for (let seed = from ?? 1; seed < (from ?? 1) + (count ?? 1); seed += 1) {
  try {
    debits += liveByRules(String(seed));
  } catch (failure) {
    if (!(failure instanceof Disagreement)) console.error(`seed ${seed}`);
    console.error(failure instanceof Disagreement ? failure.message : failure);
    process.exit(1);
  }
}
console.log(`${count} histories with ${debits} debits`);

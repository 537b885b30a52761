import { parseArgs } from 'node:util';
import { runProgram } from '../command/runProgram.ts';
import { liveInLanes } from './rules/lanes.ts';

// `npm run simulate -- --seeds 10000 --from 17`: lives that many random histories of money, from that seed on, and prints
// the seed of one that fails. With `--rules` they are the longer ones, of the rules alone.

const options = { seeds: { type: 'string', default: '1000' }, from: { type: 'string', default: '1' }, rules: { type: 'boolean', default: false } } as const;
const { seeds, from, rules } = parseArgs({ options }).values;
if (![seeds, from].every((number) => /^[1-9]\d*$/.test(number))) {
  console.error('Say how many, and from which seed on: npm run simulate -- --seeds 10000 --from 1');
  process.exit(1);
}
process.exitCode = rules ? await liveByRules(Number(from), Number(seeds)) : await liveWhole();

async function liveWhole(): Promise<number> {
  const environment = { NODE_ENV: 'test', SEEDS: seeds, FROM: from };
  return runProgram('vitest', ['run', '--config', 'tests/vitest.config.ts', 'tests/simulation/lives'], environment);
}

/** Ends with 1 when a history failed, with an account of it. */
async function liveByRules(first: number, count: number): Promise<number> {
  const lanes = await Promise.allSettled(liveInLanes(first, count));
  for (const lane of lanes) console.log(lane.status === 'fulfilled' ? lane.value.trim() : String(lane.reason));
  return lanes.every(({ status }) => status === 'fulfilled') ? 0 : 1;
}

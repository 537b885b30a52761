import { parseArgs } from 'node:util';
import { runToTheEnd } from '../command/processes.ts';

/** Runs the requested number of histories (`npm run simulate -- --seeds 10000`) and prints the seed of one that fails. */
const { seeds } = parseArgs({ options: { seeds: { type: 'string', default: '1000' } } }).values;
if (!/^[1-9]\d*$/.test(seeds)) {
  console.error('Say how many: npm run simulate -- --seeds 10000');
  process.exit(1);
}
const { exitCode } = await runToTheEnd('vitest', ['run', '--config', 'tests/vitest.config.ts', 'tests/simulation'], { NODE_ENV: 'test', SEEDS: seeds });
process.exitCode = exitCode;

import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { runToTheEnd } from '../command/processes.ts';

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
  const { exitCode } = await runToTheEnd('vitest', ['run', '--config', 'tests/vitest.config.ts', 'tests/simulation/lives'], environment);
  return exitCode;
}

/** Shares the histories among the processors; ends with 1 when one of them failed. */
async function liveByRules(first: number, count: number): Promise<number> {
  const lanes = Math.min(count, availableParallelism());
  const share = Math.ceil(count / lanes);
  const ends = Array.from({ length: lanes }, (_, lane) => {
    const begins = first + lane * share;
    return liveRange(begins, Math.min(share, first + count - begins));
  });
  return Math.max(...(await Promise.all(ends)));
}

function liveRange(first: number, count: number): Promise<number> {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ['tests/simulation/rules/liveMany.ts', String(first), String(count)], { stdio: 'inherit' });
    child.once('exit', (code) => resolve(code ?? 1));
  });
}

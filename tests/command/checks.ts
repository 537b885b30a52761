import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { runProgram } from './runProgram.ts';

const folders = ['server', 'app', 'standalone', 'extensions', 'tests', 'prisma'].filter((folder) => existsSync(folder));

interface Check {
  name: string;
  command: string;
  args: readonly string[];
}

/** Both packages of TypeScript bring a program of this name: the newest compiles, the other one's parts are used by tests. */
const tsc = 'node_modules/typescript7/bin/tsc';

/** The longest first. */
const checks: readonly Check[] = [
  { name: 'types', command: 'node', args: [tsc, '--project', '.'] },
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`] },
  { name: 'types of the order extension', command: 'node', args: [tsc, '--project', 'extensions/order-spending-power'] },
  { name: 'import walls', command: 'depcruise', args: ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...folders] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'exports that only tests import', command: 'node', args: ['tests/check/testOnlyExports.ts'] },
  { name: 'lines that stand twice', command: 'node', args: ['tests/check/repeatedLines.ts'] },
  { name: 'promises', command: 'node', args: ['tests/check/promises.ts'] },
  { name: 'proofs of security', command: 'node', args: ['tests/check/verification.ts'] },
];

export function say(line: string): void {
  console.log(`\n── ${line}`);
}

/** How many checks run at once: most of them use one core. What they complain of names its file, so that lines of two may mix. */
const atOnce = 2;

/** Runs the checks whose name begins with `beginning`. Returns the names of those that failed. */
export async function failedChecks(beginning = ''): Promise<readonly string[]> {
  const waiting = checks.filter(({ name }) => name.startsWith(beginning));
  if (waiting.length === 0) throw new Error(`no check begins with “${beginning}”; there are: ${checks.map(({ name }) => name).join(', ')}`);
  const failed: string[] = [];
  const runInTurn = async () => {
    for (let check = waiting.shift(); check !== undefined; check = waiting.shift()) if (!(await hasPassed(check))) failed.push(check.name);
  };
  await Promise.all(Array.from({ length: atOnce }, runInTurn));
  return failed;
}

async function hasPassed({ name, command, args }: Check): Promise<boolean> {
  const begun = performance.now();
  const exitCode = await runProgram(command, args);
  const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
  say(`${name} (${command}): ${exitCode === 0 ? `passed in ${seconds} s` : `failed (exit code ${exitCode})`}`);
  return exitCode === 0;
}

import { existsSync } from 'node:fs';
import { performance } from 'node:perf_hooks';
import { runToTheEnd } from './processes.ts';

const folders = ['server', 'app', 'standalone', 'extensions', 'tests', 'prisma'].filter((folder) => existsSync(folder));

const checks = [
  { name: 'format and lint', command: 'biome', args: ['ci', '--error-on-warnings', `--colors=${process.stdout.isTTY ? 'force' : 'off'}`] },
  { name: 'types', command: 'tsc', args: ['--project', '.'] },
  { name: 'types of the order extension', command: 'tsc', args: ['--project', 'extensions/order-spending-power'] },
  { name: 'import walls', command: 'depcruise', args: ['--config', '.dependency-cruiser.mjs', '--output-type', 'err-long', ...folders] },
  { name: 'dead code', command: 'knip', args: ['--no-progress'] },
  { name: 'exports that only tests import', command: 'node', args: ['tests/check/testOnlyExports.ts'] },
  { name: 'lines that stand twice', command: 'node', args: ['tests/check/repeatedLines.ts'] },
  { name: 'promised behaviors', command: 'node', args: ['tests/check/behaviors.ts'] },
  { name: 'proofs of security', command: 'node', args: ['tests/check/verification.ts'] },
];

export function say(line: string): void {
  console.log(`\n── ${line}`);
}

/** Runs, one after the other, the checks whose name begins with `beginning`. Returns the names of those that failed. */
export async function failedChecks(beginning = ''): Promise<readonly string[]> {
  const failed: string[] = [];
  const asked = checks.filter(({ name }) => name.startsWith(beginning));
  if (asked.length === 0) throw new Error(`no check begins with “${beginning}”; there are: ${checks.map(({ name }) => name).join(', ')}`);
  for (const { name, command, args } of asked) {
    say(`${name} (${command})`);
    const begun = performance.now();
    const { exitCode } = await runToTheEnd(command, args);
    const seconds = ((performance.now() - begun) / 1_000).toFixed(1);
    console.log(exitCode === 0 ? `passed in ${seconds} s` : `failed (exit code ${exitCode})`);
    if (exitCode !== 0) failed.push(name);
  }
  return failed;
}

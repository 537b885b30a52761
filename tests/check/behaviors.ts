import { readFileSync } from 'node:fs';
import { isTest } from './namedTests.ts';

/** Compares the list of promised behaviors with the tests that it names: each line names at least one, and each of them exists. */

const list = 'tests/BEHAVIORS.md';

/** A line is `- what is promised `file › group › test` `another``. */
function problemsOf(line: string): readonly string[] {
  if (!line.startsWith('- ')) return [];
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test).filter((test) => test.includes(' › '));
  if (named.length === 0) return ['names no test'];
  return named.filter((test) => !isTest(test)).map((test) => `there is no test ${test}`);
}

const problems = readFileSync(list, 'utf8')
  .split('\n')
  .flatMap((line, at) => problemsOf(line).map((problem) => `${list}:${at + 1}: ${problem}`));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

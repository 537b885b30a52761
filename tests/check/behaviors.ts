import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testNames } from './testNames.ts';

/** Compares the list of promised behaviors with the tests that it names: each line names at least one, and each of them exists. */

const list = 'tests/BEHAVIORS.md';

const namesByFile = new Map<string, readonly string[]>();

/** Returns the tests of a file below `tests/`; none when there is no such file. */
function testsIn(file: string): readonly string[] {
  const known = namesByFile.get(file);
  if (known) return known;
  const path = join('tests', file);
  const names = existsSync(path) ? testNames(readFileSync(path, 'utf8')) : [];
  namesByFile.set(file, names);
  return names;
}

function exists(test: string): boolean {
  const [file = '', ...name] = test.split(' › ');
  return testsIn(file).includes(name.join(' › '));
}

/** A line is `- what is promised `file › group › test` `another``. */
function problemsOf(line: string): readonly string[] {
  if (!line.startsWith('- ')) return [];
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test).filter((test) => test.includes(' › '));
  if (named.length === 0) return ['names no test'];
  return named.filter((test) => !exists(test)).map((test) => `there is no test ${test}`);
}

const problems = readFileSync(list, 'utf8')
  .split('\n')
  .flatMap((line, at) => problemsOf(line).map((problem) => `${list}:${at + 1}: ${problem}`));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

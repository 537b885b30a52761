import { readFileSync } from 'node:fs';
import { problemOfShortName } from './namedTests.ts';

/** Compares the list of promises with the tests that prove them: each line names one at least, and the list stays one that is read. */

const list = 'tests/PROMISES.md';
const maxLength = 160;
const maxPromises = 150;

/** Returns what is wrong with a line. A promise is ``- What is promised. `file › title` ``. */
function problemsOf(line: string): readonly string[] {
  const tooLong = line.length > maxLength ? [`has ${line.length} characters, of which a line has ${maxLength} at most`] : [];
  if (!isPromise(line)) return tooLong;
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test).filter((test) => test.includes(' › '));
  if (named.length === 0) return [...tooLong, 'names no test'];
  return [...tooLong, ...named.map(problemOfShortName).filter((problem) => problem !== undefined)];
}

const isPromise = (line: string) => line.startsWith('- ');

const lines = readFileSync(list, 'utf8').split('\n');
const promises = lines.filter(isPromise).length;
const problems = [
  ...lines.flatMap((line, at) => problemsOf(line).map((problem) => `${list}:${at + 1}: ${problem}`)),
  ...(promises > maxPromises ? [`${list} has ${promises} promises, of which it has ${maxPromises} at most: the rest is what the titles of tests say`] : []),
];
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

import { readFileSync } from 'node:fs';
import { problemOfShortName } from './namedTests.ts';

/** Compares the list of promised behaviors with the tests that prove them: each line names one at least, and fits on a screen. */

const list = 'tests/BEHAVIORS.md';

/** A longer line holds several promises, or more of a title than finds its test. */
const maxLength = 160;

/** Returns what is wrong with a line. A behavior is ``- What is promised. `file › title` ``. */
function problemsOf(line: string): readonly string[] {
  const tooLong = line.length > maxLength ? [`has ${line.length} characters, of which a line has ${maxLength} at most`] : [];
  if (!line.startsWith('- ')) return tooLong;
  const named = [...line.matchAll(/`([^`]+)`/g)].map(([, test = '']) => test).filter((test) => test.includes(' › '));
  if (named.length === 0) return [...tooLong, 'names no test'];
  return [...tooLong, ...named.map(problemOfShortName).filter((problem) => problem !== undefined)];
}

const problems = readFileSync(list, 'utf8')
  .split('\n')
  .flatMap((line, at) => problemsOf(line).map((problem) => `${list}:${at + 1}: ${problem}`));
for (const problem of problems) console.log(problem);
process.exitCode = problems.length === 0 ? 0 : 1;

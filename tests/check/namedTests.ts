import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testNames } from './testNames.ts';

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

/** Returns whether there is a test that is named as `file › group › test`; the file is below `tests/`. */
export function isTest(name: string): boolean {
  const [file = '', ...rest] = name.split(' › ');
  return testsIn(file).includes(rest.join(' › '));
}

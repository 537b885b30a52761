import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { testNames } from './testNames.ts';

const ending = /\.(test|spec)\.ts$/;
const namesByFile = new Map<string, readonly string[]>();
let knownFiles: readonly string[] | undefined;

/** Returns the files of tests below `tests/`. */
function testFiles(): readonly string[] {
  knownFiles ??= (readdirSync('tests', { recursive: true }) as string[]).filter((file) => ending.test(file));
  return knownFiles;
}

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

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/**
 * Returns why a short name does not name one test, or nothing when it does. A short name is `file › title`: the file by the end of
 * its path without `.test.ts`, the title with or without its groups, and `…` for any words of it that are left out.
 */
export function problemOfShortName(name: string): string | undefined {
  const [file = '', ...rest] = name.split(' › ');
  const files = testFiles().filter((path) => `/${path.replace(ending, '')}`.endsWith(`/${file}`));
  const [found] = files;
  if (found === undefined) return `there is no file of tests ${file}`;
  if (files.length > 1) return `${file} is ${files.length} files of tests: write more of the path`;
  const title = new RegExp(`(^| › )${rest.join(' › ').split('…').map(escaped).join('.*')}$`, 's');
  const named = testsIn(found).filter((test) => title.test(test)).length;
  return named === 1 ? undefined : `${named === 0 ? 'there is no test' : `there are ${named} tests`} ${name}`;
}

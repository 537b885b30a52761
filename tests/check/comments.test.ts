import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { root } from './seeds.ts';

const folders = ['server', 'app', 'standalone', 'extensions', 'tests', 'prisma'];
const isSource = /\.(tsx?|mjs|sql|prisma|css|html)$/;
const isMade = /(^|\/)(generated|node_modules|bench\/results)\//;

const sources = folders.flatMap((folder) => {
  try {
    return readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      .map((name) => `${folder}/${name}`)
      .filter((path) => isSource.test(path) && !isMade.test(path) && path !== 'tests/check/comments.test.ts');
  } catch (error) {
    // A folder that has no file yet is not in a clone.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
});

const linesWith = (word: RegExp) =>
  sources.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, at) => (word.test(line) ? [`${path}:${at + 1}`] : [])),
  );

it.each([
  ['no lint finding is silenced: either the code or the rule is wrong', /biome-ignore/],
  ['no type error is silenced', /@ts-(ignore|nocheck|expect-error)/],
  ['nothing is left to be done later in a comment', /\b(TODO|FIXME|XXX)\b/],
  ['a rule is told in words, not by a number that only its author can look up', /§/],
])('%s', (_promise, word) => {
  expect(linesWith(word)).toEqual([]);
});

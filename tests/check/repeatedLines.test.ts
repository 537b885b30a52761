import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { repetitions } from './repeatedLines.ts';
import { plant, root, type SeededProject } from './seeds.ts';

const steps = (count: number, from = 1) => Array.from({ length: count }, (_, at) => `step(${from + at});`);
const text = (...lines: readonly string[]) => `${lines.join('\n')}\n`;
const manyNames = text('import {', ...[...'abcdefghijklm'].map((name) => `  ${name},`), "} from './all.ts';");
const found = (sources: Readonly<Record<string, string>>) => repetitions(new Map(Object.entries(sources)));

describe('twelve equal lines in two places', () => {
  it('are found, with where they stand', () => {
    expect(found({ 'a.ts': text(...steps(12)), 'b.ts': text('begin();', ...steps(12), 'end();') })).toEqual(['b.ts:2-13 repeats a.ts:1-12 (12 lines)']);
  });

  it('are found behind other comments, imports, blank lines and indentation', () => {
    const one = text("import { a } from './a.ts';", ...steps(6), '// Why.', ...steps(6, 7));
    const other = text(
      "import {\n  b,\n} from './b.ts';",
      '/**\n * Another reason.\n */',
      '',
      ...steps(11).map((line) => `  ${line}`),
      '{/* so */}',
      'step(12);',
    );
    expect(found({ 'a.ts': one, 'b.tsx': other })).toEqual(['b.tsx:8-20 repeats a.ts:2-14 (12 lines)']);
  });
});

describe('what may stand twice', () => {
  it.each([
    ['eleven lines', { 'a.ts': text(...steps(11)), 'b.ts': text(...steps(11)) }],
    ['comments', { 'a.ts': text('/*', ...steps(12), '*/'), 'b.ts': text('/*', ...steps(12), '*/') }],
    ['an import', { 'a.ts': manyNames, 'b.ts': manyNames }],
    ['one line many times', { 'a.ts': text(...Array.from({ length: 23 }, () => 'again();')) }],
  ])('is %s', (_, sources) => {
    expect(found(sources)).toEqual([]);
  });
});

describe('the check of a project', () => {
  const check = (project: SeededProject) => project.run('node', [join(root, 'tests/check/repeatedLines.ts')]).exitCode;
  const aside = ['tests/core/draw.test.ts', 'prisma/migrations/1_draw/migration.sql', 'server/db/generated/draw.ts', 'package-lock.json'];
  let clean: SeededProject;
  let repeating: SeededProject;
  beforeAll(() => {
    const sources = Object.fromEntries(['server/draw.ts', ...aside].map((path) => [path, text(...steps(30))]));
    clean = plant(sources);
    repeating = plant({ ...sources, Dockerfile: text(...steps(12)) });
  });
  afterAll(() => {
    clean.remove();
    repeating.remove();
  });

  it('leaves tests, migrations, generated code and the lock file aside', () => {
    expect(check(clean)).toBe(0);
  });

  it('fails when lines stand twice anywhere else', () => {
    expect(check(repeating)).toBe(1);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant, type SeededProject } from './seeds.ts';
import { testOnlyExports } from './testOnlyExports.ts';

const test = (file: string, names: string) => `import { ${names} } from '../../${file}';\nconsole.log(${names});\n`;

let project: SeededProject;
let found: readonly string[];

beforeAll(() => {
  project = plant({
    'server/main.ts': "import { owed } from './domain/ledger.ts';\nimport '../standalone/Tile.tsx';\nconsole.log(owed());\n",
    'server/domain/ledger.ts': [
      'export interface Entry { cents: number }',
      'export interface Oracle { cents: number }',
      'export const cent = 1;',
      'export const owed = (): Entry => ({ cents: cent });',
      'export const isBalanced = () => true;',
    ].join('\n'),
    'server/domain/oracle.ts': 'export const expected = 1;\n',
    'standalone/Tile.tsx': 'export const Tile = () => null;\n',
    'app/root.tsx': 'export const loader = () => null;\nexport default function Root() {}\n',
    'app/routes/card.tsx': 'export const loader = () => null;\nexport const labelOf = () => null;\nexport default function Card() {}\n',
    'tests/domain/ledger.test.ts': `${test('server/domain/ledger.ts', 'owed, cent, isBalanced')}import type { Oracle } from '../../server/domain/ledger.ts';\nexport type Kept = Oracle;\n`,
    'tests/domain/oracle.test.ts': test('server/domain/oracle.ts', 'expected'),
    'tests/core/tile.test.ts': test('standalone/Tile.tsx', 'Tile'),
    'tests/core/card.test.ts': test('app/routes/card.tsx', 'labelOf'),
  });
  found = testOnlyExports(project.folder);
});
afterAll(() => project.remove());

describe('an export that only tests import', () => {
  it.each([
    ['a rule that nothing in the product asks', 'server/domain/ledger.ts: isBalanced'],
    ['what its own file uses and nobody else', 'server/domain/ledger.ts: cent'],
    ['a type', 'server/domain/ledger.ts: Oracle'],
    ['a whole file', 'server/domain/oracle.ts'],
    ['a component', 'standalone/Tile.tsx: Tile'],
    ['what stands in a page beside what Remix takes from it', 'app/routes/card.tsx: labelOf'],
  ])('is found: %s', (_, name) => {
    expect(found).toContain(name);
  });

  it('is all that is found', () => {
    expect(found).toHaveLength(6);
  });
});

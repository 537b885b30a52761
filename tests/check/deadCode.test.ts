import { afterAll, beforeAll, expect, it } from 'vitest';
import { plant, type SeededProject } from './seeds.ts';

interface Report {
  issues: readonly { file: string; files: readonly { name: string }[]; exports: readonly { name: string }[]; types: readonly { name: string }[] }[];
}

let project: SeededProject;
let report: Report;

beforeAll(() => {
  project = plant({
    'server/main.ts': "import { owed } from './domain/ledger.ts';\nconsole.log(owed());\n",
    'server/domain/ledger.ts': 'export interface Entry { cents: number }\nexport const owed = (): Entry => ({ cents: 1 });\nexport const forgotten = 2;\n',
    'server/domain/abandoned.ts': 'export const nobody = 3;\n',
    'tests/domain/ledger.test.ts': "import { owed } from '../../server/domain/ledger.ts';\nowed();\n",
  });
  report = JSON.parse(project.run('knip', ['--reporter', 'json', '--no-progress', '--include', 'files,exports,types']).output) as Report;
});
afterAll(() => project.remove());

it('a file that nothing needs is found', () => {
  expect(report.issues.flatMap(({ files }) => files.map(({ name }) => name))).toEqual(['server/domain/abandoned.ts']);
});

it('an export that nothing needs is found, and no other', () => {
  expect(report.issues.flatMap(({ file, exports, types }) => [...exports, ...types].map(({ name }) => `${file}: ${name}`))).toEqual([
    'server/domain/ledger.ts: forgotten',
  ]);
});

import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { plant, root, type SeededProject } from './seeds.ts';

/** What does not compile, and beside each what does: a line each of one file. */
const walls: readonly { promise: string; refused: string; accepted: string }[] = [
  {
    promise: 'a query for nobody in particular does not compile',
    refused: 'export const everybody = lockReceiver(transaction);',
    accepted: 'export const one = (scope: ReceiverScope) => lockReceiver(transaction, scope);',
  },
  {
    promise: 'an id from a request is no scope',
    refused: "export const byId = lockReceiver(transaction, { receiverId: 'b6a1c6de-51b3-4d67-9f0b-77a3a5a1c502' });",
    accepted: "export const byScope = lockReceiver(transaction, receiverScope('b6a1c6de-51b3-4d67-9f0b-77a3a5a1c502'));",
  },
  {
    promise: 'a plain number is no money',
    refused: 'export const plain: Cents = 100;',
    accepted: 'export const branded: Cents = cents(100);',
  },
  {
    promise: 'the day that a page shows is no present',
    refused: 'export const shown: Date = readViewDate(null, new Date(0));',
    accepted: 'export const present: Date = new Date(0);',
  },
  {
    promise: 'a call with an effect says what staff may do with it',
    refused: "export const silent = defineRoute({ method: 'POST', path: '/api/a', summary: 'a', who: 'receiver', idempotent: false, out: nothing });",
    accepted:
      "export const said = defineRoute({ method: 'POST', path: '/api/a', summary: 'a', who: 'receiver', idempotent: false, masquerade: 'refused', out: nothing });",
  },
  {
    promise: 'a call with an effect says whether it may be repeated',
    refused: "export const unsaid = defineRoute({ method: 'PATCH', path: '/api/a', summary: 'a', who: 'receiver', masquerade: 'audited', out: nothing });",
    accepted: "export const read = defineRoute({ method: 'GET', path: '/api/a', summary: 'a', who: 'receiver', out: nothing });",
  },
];

const server = (file: string) => join(root, 'server', file);

const imports = [
  `import { lockReceiver } from '${server('db/queries/lockReceiver.ts')}';`,
  `import { type ReceiverScope, receiverScope } from '${server('db/scope.ts')}';`,
  `import type { Transaction } from '${server('db/client.ts')}';`,
  `import { type Cents, cents } from '${server('domain/money.ts')}';`,
  `import { readViewDate } from '${server('domain/viewDate.ts')}';`,
  `import { defineRoute, type RouteContract } from '${server('contract/define.ts')}';`,
  'declare const transaction: Transaction;',
  "declare const nothing: RouteContract['out'];",
];

let project: SeededProject;
let linesWithErrors: ReadonlySet<number>;

beforeAll(() => {
  project = plant({
    'climber.ts': [...imports, ...walls.flatMap(({ refused, accepted }) => [refused, accepted])].join('\n'),
    'climber.tsconfig.json': JSON.stringify({
      extends: join(root, 'tsconfig.json'),
      compilerOptions: { incremental: false, types: ['node'], typeRoots: [join(root, 'node_modules/@types')] },
      include: ['climber.ts'],
    }),
  });
  const { output } = project.run('tsc', ['--project', 'climber.tsconfig.json', '--pretty', 'false']);
  const lines = output.split('\n').flatMap((line) => /^climber\.ts\((\d+),/.exec(line)?.[1] ?? []);
  linesWithErrors = new Set(lines.map(Number));
});
afterAll(() => project.remove());

describe('types', () => {
  it.each(walls.map((wall, at) => ({ ...wall, line: imports.length + 2 * at + 1 })))('$promise', ({ line }) => {
    expect([linesWithErrors.has(line), linesWithErrors.has(line + 1)]).toEqual([true, false]);
  });

  it('find nothing else to refuse', () => {
    expect(linesWithErrors.size).toBe(walls.length);
  });
});

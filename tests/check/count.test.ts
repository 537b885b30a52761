import { describe, expect, it } from 'vitest';
import {
  addUp,
  type Count,
  countChecks,
  countPlaywright,
  countVitest,
  type PlaywrightReport,
  pagesOfFailures,
  slowestFiles,
  type VitestReport,
} from '../command/count.ts';

const figures = ({ passed, failed }: Count) => [passed, failed];

const vitestFile = (...statuses: string[]): VitestReport['testResults'][number] => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
  startTime: 1_000,
  endTime: 3_000,
  assertionResults: statuses.map((status, at) => ({ fullName: `test ${at}`, status })),
});
const brokenFile = (...statuses: string[]) => ({ ...vitestFile(...statuses), status: 'failed' });
const vitest = (...testResults: VitestReport['testResults']): VitestReport => ({ testResults });

describe('the count of vitest', () => {
  it.each<[string, VitestReport | undefined, number, [number, number]]>([
    ['passed tests of all files', vitest(vitestFile('passed', 'passed'), vitestFile('passed')), 0, [3, 0]],
    ['failed tests beside passed ones', vitest(vitestFile('passed', 'failed', 'failed')), 1, [1, 2]],
    ['a skipped, a pending and a planned test as failures', vitest(vitestFile('passed', 'skipped', 'pending', 'todo')), 0, [1, 3]],
    ['a file that could not be loaded as one failure', vitest(vitestFile('passed'), brokenFile()), 1, [1, 1]],
    ['a file whose clean-up failed after its tests passed as one failure more', vitest(brokenFile('passed', 'passed')), 1, [2, 1]],
    ['an error outside every file by the exit code', vitest(vitestFile('passed')), 1, [1, 1]],
    ['no test executed as a failure, whatever the exit code', vitest(), 0, [0, 1]],
    ['a runner that was killed before its report as a failure', undefined, 137, [0, 1]],
  ])('takes %s', (_name, report, exitCode, expected) => {
    expect(figures(countVitest(report, exitCode))).toEqual(expected);
  });
});

const specOf = (...statuses: string[]) => ({ title: 'a page', tests: statuses.map((status) => ({ projectName: 'desktop', status, results: [] })) });
const suiteOf = (...specs: PlaywrightReport['suites'][number]['specs']) => ({ file: 'a.spec.ts', specs });
const playwright = (suites: PlaywrightReport['suites'], errors: PlaywrightReport['errors'] = []): PlaywrightReport => ({ suites, errors });

describe('the count of Playwright', () => {
  it.each<[string, PlaywrightReport | undefined, number, [number, number]]>([
    ['a test once for each project that ran it', playwright([suiteOf(specOf('expected', 'expected'))]), 0, [2, 0]],
    ['tests in nested groups', playwright([{ ...suiteOf(specOf('expected')), suites: [suiteOf(specOf('unexpected'))] }]), 1, [1, 1]],
    ['a test that passed only when tried again as a failure', playwright([suiteOf(specOf('flaky', 'expected'))]), 0, [1, 1]],
    ['a test that was not executed as a failure', playwright([suiteOf(specOf('skipped', 'expected'))]), 0, [1, 1]],
    ['an error outside the tests as a failure', playwright([suiteOf(specOf('expected'))], [{ message: 'a leak' }]), 1, [1, 1]],
    ['a product that did not start, so that no test ran, as one failure', playwright([], [{ message: 'it did not start' }]), 1, [0, 1]],
    ['a runner that was killed before its report as a failure', undefined, 137, [0, 1]],
  ])('takes %s', (_name, report, exitCode, expected) => {
    expect(figures(countPlaywright(report, exitCode))).toEqual(expected);
  });
});

it('each failure is named, with the first line of its error', () => {
  const failed = { fullName: 'money is right', status: 'failed', failureMessages: ['AssertionError: expected 1 to be 2\n    at a.test.ts:1:2'] };
  const results = [{ duration: 1, attachments: [], errors: [{ message: 'Error: too late\n\nlogs' }] }];
  const stuck = { title: 'a page', tests: [{ projectName: 'desktop', status: 'unexpected', results }] };
  const total = addUp([
    countChecks(['dead code']),
    countVitest(vitest({ ...vitestFile('passed', 'skipped'), assertionResults: [failed] }), 1),
    countPlaywright(playwright([suiteOf(stuck)]), 1),
    countVitest(undefined, 137),
  ]);
  expect(total.notes).toEqual([
    'check failed: dead code',
    'failed: money is right: AssertionError: expected 1 to be 2',
    'unexpected: a page (desktop): Error: too late',
    'vitest ended with exit code 137 after 0 tests, of which none failed',
  ]);
});

it('the page of each failure is found, in nested groups too', () => {
  const tried = (path: string) => ({ duration: 1, attachments: [{ name: 'screenshot' }, { name: 'error-context', path }] });
  const failing = { title: 'a page', tests: [{ projectName: 'desktop', status: 'unexpected', results: [tried('first.md')] }] };
  const nested = { title: 'another', tests: [{ projectName: 'phone', status: 'unexpected', results: [tried('second.md')] }] };
  expect(pagesOfFailures({ suites: [{ ...suiteOf(specOf('expected')), specs: [failing], suites: [{ file: 'b.spec.ts', specs: [nested] }] }] })).toEqual([
    { title: 'a page', path: 'first.md' },
    { title: 'another', path: 'second.md' },
  ]);
});

it('the slowest files come first, by all of their tests', () => {
  const took = (file: string, ms: number) => ({ file, ms });
  expect(slowestFiles({ files: [took('a.spec.ts', 1_000), took('b.test.ts', 5_000), took('a.spec.ts', 6_000), took('c.test.ts', 10)] }, 2)).toEqual([
    '7 s a.spec.ts',
    '5 s b.test.ts',
  ]);
});

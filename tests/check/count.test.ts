import { describe, expect, it } from 'vitest';
import {
  addUp,
  type Count,
  closingLine,
  countChecks,
  countLeftovers,
  countPlaywright,
  countVitest,
  type PlaywrightReport,
  pagesOfFailures,
  type VitestReport,
} from '../command/count.ts';

/** A runner that wrote nothing to its standard error. */
const quiet = (exitCode: number) => ({ exitCode, lastWords: '' });
const figures = ({ passed, failed }: Count) => [passed, failed];

const vitestFile = (...statuses: string[]): VitestReport['testResults'][number] => ({
  name: 'a.test.ts',
  status: statuses.includes('failed') ? 'failed' : 'passed',
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
    ['a file with a failed test no second time', vitest(vitestFile('failed')), 1, [0, 1]],
    ['an error outside every file by the exit code', vitest(vitestFile('passed')), 1, [1, 1]],
    ['no test executed as a failure, whatever the exit code', vitest(), 0, [0, 1]],
    ['a file without a test as a failure', vitest(vitestFile()), 0, [0, 1]],
    ['a runner that was killed before its report as a failure', undefined, 137, [0, 1]],
    ['a missing report as a failure even after exit code 0', undefined, 0, [0, 1]],
  ])('takes %s', (_name, report, exitCode, expected) => {
    expect(figures(countVitest(report, quiet(exitCode)))).toEqual(expected);
  });
});

const specOf = (...statuses: string[]) => ({ title: 'a page', tests: statuses.map((status) => ({ projectName: 'desktop', status, results: [] })) });
const playwright = (suites: PlaywrightReport['suites'], errors: PlaywrightReport['errors'] = []): PlaywrightReport => ({ suites, errors });

describe('the count of Playwright', () => {
  it.each<[string, PlaywrightReport | undefined, number, [number, number]]>([
    ['a test once for each project that ran it', playwright([{ specs: [specOf('expected', 'expected')] }]), 0, [2, 0]],
    [
      'tests in nested groups',
      playwright([{ specs: [specOf('expected')], suites: [{ specs: [specOf('unexpected')], suites: [{ specs: [specOf('expected')] }] }] }]),
      1,
      [2, 1],
    ],
    ['a test that passed only when tried again as a failure', playwright([{ specs: [specOf('flaky', 'expected')] }]), 0, [1, 1]],
    ['a test that was not executed as a failure', playwright([{ specs: [specOf('skipped', 'expected')] }]), 0, [1, 1]],
    ['an error outside the tests as a failure', playwright([{ specs: [specOf('expected')] }], [{ message: 'the product did not start' }]), 1, [1, 1]],
    ['a product that did not start, so that no test ran, as one failure', playwright([], [{ message: 'the product did not start' }]), 1, [0, 1]],
    ['no test executed as a failure', playwright([]), 0, [0, 1]],
    ['a runner that was killed before its report as a failure', undefined, 137, [0, 1]],
  ])('takes %s', (_name, report, exitCode, expected) => {
    expect(figures(countPlaywright(report, quiet(exitCode)))).toEqual(expected);
  });
});

it('what the page showed is found for every failure, in nested groups too', () => {
  const tried = (path: string) => ({ attachments: [{ name: 'screenshot' }, { name: 'error-context', path }] });
  const failing = { title: 'a page', tests: [{ projectName: 'desktop', status: 'flaky', results: [tried('first.md'), { attachments: [] }] }] };
  const nested = { title: 'another', tests: [{ projectName: 'phone', status: 'unexpected', results: [tried('second.md')] }] };
  expect(pagesOfFailures({ suites: [{ specs: [failing, specOf('expected')], suites: [{ specs: [nested] }] }] })).toEqual([
    { title: 'a page', path: 'first.md' },
    { title: 'another', path: 'second.md' },
  ]);
});

it('every failed check is a failure, and a passed one is no test', () => {
  expect(figures(countChecks([]))).toEqual([0, 0]);
  expect(figures(countChecks(['types', 'dead code']))).toEqual([0, 2]);
});

it('processes that a runner left behind are one failure, and each is named', () => {
  expect(figures(countLeftovers('vitest', []))).toEqual([0, 0]);
  const count = countLeftovers('vitest', ['postgres -D data', 'chromium']);
  expect(figures(count)).toEqual([0, 1]);
  expect(count.notes).toEqual(['vitest left a process behind: postgres -D data', 'vitest left a process behind: chromium']);
});

it('the last line tells all runners together', () => {
  const total = addUp([
    countChecks([]),
    countVitest(vitest(vitestFile('passed', 'passed')), quiet(0)),
    countPlaywright(playwright([{ specs: [specOf('expected', 'unexpected')] }]), quiet(1)),
  ]);
  expect(closingLine(total)).toBe('3 passed, 1 failed');
});

it('a failed test is named, with the error that it ended in', () => {
  const failed = { fullName: 'money is right', status: 'failed', failureMessages: ['AssertionError: expected 1 to be 2\n    at a.test.ts:1:2'] };
  const file = { name: 'a.test.ts', status: 'failed', assertionResults: [failed, { fullName: 'another', status: 'passed' }] };
  expect(countVitest(vitest(file), quiet(1)).notes).toEqual(['failed: money is right: AssertionError: expected 1 to be 2']);
  expect(countPlaywright(playwright([{ specs: [specOf('unexpected')] }]), quiet(1)).notes).toEqual(['failed: a page (desktop)']);
  const results = [{ attachments: [], errors: [{ message: 'Test timeout of 240000ms exceeded.' }, { message: 'Error: page.waitForURL: too late\n\nlogs' }] }];
  const stuck = { title: 'a page', tests: [{ projectName: 'desktop', status: 'unexpected', results }] };
  expect(countPlaywright(playwright([{ specs: [stuck] }]), quiet(1)).notes).toEqual(['failed: a page (desktop): Error: page.waitForURL: too late']);
});

it('what was counted as a failure without being a failed test is told, and what passed only when tried again', () => {
  expect(countVitest(vitest(vitestFile('skipped'), brokenFile()), quiet(0)).notes).toEqual([
    'skipped, not executed: test 0',
    'failed outside its tests: a.test.ts',
  ]);
  expect(countPlaywright(playwright([{ specs: [specOf('flaky')] }]), quiet(0)).notes).toEqual(['passed only when tried again: a page (desktop)']);
  expect(countPlaywright(undefined, quiet(137)).notes).toEqual(['Playwright left no report (exit code 137)']);
});

it('a runner that executed nothing says why', () => {
  const lastWords =
    '\u001b[31mNo test files found\u001b[39m\n\n Unhandled Error\n\u001b[1mError\u001b[22m: EACCES: permission denied\n ❯ setUp tests/setUp.ts:1:2\n\n';
  expect(countVitest(vitest(), { exitCode: 1, lastWords }).notes).toEqual(['vitest executed no test: Error: EACCES: permission denied']);
  expect(countVitest(undefined, { exitCode: 127, lastWords: 'spawn vitest ENOENT\n' }).notes).toEqual([
    'vitest left no report (exit code 127): spawn vitest ENOENT',
  ]);
});

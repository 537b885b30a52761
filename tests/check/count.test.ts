import { describe, expect, it } from 'vitest';
import { type Count, countPlaywright, countVitest, type PlaywrightReport, type VitestReport } from '../command/count.ts';

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

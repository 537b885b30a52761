import { stripVTControlCharacters } from 'node:util';
import type { Ended } from './processes.ts';

/** The result of a test run. `notes` name each failure: of a long run often only the end is kept. */
export interface Count {
  passed: number;
  failed: number;
  notes: readonly string[];
}

/** How a test ended. One that was not executed counts as failed, because none may be skipped, and so does one that passed only when tried again. */
interface Ending {
  passed: boolean;
  note?: string;
}

/** How a runner ended, and the end of its standard error. */
type RunnerEnd = Pick<Ended, 'exitCode' | 'lastWords'>;

/** The part of vitest's JSON report that is counted. */
export interface VitestReport {
  testResults: readonly { name: string; status: string; message?: string; assertionResults: readonly VitestTest[] }[];
}

interface VitestTest {
  fullName: string;
  status: string;
  /** Absent for a test that passed. */
  failureMessages?: readonly string[];
}

/** The part of Playwright's JSON report that is counted. */
export interface PlaywrightReport {
  suites: readonly PlaywrightSuite[];
  errors: readonly { message?: string }[];
}

interface PlaywrightSuite {
  suites?: readonly PlaywrightSuite[];
  specs: readonly { title: string; tests: readonly PlaywrightTest[] }[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  /** One for each attempt. */
  results: readonly { attachments: readonly { name: string; path?: string }[]; errors?: readonly { message?: string }[] }[];
}

const sum = (endings: readonly Ending[]): Count => ({
  passed: endings.filter(({ passed }) => passed).length,
  failed: endings.filter(({ passed }) => !passed).length,
  notes: endings.flatMap(({ note }) => note ?? []),
});

/** Counts a runner's endings. A runner that was cut off, executed nothing, or failed without a failed test counts as one more failure. */
function judge(runner: string, endings: readonly Ending[] | undefined, { exitCode, lastWords }: RunnerEnd): Count {
  const count = sum(endings ?? []);
  const complaint = complaintOf(runner, endings, count, exitCode);
  if (complaint === undefined) return count;
  return { ...count, failed: count.failed + 1, notes: [...count.notes, [complaint, ...reasonIn(lastWords)].join(': ')] };
}

/** Returns the first error that a runner wrote, else its last line with any text. */
function reasonIn(lastWords: string): readonly string[] {
  const lines = stripVTControlCharacters(lastWords)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => /\w/.test(line));
  const reason = lines.find((line) => /^(\w*Error|error)\b.*: /.test(line)) ?? lines.at(-1);
  return reason === undefined ? [] : [reason];
}

function complaintOf(runner: string, endings: readonly Ending[] | undefined, count: Count, exitCode: number): string | undefined {
  if (!endings) return `${runner} left no report (exit code ${exitCode})`;
  if (endings.length === 0) return `${runner} executed no test`;
  if (exitCode !== 0 && count.failed === 0) return `${runner} ended with exit code ${exitCode} although no test failed`;
  return undefined;
}

/** Counts vitest's report; `undefined` when it left none. */
export function countVitest(report: VitestReport | undefined, end: RunnerEnd): Count {
  const endings = report?.testResults.flatMap((file): Ending[] => {
    const tests = file.assertionResults.map(endingOfVitestTest);
    // A file that could not be loaded has no test to blame.
    const isBroken = file.status === 'failed' && !file.assertionResults.some(({ status }) => status === 'failed');
    return isBroken ? [...tests, { passed: false, note: `failed outside its tests: ${file.name}` }] : tests;
  });
  return judge('vitest', endings, end);
}

function endingOfVitestTest({ status, fullName, failureMessages = [] }: VitestTest): Ending {
  if (status === 'passed') return { passed: true };
  if (status !== 'failed') return { passed: false, note: `${status}, not executed: ${fullName}` };
  return { passed: false, note: [`failed: ${fullName}`, ...reasonIn(failureMessages.join('\n'))].join(': ') };
}

/** Counts Playwright's report; `undefined` when it left none. */
export function countPlaywright(report: PlaywrightReport | undefined, end: RunnerEnd): Count {
  const endings = report && [
    ...report.suites.flatMap(endingsOfSuite),
    ...report.errors.map(({ message = 'no message' }): Ending => ({ passed: false, note: `failed outside its tests: ${message.split('\n', 1)}` })),
  ];
  return judge('Playwright', endings, end);
}

const failureWords: Readonly<Record<string, string>> = { unexpected: 'failed', flaky: 'passed only when tried again' };

function endingsOfSuite({ suites = [], specs }: PlaywrightSuite): Ending[] {
  const own = specs.flatMap(({ title, tests }) =>
    tests.map(({ status, projectName, results }): Ending => {
      if (status === 'expected') return { passed: true };
      const messages = results.flatMap(({ errors = [] }) => errors.map(({ message = '' }) => message));
      const name = `${failureWords[status] ?? 'not executed'}: ${title} (${projectName})`;
      return { passed: false, note: [name, ...reasonIn(messages.join('\n'))].join(': ') };
    }),
  );
  return [...own, ...suites.flatMap(endingsOfSuite)];
}

/** Returns the page content at each failure of a test: the test's title, and the file. */
export function pagesOfFailures({ suites }: Pick<PlaywrightReport, 'suites'>): { title: string; path: string }[] {
  return suites.flatMap((suite) => [
    ...suite.specs.flatMap(({ title, tests }) =>
      tests
        .flatMap(({ results }) => results.flatMap(({ attachments }) => attachments))
        .flatMap(({ name, path }) => (name === 'error-context' && path !== undefined ? [{ title, path }] : [])),
    ),
    ...pagesOfFailures({ suites: suite.suites ?? [] }),
  ]);
}

/** Counts each failed check as one failure; a check that passed is no test. */
export function countChecks(failedChecks: readonly string[]): Count {
  return { passed: 0, failed: failedChecks.length, notes: failedChecks.map((name) => `check failed: ${name}`) };
}

/** Counts one failure for all processes that a run left behind. */
export function countLeftovers(runner: string, commands: readonly string[]): Count {
  return { passed: 0, failed: commands.length > 0 ? 1 : 0, notes: commands.map((command) => `${runner} left a process behind: ${command}`) };
}

export function addUp(counts: readonly Count[]): Count {
  return {
    passed: counts.reduce((total, { passed }) => total + passed, 0),
    failed: counts.reduce((total, { failed }) => total + failed, 0),
    notes: counts.flatMap(({ notes }) => notes),
  };
}

/** Returns the last line of a run, without a line break. */
export function closingLine({ passed, failed }: Count): string {
  return `${passed} passed, ${failed} failed`;
}

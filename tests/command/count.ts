/** The result of a part of a run. `notes` name each failure, since of a long run often only the end is kept. */
export interface Count {
  passed: number;
  failed: number;
  notes: readonly string[];
  /** How long each file took, in ms. */
  files: readonly { file: string; ms: number }[];
}

/** How a test ended. Only `passed` is well: none may be skipped, and one that passed at its second try is a defect. */
interface Ending {
  status: string;
  title: string;
  message?: string | undefined;
}

/** The part of vitest's JSON report that is counted. */
export interface VitestReport {
  testResults: readonly {
    name: string;
    status: string;
    message?: string;
    startTime: number;
    endTime: number;
    assertionResults: readonly { fullName: string; status: string; failureMessages?: readonly string[] }[];
  }[];
}

/** The part of Playwright's JSON report that is counted. */
export interface PlaywrightReport {
  suites: readonly PlaywrightSuite[];
  errors: readonly { message?: string }[];
}

interface PlaywrightSuite {
  file: string;
  suites?: readonly PlaywrightSuite[];
  specs: readonly { title: string; tests: readonly PlaywrightTest[] }[];
}

interface PlaywrightTest {
  projectName: string;
  status: string;
  results: readonly { duration: number; attachments: readonly { name: string; path?: string }[]; errors?: readonly { message?: string }[] }[];
}

const firstLine = (text = '') => text.split('\n', 1)[0] ?? '';

/** Adds a failure where a runner failed, or ran nothing, without a test to blame. */
function count(runner: string, endings: readonly Ending[], exitCode: number, files: Count['files']): Count {
  const failures = endings.filter(({ status }) => status !== 'passed');
  const notes = failures.map(({ status, title, message }) => `${status}: ${title}${message ? `: ${firstLine(message)}` : ''}`);
  const isUnexplained = failures.length === 0 && (exitCode !== 0 || endings.length === 0);
  if (isUnexplained) notes.push(`${runner} ended with exit code ${exitCode} after ${endings.length} tests, of which none failed`);
  return { passed: endings.length - failures.length, failed: notes.length, notes, files };
}

/** Counts vitest's report; `undefined` when it left none. */
export function countVitest(report: VitestReport | undefined, exitCode: number): Count {
  const results = report?.testResults ?? [];
  const endings = results.flatMap(({ name, status, message, assertionResults }): Ending[] => {
    const tests = assertionResults.map((test): Ending => ({ status: test.status, title: test.fullName, message: test.failureMessages?.[0] }));
    // A file that could not be loaded, or whose clean-up failed, has no test to blame.
    const isBroken = status === 'failed' && !tests.some((test) => test.status === 'failed');
    return isBroken ? [...tests, { status: 'failed outside its tests', title: name, message }] : tests;
  });
  const files = results.map(({ name, startTime, endTime }) => ({ file: name, ms: endTime - startTime }));
  return count('vitest', endings, exitCode, files);
}

const testsOf = ({ file, specs, suites = [] }: PlaywrightSuite): (PlaywrightTest & { file: string; title: string })[] => [
  ...specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, file, title }))),
  ...suites.flatMap(testsOf),
];

/** Counts Playwright's report; `undefined` when it left none. */
export function countPlaywright(report: PlaywrightReport | undefined, exitCode: number): Count {
  const tests = report?.suites.flatMap(testsOf) ?? [];
  const endings = tests.map(({ status, title, projectName, results }): Ending => {
    const message = results.flatMap(({ errors = [] }) => errors)[0]?.message;
    return { status: status === 'expected' ? 'passed' : status, title: `${title} (${projectName})`, message };
  });
  const outside = report?.errors.map(({ message }): Ending => ({ status: 'failed outside its tests', title: firstLine(message) })) ?? [];
  const files = tests.map(({ file, results }) => ({ file, ms: results.reduce((sum, { duration }) => sum + duration, 0) }));
  return count('Playwright', [...endings, ...outside], exitCode, files);
}

/** Returns the page content at each failure of a test: the test's title, and the file. */
export const pagesOfFailures = ({ suites }: Pick<PlaywrightReport, 'suites'>): { title: string; path: string }[] =>
  suites
    .flatMap(testsOf)
    .flatMap(({ title, results }) =>
      results.flatMap(({ attachments }) => attachments).flatMap(({ name, path }) => (name === 'error-context' && path !== undefined ? [{ title, path }] : [])),
    );

/** Counts each failed check as one failure; a check that passed is no test. */
export const countChecks = (failed: readonly string[]): Count => ({
  passed: 0,
  failed: failed.length,
  notes: failed.map((name) => `check failed: ${name}`),
  files: [],
});

export const addUp = (counts: readonly Count[]): Count => ({
  passed: counts.reduce((total, { passed }) => total + passed, 0),
  failed: counts.reduce((total, { failed }) => total + failed, 0),
  notes: counts.flatMap(({ notes }) => notes),
  files: counts.flatMap(({ files }) => files),
});

/** Returns the files that took longest, one a line. */
export function slowestFiles({ files }: Pick<Count, 'files'>, most: number): string[] {
  const times = new Map<string, number>();
  for (const { file, ms } of files) times.set(file, (times.get(file) ?? 0) + ms);
  const sorted = [...times].sort(([, one], [, other]) => other - one).slice(0, most);
  return sorted.map(([file, ms]) => `${Math.round(ms / 1_000)} s ${file}`);
}

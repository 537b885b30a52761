import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failedChecks, say } from './command/checks.ts';
import { costLine, cpuSeconds } from './command/cost.ts';
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
} from './command/count.ts';
import { runProgram } from './command/runProgram.ts';
import { findChromium } from './support/chromium.ts';
import { isDebianPostgresInstalled, onDebianPostgres, testsOnDebianPostgres } from './support/debianPostgres.ts';

// `npm test`: the checks, then vitest and Playwright side by side, with what proves a change. `npm run test:all`: everything there is.
// `npm test -- WORD…`: all tests of the files whose path contains one of the words, and no checks.

const { values, positionals: words } = parseArgs({ options: { all: { type: 'boolean', default: false } }, allowPositionals: true });

/** Above this many CPU seconds `npm test` is no longer over in ten minutes on two idle cores. */
const cpuSecondsMost = 1_250;

/** Of the pages of failed tests, all together, in characters: the files are gone with the machine, and often only the end of a long run is kept. */
const longestPages = 8_000;

const reports = mkdtempSync(join(tmpdir(), 'headway-reports-'));
const environment = { NODE_ENV: 'test', HEADWAY_TESTS: values.all || words.length > 0 ? 'all' : 'change' };

/** Returns the report that a runner left, or undefined when it was cut off before. */
function readReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

/** Runs the given files, or all. */
async function runVitest(files: readonly string[], database: Readonly<Record<string, string>> = {}): Promise<Count> {
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const exitCode = await runProgram('vitest', ['run', '--config', 'tests/vitest.config.ts', '--allowOnly=false', ...reporters, ...files], {
    ...environment,
    ...database,
  });
  return countVitest(readReport<VitestReport>(report), exitCode);
}

/** Runs the given files, or all. Given files run without those that Playwright would run before them. */
async function runPlaywright(files: readonly string[]): Promise<Count> {
  if (!hasBrowsers()) return countPlaywright(undefined, 1);
  const path = join(reports, 'playwright.json');
  const given = files.length === 0 ? [] : ['--no-deps', ...files.map((file) => file.replaceAll('.', '\\.'))];
  const exitCode = await runProgram('playwright', ['test', '--config', 'tests/frontends/playwright.config.ts', '--reporter=list,json', ...given], {
    ...environment,
    PLAYWRIGHT_JSON_OUTPUT_FILE: path,
  });
  const report = readReport<PlaywrightReport>(path);
  printPages(report ? pagesOfFailures(report) : []);
  return countPlaywright(report, exitCode);
}

function printPages(pages: readonly { title: string; path: string }[]): void {
  for (const { title, path } of pages) {
    say(`what the page showed: ${title}`);
    console.log(readFileSync(path, 'utf8').slice(0, longestPages / pages.length));
  }
}

/** Finds the browsers, or installs them. Without them the rest is still worth running. */
function hasBrowsers(): boolean {
  try {
    for (const kind of ['headless', 'whole'] as const) findChromium(kind);
    return true;
  } catch (error) {
    console.error((error as Error).message);
    return false;
  }
}

/** Runs some tests of services on the oldest PostgreSQL that the product supports, where that is installed. */
async function runOnDebianPostgres(): Promise<Count[]> {
  if (isDebianPostgresInstalled()) return [await runVitest(testsOnDebianPostgres, onDebianPostgres)];
  say('no PostgreSQL 15 of Debian is installed here, so that nothing was tried on it');
  return [];
}

async function runEverything(): Promise<Count[]> {
  const checks = countChecks(await failedChecks());
  const runners = await Promise.all([runVitest([]), runPlaywright([])]);
  return [checks, ...runners, ...(values.all ? await runOnDebianPostgres() : [])];
}

/** Runs the files whose path contains one of the words, in capitals or not. A runner without a file of its own is not started. */
async function runChosen(): Promise<Count[]> {
  const files = readdirSync('tests', { recursive: true, encoding: 'utf8' }).map((file) => `tests/${file.replaceAll('\\', '/')}`);
  const ofWord = (word: string) => files.filter((file) => /\.(test|spec)\.tsx?$/.test(file) && file.toLowerCase().includes(word.toLowerCase()));
  const unknown = words.filter((word) => ofWord(word).length === 0);
  if (unknown.length > 0) return [{ passed: 0, failed: unknown.length, notes: unknown.map((word) => `no test file has “${word}” in its path`), files: [] }];
  const chosen = [...new Set(words.flatMap(ofWord))];
  const [browser, node] = [chosen.filter((file) => file.endsWith('.spec.ts')), chosen.filter((file) => !file.endsWith('.spec.ts'))];
  return Promise.all([...(node.length > 0 ? [runVitest(node)] : []), ...(browser.length > 0 ? [runPlaywright(browser)] : [])]);
}

const total = addUp(await (words.length > 0 ? runChosen() : runEverything()));
rmSync(reports, { recursive: true, force: true });
say('result');
for (const note of total.notes) console.log(note);
const cpu = cpuSeconds();
if (environment.HEADWAY_TESTS === 'change' && cpu > cpuSecondsMost) {
  console.log(`${Math.round(cpu)} CPU seconds are more than the ${cpuSecondsMost} that a change may take. The slowest files:`);
  for (const line of slowestFiles(total, 15)) console.log(`  ${line}`);
}
console.log(costLine(cpu));
console.log(`${total.passed} passed, ${total.failed} failed`);
process.exitCode = total.failed === 0 ? 0 : 1;

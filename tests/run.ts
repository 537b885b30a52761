import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { failedChecksBesideTests, say } from './command/checks.ts';
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
} from './command/count.ts';
import { runToTheEnd } from './command/processes.ts';
import { type Selection, selectFiles } from './command/selection.ts';
import { breaksProviders } from './frontends/breaksProviders.ts';
import { findChromium } from './support/chromium.ts';

// `npm test`: the checks, vitest, which compiles everything as well, Playwright. All three run even when an earlier one fails, so that the counts are whole.
// `npm test -- PATTERN…`: only the test files whose path contains one of the patterns, and no checks.
// `--under=FOLDER` before them: only those in the folder.

const { values, positionals } = parseArgs({ options: { under: { type: 'string', default: '' } }, allowPositionals: true });
const patterns = positionals.length === 0 && values.under !== '' ? [values.under] : positionals;
const allFiles = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  .map((file) => `tests/${file.replaceAll('\\', '/')}`)
  .filter((file) => file.startsWith(values.under));
const selection = patterns.length > 0 ? selectFiles(allFiles, patterns) : undefined;
for (const pattern of selection?.unmatched ?? []) console.log(`No test file has “${pattern}” in its path.`);
if (selection && selection.unmatched.length > 0) process.exit(1);

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
  });
}

const reports = mkdtempSync(join(tmpdir(), 'headway-reports-'));

/** Of what the pages showed when their tests failed, all together, in characters: the files are gone with the machine that ran the tests, and often only the end of a long run is kept. */
const longestPages = 8_000;

/** The report that a runner left, or undefined when it was cut off before it wrote one. */
function readReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

/** Runs the given files, or all. */
async function runVitest(files: readonly string[] = []): Promise<Count> {
  say('vitest');
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const end = await runToTheEnd('vitest', ['run', '--config', 'tests/vitest.config.ts', '--allowOnly=false', ...reporters, ...files], { NODE_ENV: 'test' });
  return addUp([countVitest(readReport<VitestReport>(report), end), countLeftovers('vitest', end.leftovers)]);
}

/** Given files run without those that Playwright would run before them. */
async function runPlaywright(files: readonly string[] = []): Promise<Count> {
  say('Playwright');
  if (!hasBrowsers()) return countPlaywright(undefined, { exitCode: 1, lastWords: '' });
  const report = join(reports, 'playwright.json');
  const given = files.length === 0 ? [] : ['--no-deps', ...orderOf(files), ...files.map((file) => file.replaceAll('.', '\\.'))];
  const end = await runToTheEnd('playwright', ['test', '--config', 'tests/frontends/playwright.config.ts', '--reporter=list,json', ...given], {
    NODE_ENV: 'test',
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const told = readReport<PlaywrightReport>(report);
  const pages = told ? pagesOfFailures(told) : [];
  for (const { title, path } of pages) {
    say(`what the page showed: ${title}`);
    console.log(readFileSync(path, 'utf8').slice(0, longestPages / pages.length));
  }
  return addUp([countPlaywright(told, end), countLeftovers('Playwright', end.leftovers)]);
}

/** Nothing runs beside a file that breaks providers. */
const orderOf = (files: readonly string[]) => (files.some((file) => breaksProviders.test(file)) ? ['--workers=1'] : []);

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

const everything = [async () => countChecks(await failedChecksBesideTests()), () => runVitest(), () => runPlaywright()];

/** A runner without a file of its own is not started. */
const partsOf = ({ vitest, playwright }: Selection) => [
  ...(vitest.length > 0 ? [() => runVitest(vitest)] : []),
  ...(playwright.length > 0 ? [() => runPlaywright(playwright)] : []),
];

const parts = selection ? partsOf(selection) : everything;
const counts: Count[] = [];
for (const part of parts) if (!interrupted) counts.push(await part());
rmSync(reports, { recursive: true, force: true });

const total = addUp(counts);
say(interrupted ? 'interrupted' : 'result');
for (const note of total.notes) console.log(note);
if (interrupted) process.exit(130);
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;

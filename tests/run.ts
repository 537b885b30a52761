import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedChecks, say } from './command/checks.ts';
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
import { findChromium } from './support/chromium.ts';

// `npm test`: the checks, vitest, Playwright. All three run even when an earlier one fails, so that the counts are whole.

let interrupted = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    interrupted = true;
  });
}

const reports = mkdtempSync(join(tmpdir(), 'headway-reports-'));

/** Of what a page showed when its test failed, in characters: the file itself is gone with the machine that ran the test. */
const longestPage = 8_000;

/** The report that a runner left, or undefined when it was cut off before it wrote one. */
function readReport<Report>(path: string): Report | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Report;
  } catch {
    return undefined;
  }
}

async function runVitest(): Promise<Count> {
  say('vitest');
  const report = join(reports, 'vitest.json');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${report}`];
  const { exitCode, leftovers } = await runToTheEnd('vitest', ['run', '--config', 'tests/vitest.config.ts', '--allowOnly=false', ...reporters], {
    NODE_ENV: 'test',
  });
  return addUp([countVitest(readReport<VitestReport>(report), exitCode), countLeftovers('vitest', leftovers)]);
}

async function runPlaywright(): Promise<Count> {
  say('Playwright');
  const chromium = chromiumPath();
  if (chromium === undefined) return countPlaywright(undefined, 1);
  const report = join(reports, 'playwright.json');
  const { exitCode, leftovers } = await runToTheEnd('playwright', ['test', '--config', 'tests/frontends/playwright.config.ts', '--reporter=list,json'], {
    NODE_ENV: 'test',
    CHROMIUM_PATH: chromium,
    PLAYWRIGHT_JSON_OUTPUT_FILE: report,
  });
  const told = readReport<PlaywrightReport>(report);
  for (const { title, path } of told ? pagesOfFailures(told) : []) {
    say(`what the page showed: ${title}`);
    console.log(readFileSync(path, 'utf8').slice(0, longestPage));
  }
  return addUp([countPlaywright(told, exitCode), countLeftovers('Playwright', leftovers)]);
}

/** Without a browser the rest is still worth running. */
function chromiumPath(): string | undefined {
  try {
    return findChromium();
  } catch (error) {
    console.error((error as Error).message);
    return undefined;
  }
}

const parts = [async () => countChecks(await failedChecks()), runVitest, runPlaywright];
const counts: Count[] = [];
for (const part of parts) if (!interrupted) counts.push(await part());
rmSync(reports, { recursive: true, force: true });

const total = addUp(counts);
say(interrupted ? 'interrupted' : 'result');
for (const note of total.notes) console.log(note);
if (interrupted) process.exit(130);
console.log(closingLine(total));
process.exitCode = total.failed === 0 ? 0 : 1;

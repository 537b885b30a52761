import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { chromium } from '@playwright/test';
import { allSettings, type Setting } from '../../server/settings.ts';
import { absentInProduction } from '../check/lockFile.ts';
import { findChromium } from '../support/chromium.ts';
import { freePort } from '../support/freePort.ts';
import type { Container } from './buildStage.ts';

const startLimitMs = 60_000;
const lookMs = 100;

function check(what: string, holds: boolean): void {
  if (!holds) throw new Error(`it does not hold: ${what}`);
  console.log(`✓ ${what}`);
}

/** Those of the packages that lie in the folder, at any depth. */
function packagesIn(folder: string, names: readonly string[]): string[] {
  const places = execFileSync('find', ['.', '-type', 'd', '-name', 'node_modules'], { cwd: folder, encoding: 'utf8' }).split('\n').filter(Boolean);
  return places.flatMap((place) => names.filter((name) => existsSync(join(folder, place, name))));
}

/** Looks at the files that a container of production has. Throws when something is in them that does not belong there. */
export function lookAtFiles(folder: string): void {
  check('the packages of the product are in it', packagesIn(folder, ['express', 'pg']).length === 2);
  check(`none of ${absentInProduction.join(', ')} is in it`, packagesIn(folder, absentInProduction).length === 0);
  check('there is no sandbox in it', existsSync(join(folder, 'server/main.ts')) && !existsSync(join(folder, 'server/sandbox')));
  console.log(`· it takes ${execFileSync('du', ['-sh', '--apparent-size', folder], { encoding: 'utf8' }).split('\t', 1)[0]}`);
}

/** Settings as a deployment gives them: every provider real, every secret said. No provider is reached. */
function deployment(port: number, databaseUrl: string): NodeJS.ProcessEnv {
  const isSwitch = ({ default: value }: Setting) => value === 'sandbox';
  const wanted = allSettings().filter((setting) => setting.secret || setting.provider !== undefined || isSwitch(setting));
  const given = wanted.flatMap((setting): [string, string][] => {
    if (setting.default === undefined) return [];
    // Nobody listens on port 9.
    return [[setting.name, isSwitch(setting) ? 'real' : setting.default.replaceAll(/\{\w+\}/g, '9')]];
  });
  return {
    NODE_ENV: 'production',
    ...Object.fromEntries(given),
    ENCRYPTION_KEYS: `first:${randomBytes(32).toString('base64')}`,
    METRICS_TOKEN: randomBytes(16).toString('hex'),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: `http://headway.localhost:${port}`,
  };
}

async function untilReady(product: ChildProcess, url: string): Promise<number | undefined> {
  for (let waited = 0; waited < startLimitMs && product.exitCode === null; waited += lookMs) {
    const status = await fetch(`${url}/readyz`).then(
      (answer) => answer.status,
      () => undefined,
    );
    if (status === 200) return status;
    await pause(lookMs);
  }
  return undefined;
}

/** Opens the branded site in a browser: its scripts run when it sends a stranger on to sign in. */
async function opensSite(site: string): Promise<boolean> {
  const browser = await chromium.launch({ executablePath: findChromium(), args: ['--no-sandbox'] });
  try {
    const page = await browser.newPage();
    const asked = page.waitForRequest((request) => new URL(request.url()).host.startsWith('auth.headway.'), { timeout: 30_000 });
    const answer = await page.goto(site);
    await asked;
    return answer?.status() === 200;
  } finally {
    await browser.close();
  }
}

/** Starts the product from such files, as a container would, and looks that it serves and ends well. */
export async function tryProduct(folder: string, { command, environment }: Container, databaseUrl: string): Promise<void> {
  const port = await freePort();
  const [program = '', ...words] = command;
  const env = { PATH: process.env.PATH ?? '', ...deployment(port, databaseUrl), ...environment };
  const product = spawn(program, words, { cwd: folder, env, stdio: ['ignore', 'inherit', 'inherit'] });
  try {
    check('/readyz answers 200', (await untilReady(product, `http://127.0.0.1:${port}`)) === 200);
    check('a browser runs the branded site', await opensSite(`http://headway.localhost:${port}/`));
    const embedded = await fetch(`http://127.0.0.1:${port}/shopify/auth/login`);
    check('the embedded app answers', embedded.status === 200 && (await embedded.text()).includes('<!DOCTYPE html>'));
    const verified = execFileSync('node', ['server/db/auditVerify.mjs'], { cwd: folder, env, encoding: 'utf8' });
    check("an operator's command runs", verified.trim() === 'The audit log is intact.');
  } finally {
    const ended = product.exitCode === null && once(product, 'exit');
    product.kill('SIGTERM');
    await ended;
  }
  check('the product ends well', product.exitCode === 0);
  const refusal = (change: Record<string, string | undefined>) =>
    spawnSync(program, words, { cwd: folder, env: { ...env, ...change }, encoding: 'utf8' }).stderr;
  check('without DATABASE_URL it says so in one line', /^DATABASE_URL: missing, [^\n]*\n$/.test(refusal({ DATABASE_URL: undefined })));
  check(
    'a wish for the sandbox is refused in one line',
    /^SANDBOX: this installation holds no sandbox [^\n]*\n$/.test(refusal({ LITHIC: 'sandbox', SANDBOX: '1' })),
  );
}

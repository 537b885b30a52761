import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../../server/db/embedded.ts';
import { allSettings, type Setting } from '../../../server/settings.ts';
import { absentInProduction } from '../../check/lockFile.ts';
import { ownSecrets } from '../../support/demonstration.ts';
import { freePort } from '../../support/freePort.ts';
import { check, checkReadable, type Image, inBrowser, inContainer, packagesIn, tryContainer } from './image.ts';

/** Checks that the image holds what production needs, and nothing that only builds or plays third parties. */
function lookAtFiles(image: Image): void {
  check('the packages of the product are in it', packagesIn(image, ['express', 'pg']).length === 2);
  check(`none of ${absentInProduction.join(', ')} is in it`, packagesIn(image, absentInProduction).length === 0);
  check('there is no sandbox in it', existsSync(join(image.folder, 'server/main.ts')) && !existsSync(join(image.folder, 'server/sandbox')));
  checkReadable(image);
}

/** Settings as a deployment gives them: every provider real, every secret said. No provider is reached. */
function deployment(port: number, databaseUrl: string) {
  const isSwitch = ({ default: value }: Setting) => value === 'sandbox';
  const wanted = allSettings().filter((setting) => setting.provider !== undefined || isSwitch(setting));
  const given = wanted.flatMap((setting): [string, string][] => {
    if (setting.default === undefined) return [];
    // Nobody listens on port 9.
    return [[setting.name, isSwitch(setting) ? 'real' : setting.default.replaceAll(/\{\w+\}/g, '9')]];
  });
  return {
    ...Object.fromEntries(given),
    ...ownSecrets(),
    DATABASE_URL: databaseUrl,
    PORT: String(port),
    PUBLIC_URL: `http://headway.localhost:${port}`,
  };
}

/** Opens the branded site and the embedded app, and runs an operator's command. The site's scripts run when it sends a stranger on to sign in. */
async function lookAround(image: Image, settings: ReturnType<typeof deployment>): Promise<void> {
  await inBrowser(async (page) => {
    const asked = page.waitForRequest((request) => new URL(request.url()).host.startsWith('auth.headway.'), { timeout: 30_000 });
    const answer = await page.goto(`${settings.PUBLIC_URL}/`);
    await asked;
    check('a browser runs the branded site', answer?.status() === 200);
  });
  const embedded = await fetch(`http://127.0.0.1:${settings.PORT}/shopify/auth/login`);
  check('the embedded app answers', embedded.status === 200 && (await embedded.text()).includes('<!DOCTYPE html>'));
  const verified = execFileSync('node', ['server/db/auditVerify.mjs'], { encoding: 'utf8', ...inContainer(image, settings) });
  const statement = execFileSync('node', ['--eval', printStatement], { encoding: 'utf8', ...inContainer(image, settings) });
  check('a process makes a statement', statement === '%PDF-');
  check("an operator's command runs", verified.trim() === 'The audit log is intact.');
}

/** Prints the first bytes of a statement that a process for files makes, for a merchant without purchases. */
const printStatement = `
const { fork } = require('node:child_process');
const config = { environment: 'production', logLevel: 'error' };
const child = fork('./server/start/fileProcess.ts', { execArgv: [], serialization: 'advanced' });
child.send({ type: 'begin', data: { config, databaseUrl: process.env.DATABASE_URL } });
child.on('message', ({ type, bytes, failure }) => {
  if (type === 'piece') process.stdout.write(bytes.subarray(0, 5), () => process.exit());
  if (type === 'failed') throw new Error(failure.message);
});
const receiverId = crypto.randomUUID();
const view = { scope: { receiverId }, receiver: { whitelabel: 'headway', email: 'a@example.com', business_name: null, see_statements: true }, isOwn: true };
const order = { call: 'GET /api/users/:token/statements/:month', view, params: { token: 'a', month: '2026-01' }, query: { kind: 'card' }, wants: 'application/pdf' };
const { Client } = require('pg');
const client = new Client({ connectionString: process.env.DATABASE_URL });
const add = 'INSERT INTO receiver (id, token, email, whitelabel) VALUES ($1, $2, $3, $4)';
client.connect()
  .then(() => client.query(add, [receiverId, 'a', 'a@example.com', 'headway']))
  .then(() => client.end())
  .then(() => child.send({ type: 'make', id: 1, order, times: { now: new Date(), machineNow: new Date() }, asksReplica: false }));`;

/** Checks that a start without a database, and one that wants the sandbox, are refused in one line each. */
function checkRefusals(image: Image, { DATABASE_URL, ...others }: ReturnType<typeof deployment>): void {
  const [program = '', ...words] = image.container.command;
  const refuses = (settings: Readonly<Record<string, string>>, line: RegExp) => {
    const { stderr } = spawnSync(program, words, { encoding: 'utf8', ...inContainer(image, settings) });
    if (!line.test(stderr)) console.error(stderr);
    return line.test(stderr);
  };
  check('without DATABASE_URL it says so in one line', refuses(others, /^DATABASE_URL: missing, [^\n]*\n$/));
  const wish = { ...others, DATABASE_URL, LITHIC: 'sandbox', SANDBOX: '1' };
  check('a wish for the sandbox is refused in one line', refuses(wish, /^SANDBOX: 1 is refused beside a real provider [^\n]*\n$/));
}

/** Looks at the image for production, and starts it on a PostgreSQL beside it as a deployment would. Throws when something is not right. */
export async function tryProduction(image: Image): Promise<void> {
  lookAtFiles(image);
  const dataDir = join(image.place.folder, 'database');
  mkdirSync(dataDir);
  const database = await startEmbeddedPostgres({ dataDir, log: { debug: () => {}, error: console.error } });
  try {
    const settings = deployment(await freePort(), database.url);
    await tryContainer(image, { settings, signal: 'SIGTERM' }, () => lookAround(image, settings));
    checkRefusals(image, settings);
  } finally {
    await database.stop();
    await removeEmbeddedPostgres(dataDir);
  }
}

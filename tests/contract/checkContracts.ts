import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Config, readConfig } from '../../server/config.ts';
import { removeEmbeddedPostgres, startEmbeddedPostgres } from '../../server/db/embedded.ts';
import { startSandbox } from '../../server/sandbox/index.ts';
import { hostedDesigns } from '../../server/start/hostedDesigns.ts';
import { openEventInbox, type Received } from '../core/sandbox/eventInbox.ts';
import { type Description, readDescription } from './description.ts';
import { type Exchange, recordExchanges } from './exchanges.ts';
import { callLithic, lithicEvents, lithicOperations } from './lithicCalls.ts';
import { callPlaid, plaidEvents, plaidOperations } from './plaidCalls.ts';
import { callRutter, rutterOperations } from './rutterCalls.ts';
import { callShopify } from './shopifyCalls.ts';
import { askedFields, missingScopes, needlessScopes, problemsOfExchange } from './shopifyRules.ts';

/**
 * Runs `npm run check:contracts -- <folder>`: makes every call of the product to the sandbox and checks all requests,
 * answers and events against the providers' own API descriptions (`lithic.yml`, `plaid-2020-09-14.yml`,
 * `rutter.yaml`), unknown keys included, and those of Shopify, which publishes none, against its rules of cost and scopes. Fails without the descriptions: a check that checks nothing must not pass.
 */

interface Provider {
  name: string;
  prefix: string;
  file: string;
  openapi: '3.0' | '3.1';
  /** Operations that must all have been called. */
  operations: readonly string[];
  /** Keys newer than the description, with an explanation of each. */
  newerKeys?: Readonly<Record<string, string>>;
}

const providers: readonly Provider[] = [
  { name: 'Lithic', prefix: '/lithic', file: 'lithic.yml', openapi: '3.1', operations: lithicOperations },
  {
    name: 'Plaid',
    prefix: '/plaid',
    file: 'plaid-2020-09-14.yml',
    openapi: '3.0',
    operations: plaidOperations,
    newerKeys: { requested_amount: 'in the SDK, whose description is some months younger' },
  },
  {
    name: 'Rutter',
    prefix: '/rutter/versioned',
    file: 'rutter.yaml',
    openapi: '3.0',
    operations: rutterOperations,
    newerKeys: {
      unavailable_objects: 'of the version that the product asks for, 2024-08-31',
      platform_id: 'of the version that the product asks for, 2024-08-31',
      last_synced_at: 'of the version that the product asks for, 2024-08-31',
    },
  },
];

const quiet = { debug() {}, info() {}, warn() {}, error: console.error };

function fail(message: string): never {
  console.error(message);
  process.exit(1);
}

/** Starts the sandbox on its own database, makes all calls and records everything. */
async function recordAll(): Promise<{ exchanges: Exchange[]; received: Received[] }> {
  const dataDir = mkdtempSync(join(tmpdir(), 'headway-contracts-'));
  const database = await startEmbeddedPostgres({ dataDir, log: quiet, settings: { fsync: 'off' } });
  const inbox = await openEventInbox();
  inbox.answer = ({ path }) => ({ status: 200, ...(path === '/decide' && { body: JSON.stringify({ result: 'APPROVED' }) }) });
  const base = readConfig({ NODE_ENV: 'test', SANDBOX_PORT: '0', SANDBOX_SMTP_PORT: '0' });
  const sandbox = await startSandbox({
    database: { connectionString: database.url },
    config: base,
    hostedDesigns: hostedDesigns(),
    productUrl: inbox.url,
    log: quiet,
  });
  const recorder = await recordExchanges(sandbox.url);
  const config: Config = {
    ...base,
    lithic: { ...base.lithic, baseUrl: `${recorder.url}/lithic` },
    plaid: { ...base.plaid, baseUrl: `${recorder.url}/plaid` },
    rutter: { ...base.rutter, baseUrl: `${recorder.url}/rutter/versioned` },
    shopify: { ...base.shopify, emulatorUrl: `${recorder.url}/shopify` },
  };
  const press = (standIn: string) => async (button: string, fields: Record<string, unknown>) => {
    const answer = await fetch(`${sandbox.url}/control/${standIn}/${button}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    if (!answer.ok) throw new Error(`${standIn}/${button}: ${await answer.text()}`);
    return answer.json();
  };
  try {
    await callLithic(config.lithic, { press: press('lithic'), decisionUrl: `${inbox.url}/decide` });
    await callPlaid(config.plaid, { press: press('plaid'), webhookUrl: `${inbox.url}/webhooks/plaid` });
    await callRutter(config.rutter, { press: press('rutter') });
    await callShopify(config.shopify, { sandboxUrl: sandbox.url, press: press('shopify') });
    await fetch(`${sandbox.url}/control/webhooks/flush`, { method: 'POST' });
    return { exchanges: recorder.exchanges, received: inbox.received };
  } finally {
    await recorder.stop();
    await sandbox.stop();
    await inbox.stop();
    await database.stop();
    await removeEmbeddedPostgres(dataDir);
    rmSync(dataDir, { recursive: true, force: true });
  }
}

/** Returns all problems of one provider's exchanges, and the operations that were called. */
function judge({ prefix }: Provider, description: Description, exchanges: readonly Exchange[]): { problems: string[]; called: Set<string>; checked: number } {
  const problems: string[] = [];
  const called = new Set<string>();
  const mine = exchanges.filter(({ path }) => path.startsWith(`${prefix}/`));
  for (const { method, path, request, status, answer } of mine) {
    const operation = description.operationAt(method, path.slice(prefix.length));
    if (!operation) {
      if (status < 400) problems.push(`${method} ${path}: the provider has no such operation`);
      continue;
    }
    const name = `${operation.method} ${operation.template}`;
    called.add(name);
    const complain = (what: string) => (problem: string) => problems.push(`${name} ${what}: ${problem}`);
    if (request !== undefined && status < 400) description.problemsOfRequest(operation, request).forEach(complain('request'));
    if (answer !== undefined) description.problemsOfAnswer(operation, status, answer).forEach(complain(`answer ${status}`));
  }
  return { problems, called, checked: mine.length };
}

function judgeEvents(descriptions: ReadonlyMap<string, Description>, received: readonly Received[]): { problems: string[]; seen: Set<string> } {
  const problems: string[] = [];
  const seen = new Set<string>();
  for (const { path, body } of received) {
    const lithicEvent = path === '/webhooks/lithic' || path === '/decide' ? String(body.event_type) : undefined;
    const plaidCode = path === '/webhooks/plaid' ? String(body.webhook_code) : undefined;
    const name = lithicEvent ?? plaidCode;
    if (name === undefined) continue;
    seen.add(name);
    const found = lithicEvent
      ? descriptions.get('Lithic')?.problemsOfWebhook(lithicEvent, body)
      : descriptions.get('Plaid')?.problemsOfSchema(plaidEvents[name] ?? name, body);
    for (const problem of found ?? []) problems.push(`event ${name}: ${problem}`);
  }
  return { problems, seen };
}

/** Returns the problems of cost and scopes in the calls to a shop. */
function judgeShopify(all: readonly Exchange[], scopes: readonly string[]): string[] {
  const calls = all.filter(({ path }) => path.startsWith('/shopify/admin/api/'));
  const asked = calls.flatMap(({ request }) => {
    const { query, variables } = request as { query: string; variables?: Record<string, unknown> };
    return askedFields(query, variables);
  });
  const codes = new Set(
    calls.flatMap(({ answer }) => ((answer ?? {}) as { errors?: { extensions: { code: string } }[] }).errors ?? []).map(({ extensions }) => extensions.code),
  );
  const unseen = ['MAX_COST_EXCEEDED', 'ACCESS_DENIED', 'THROTTLED'].filter((code) => !codes.has(code));
  console.log(`Shopify: ${calls.length} calls, their cost and scopes`);
  return [
    ...calls.flatMap(problemsOfExchange),
    ...missingScopes(asked, scopes),
    ...needlessScopes(asked, scopes).map((scope) => `${scope} is asked for, and nothing needs it`),
    ...unseen.map((code) => `${code} never came`),
  ].map((problem) => `Shopify: ${problem}`);
}

const given = process.argv[2];
if (given === undefined) fail("Where are the providers' API descriptions? npm run check:contracts -- <folder>");
const folder = resolve(process.env.INIT_CWD ?? process.cwd(), given);
const missing = providers.filter(({ file }) => !existsSync(join(folder, file)));
if (missing.length > 0) fail(`Not in ${folder}: ${missing.map(({ file }) => file).join(', ')}`);

const { exchanges, received } = await recordAll();
const descriptions = new Map<string, Description>();
const problems: string[] = [];
for (const provider of providers) {
  const { name, file, openapi, operations, newerKeys = {} } = provider;
  const description = readDescription({ file: join(folder, file), openapi, newerKeys });
  descriptions.set(name, description);
  const judged = judge(provider, description, exchanges);
  const uncalled = operations.filter((operation) => !judged.called.has(operation));
  problems.push(...judged.problems.map((problem) => `${name}: ${problem}`), ...uncalled.map((operation) => `${name}: ${operation} was never called`));
  console.log(`${name}: ${judged.checked} exchanges over ${judged.called.size} operations`);
}
problems.push(...judgeShopify(exchanges, readConfig({ NODE_ENV: 'test' }).shopify.scopes));
const events = judgeEvents(descriptions, received);
const unseen = [...lithicEvents, ...Object.keys(plaidEvents)].filter((name) => !events.seen.has(name));
problems.push(...events.problems, ...unseen.map((name) => `event ${name} never came`));
console.log(`${events.seen.size} kinds of events`);

const counted = Map.groupBy(problems, (problem) => problem.replace(/\/\d+/g, '/n'));
for (const [problem, times] of counted) console.error(`${problem}${times.length > 1 ? ` (${times.length} times)` : ''}`);
if (counted.size > 0) fail(`${counted.size} differences from the providers' descriptions`);
console.log('The sandbox answers as the providers describe.');

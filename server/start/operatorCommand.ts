import { type ParseArgsConfig, parseArgs } from 'node:util';
import type { Config } from '../config.ts';
import { shareEmbeddedPostgres } from '../db/embedded.ts';
import { migrate } from '../db/migrate.ts';
import { connectionTo } from '../db/primary.ts';
import { findReceiver, findReceiverOfUser } from '../db/queries/findReceiver.ts';
import { receiverIdOfEmail } from '../db/queries/ownerIndex.ts';
import { programKeys } from '../domain/basics/programKeys.ts';
import { isUuid } from '../domain/basics/uuid.ts';
import { staffRights } from '../domain/staff/staffRights.ts';
import { operatorCommands } from '../jobs/operatorCommands.ts';
import { openQueue } from '../jobs/queue.ts';
import { changeRightOf, listStaff } from '../jobs/staffRights.ts';
import { createLog } from '../log.ts';
import type { Deps } from '../services/deps.ts';
import { requireReachable } from './database.ts';
import { type Lifecycle, StartRefused } from './lifecycle.ts';
import { openDeps } from './product.ts';
import { openTime } from './time.ts';

const queueStopMs = 3_000;

/** The commands beside those about one receiver. */
const otherCommands = ['jobs:failed', 'migrate', 'staff'];

/** Reads a command's options. Throws a StartRefused for an option that it does not have. */
function readOptions<const Options extends NonNullable<ParseArgsConfig['options']>>(words: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...words], options }).values;
  } catch (error) {
    throw new StartRefused(error instanceof Error ? error.message : String(error));
  }
}

/** Throws a StartRefused for a word that names no command: without it a mistyped one would start the product. */
function requireCommand(name: string): void {
  if (name === '' || name.startsWith('--')) return;
  const commands = [...otherCommands, ...Object.keys(operatorCommands)].toSorted();
  if (!commands.includes(name)) throw new StartRefused(`There is no command ${name}: ${commands.join(', ')}`);
}

/**
 * Runs the operator command named by the first of `words`, such as `reconcile --receiver {token or id}`, whether or not
 * the product is running. Returns the exit code; undefined when no command is named. Throws a StartRefused.
 */
export async function runOperatorCommand(config: Config, lifecycle: Lifecycle, words: readonly string[]): Promise<number | undefined> {
  const [name = '', ...rest] = words;
  requireCommand(name);
  if (name === 'migrate') return migrateAsOwner(config);
  if (name === 'jobs:failed') return listFailedJobs(config, lifecycle, rest);
  if (name === 'staff') return changeStaff(config, lifecycle, rest);
  const command = operatorCommands[name];
  if (!command) return undefined;
  const { receiver: named } = readOptions(rest, { receiver: { type: 'string' } });
  if (named === undefined) throw new StartRefused(`Say whose: npm run ${name} -- --receiver {token or id}`);
  const deps = await openCommandDeps(config, lifecycle);
  const byId = isUuid(named) ? await findReceiver(deps.database, named) : null;
  const receiver = byId ?? (await findReceiverOfUser(deps.database, named));
  if (!receiver) throw new StartRefused(`There is no receiver with the token or id ${named}`);
  return (await command(deps, receiver.id, (line) => console.log(line))) ? 0 : 1;
}

/** Opens what a command needs. It decides and repairs, so it asks no replica. */
async function openCommandDeps(config: Config, lifecycle: Lifecycle): Promise<Deps> {
  const alone: Config = { ...config, role: 'web', databaseReplicaUrl: undefined };
  return openDeps(alone, await databaseUrlOf(config, lifecycle), lifecycle, (await openTime(config)).clock);
}

const staffUsage = `npm run staff -- --program {${programKeys.join('|')}} --email {address} --give {${staffRights.join('|')}}, or --take in place of --give`;

/** Reads whose right changes, and how; null without options. Throws a StartRefused for options that do not go together. */
function readStaffChange(words: readonly string[]) {
  if (words.length === 0) return null;
  const text = { type: 'string' } as const;
  const { email, give, take, ...named } = readOptions(words, { program: text, email: text, give: text, take: text });
  const program = programKeys.find((key) => key === named.program);
  const right = staffRights.find((one) => one === (give ?? take));
  const isEither = (give === undefined) !== (take === undefined);
  if (program === undefined || email === undefined || right === undefined || !isEither) throw new StartRefused(staffUsage);
  return { program, email, right, isGiven: give !== undefined };
}

/** Gives somebody a right of staff or takes it back, where options say so, and prints who has one. Throws a StartRefused. */
async function changeStaff(config: Config, lifecycle: Lifecycle, words: readonly string[]): Promise<number> {
  const change = readStaffChange(words);
  const deps = await openCommandDeps(config, lifecycle);
  if (change) {
    const id = await receiverIdOfEmail(deps.database, { program: change.program, email: change.email.toLowerCase() });
    if (id === null) throw new StartRefused(`Nobody signs in to ${change.program} as ${change.email}`);
    await changeRightOf(deps, id, change);
  }
  await listStaff(deps, (line) => console.log(line));
  return 0;
}

/** Brings the tables and the job queue up to date, so that processes whose role may change neither can start. */
async function migrateAsOwner({ databaseUrl, logLevel }: Config): Promise<number> {
  if (databaseUrl === undefined) throw new StartRefused('DATABASE_URL: missing, the database to migrate');
  await requireReachable(databaseUrl);
  const applied = await migrate(databaseUrl);
  const queue = await openQueue({ connection: connectionTo(databaseUrl), log: createLog(logLevel), worker: false, runsSchedules: false });
  await queue.stop(queueStopMs);
  console.log(applied.length === 0 ? 'The database is up to date.' : `Applied: ${applied.join(', ')}`);
  return 0;
}

/**
 * Prints the jobs that failed for good, by queue; with `--again`, or `--again --queue NAME`, puts them back into their queues. Throws a
 * StartRefused for a queue that there is not.
 */
async function listFailedJobs(config: Config, lifecycle: Lifecycle, words: readonly string[]): Promise<number> {
  const { again, queue: named } = readOptions(words, { again: { type: 'boolean' }, queue: { type: 'string' } });
  const connection = connectionTo(await databaseUrlOf(config, lifecycle));
  const queue = await openQueue({ connection, log: createLog(config.logLevel), worker: false, runsSchedules: false });
  lifecycle.started('job queue', () => queue.stop(queueStopMs));
  const names = await queue.names();
  if (named !== undefined && !names.includes(named)) throw new StartRefused(`There is no queue ${named}: ${names.join(', ')}`);
  const all = await queue.failed();
  const failed = all.filter((one) => named === undefined || one.queue === named);
  for (const { queue: name, count, since, reason } of failed) console.log(`${name}: ${count} since ${since.toISOString()}, the newest because: ${reason}`);
  if (failed.length === 0)
    console.log(all.length === 0 ? 'No job waits for you.' : `No job of ${named} waits for you, but of ${all.map((one) => one.queue).join(', ')}.`);
  if (again) {
    const back = await queue.tryAgain(named);
    console.log(`Put back: ${back}`);
    const dropped = failed.reduce((sum, { count }) => sum + count, 0) - back;
    if (dropped > 0) console.log(`Dropped: ${dropped}, the same work as what is put back or already waits`);
  }
  return 0;
}

/** Uses the embedded database of the running product, or starts it for the command. */
async function databaseUrlOf(config: Config, lifecycle: Lifecycle): Promise<string> {
  if (config.databaseUrl) {
    await requireReachable(config.databaseUrl);
    return config.databaseUrl;
  }
  const server = await shareEmbeddedPostgres({ dataDir: config.dataDir, backupDir: config.backupDir, log: createLog(config.logLevel) });
  lifecycle.started('embedded PostgreSQL', server.stop);
  await migrate(server.url);
  return server.url;
}

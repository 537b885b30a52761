import { ConfigurationError, readConfig } from './config.ts';
import { MigrationRefused } from './db/migrate.ts';
import { NoDatabaseThere } from './db/postgres/folder.ts';
import { ClusterInUse } from './db/postgres/leftover.ts';
import { NoEmbeddedDatabase } from './db/postgres/programs.ts';
import { ServerNotStarted } from './db/postgres/server.ts';
import { DomainError } from './domain/basics/errors.ts';
import { createLog, logUncaught } from './log.ts';
import { createLifecycle, StartRefused } from './start/lifecycle.ts';

const lifecycle = createLifecycle();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  const log = createLog(config.logLevel);
  logUncaught(log);
  lifecycle.stopOnSignals(log);
  const words = process.argv.slice(2);
  // Each loads its own code only: a process that decides purchases takes a fraction of the product's memory.
  if (config.role === 'decide' && words.length === 0) {
    const { startDecisions } = await import('./start/decide.ts');
    await startDecisions(config, lifecycle);
    console.log(`Headway decides purchases on port ${config.port}`);
    return;
  }
  const { runWholeProduct } = await import('./start/wholeProduct.ts');
  await runWholeProduct(config, lifecycle, words);
}

main().catch(async (error: unknown) => {
  // A stop was requested during the start.
  if (lifecycle.isStopping()) return;
  const isForOperator = [
    StartRefused,
    ConfigurationError,
    MigrationRefused,
    ClusterInUse,
    NoDatabaseThere,
    NoEmbeddedDatabase,
    ServerNotStarted,
    DomainError,
  ].some((kind) => error instanceof kind);
  console.error(isForOperator ? (error as Error).message : error);
  await lifecycle.stop();
  process.exit(1);
});

import { ConfigurationError, readConfig } from './config.ts';
import { MigrationRefused } from './db/migrate.ts';
import { ClusterInUse } from './db/postgres/leftover.ts';
import { NoEmbeddedDatabase } from './db/postgres/programs.ts';
import { DomainError } from './domain/basics/errors.ts';
import { createLog } from './log.ts';
import { describeAddresses } from './start/addresses.ts';
import { makeDemoData } from './start/demo/index.ts';
import { createLifecycle, StartRefused } from './start/lifecycle.ts';
import { runOperatorCommand } from './start/operatorCommand.ts';
import { startProduct } from './start/product.ts';

const lifecycle = createLifecycle();

async function main(): Promise<void> {
  const config = readConfig(process.env);
  lifecycle.stopOnSignals(createLog(config.logLevel));
  const exitCode = await runOperatorCommand(config, lifecycle, process.argv.slice(2));
  if (exitCode !== undefined) {
    await lifecycle.stop();
    process.exit(exitCode);
  }
  const product = await startProduct(config, lifecycle, { frontends: process.argv.includes('--dev') ? 'development' : 'built' });
  if (product.sandboxUrl !== undefined) lifecycle.started('demo data', await makeDemoData(product.deps));
  console.log(describeAddresses(product));
}

main().catch(async (error: unknown) => {
  // A stop was requested during the start.
  if (lifecycle.isStopping()) return;
  const isForOperator = [StartRefused, ConfigurationError, MigrationRefused, ClusterInUse, NoEmbeddedDatabase, DomainError].some(
    (kind) => error instanceof kind,
  );
  console.error(isForOperator ? (error as Error).message : error);
  await lifecycle.stop();
  process.exit(1);
});

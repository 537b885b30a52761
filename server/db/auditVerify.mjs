// npm run audit:verify: checks the chain of every receiver's audit log and names each changed, added or removed row.
import { readConfig } from '../config.ts';
import { createDatabase } from './client.ts';
import { shareEmbeddedPostgres } from './embedded.ts';
import { findBrokenAuditRows } from './queries/auditChain.ts';

const log = { debug: () => {}, error: console.error };

async function verify(config) {
  const server = config.databaseUrl ? undefined : await shareEmbeddedPostgres({ dataDir: config.dataDir, backupDir: config.backupDir, log });
  const database = createDatabase(config.databaseUrl ?? server.url);
  try {
    return await findBrokenAuditRows(database);
  } finally {
    await database.$disconnect();
    await server?.stop();
  }
}

try {
  const broken = await verify(readConfig(process.env));
  for (const row of broken) console.error(`receiver ${row.receiver_id}, row ${row.sequence}: the row was changed after it was written`);
  console.log(broken.length === 0 ? 'The audit log is intact.' : `${broken.length} rows of the audit log are broken.`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

// npm run audit:verify: checks the chain of every receiver's audit log and names each changed, added or removed row.
import { readConfig } from '../config.ts';
import { createDatabase } from './client.ts';
import { shareEmbeddedPostgres } from './embedded.ts';
import { findBrokenAuditRows, maximumBroken } from './queries/auditChain.ts';
import { refuseWords } from './refuseWords.ts';

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

const faults = { changed: 'the row was changed after it was written', unchained: 'the row before it was removed, added or replaced' };

try {
  refuseWords();
  const broken = await verify(readConfig(process.env));
  for (const { receiver_id, sequence, fault } of broken) console.error(`receiver ${receiver_id}, row ${sequence}: ${faults[fault]}`);
  const count = broken.length === maximumBroken ? `${maximumBroken} or more` : broken.length;
  console.log(broken.length === 0 ? 'The audit log is intact.' : `Broken rows of the audit log: ${count}.`);
  process.exitCode = broken.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}

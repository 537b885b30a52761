// npm run secrets:rotate
import { readConfig } from '../config.ts';
import { createDatabase } from './client.ts';
import { shareEmbeddedPostgres } from './embedded.ts';
import { migrate } from './migrate.ts';
import { refuseWords } from './refuseWords.ts';
import { rotateSecrets } from './rotate.ts';
import { createSecrets } from './secrets.ts';

const log = { debug: () => {}, error: console.error };

/** Of a ring without the right key every secret would be named. */
const maximumNamed = 100;

async function rotate(config) {
  const server = config.databaseUrl ? undefined : await shareEmbeddedPostgres({ dataDir: config.dataDir, backupDir: config.backupDir, log });
  try {
    const url = config.databaseUrl ?? server.url;
    await migrate(url);
    const database = createDatabase(url);
    try {
      return await rotateSecrets(database, createSecrets(config.encryptionKeys));
    } finally {
      await database.$disconnect();
    }
  } finally {
    await server?.stop();
  }
}

try {
  refuseWords();
  const { reencrypted, unreadable } = await rotate(readConfig(process.env));
  console.log(`${reencrypted} secrets re-encrypted with the first key`);
  for (const line of unreadable.slice(0, maximumNamed)) console.error(line);
  if (unreadable.length > 0) console.error(`Secrets that could not be read, and were left as they are: ${unreadable.length}.`);
  process.exitCode = unreadable.length > 0 ? 1 : 0;
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

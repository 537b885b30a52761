// npm run db:reset
import { readConfig } from '../config.ts';
import { removeEmbeddedPostgres } from './embedded.ts';
import { refuseWords } from './refuseWords.ts';

try {
  refuseWords();
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) throw new Error('DATABASE_URL is set, and this command removes only the embedded database. Empty the database of DATABASE_URL yourself.');
  await removeEmbeddedPostgres(dataDir);
  console.log('The embedded database was removed. The next start creates a new one with demo data.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

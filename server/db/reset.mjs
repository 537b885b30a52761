// npm run db:reset
import { readConfig } from '../config.ts';
import { removeEmbeddedPostgres } from './embedded.ts';

try {
  const { databaseUrl, dataDir } = readConfig(process.env);
  if (databaseUrl) throw new Error('DATABASE_URL is set, and only the embedded database is removed this way: empty that one by hand');
  await removeEmbeddedPostgres(dataDir);
  console.log('The embedded database is removed; the next start makes a new one with demo data.');
} catch (error) {
  console.error(error.message);
  process.exitCode = 1;
}

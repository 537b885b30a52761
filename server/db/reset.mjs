// npm run db:reset: removes everything the product stored, the sandbox's state included. The next start begins anew.
import pg from 'pg';
import { readConfig } from '../config.ts';
import { removeEmbeddedPostgres } from './embedded.ts';

const ownSchemas = ['public', 'pgboss', 'sandbox'];

async function dropSchemas(databaseUrl) {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    for (const schema of ownSchemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
    await client.query('CREATE SCHEMA public');
  } finally {
    await client.end();
  }
}

async function reset() {
  const config = readConfig(process.env);
  if (config.environment === 'production') throw new Error('NODE_ENV: a production database is not reset by this command');
  if (config.databaseUrl) await dropSchemas(config.databaseUrl);
  else await removeEmbeddedPostgres(config.dataDir);
}

reset().then(
  () => console.log('The database is empty. The next start makes it anew.'),
  (error) => {
    console.error(error instanceof Error ? error.message : error);
    process.exitCode = 1;
  },
);

import pg from 'pg';
import { createSecrets, encryptedColumns, type SecretPlace, SecretUnreadable } from '../secrets.ts';
import { BackupRefused } from './refused.ts';

/** A secret of each key in each encrypted column. */
interface Sample {
  table: string;
  column: string;
  owner: string;
  key: string;
  value: string;
}

const samples = encryptedColumns
  .map(
    ({ table, column, owner }) => `
      (SELECT DISTINCT ON (key) '${table}' AS "table", '${column}' AS "column", ${owner}::text AS owner, split_part(${column}, ':', 1) AS key, ${column} AS value
      FROM ${table} WHERE ${column} <> '' ORDER BY key)`,
  )
  .join(' UNION ALL ');

async function readSamples(url: string): Promise<Sample[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'headway backup' });
  await client.connect();
  try {
    return (await client.query<Sample>(samples)).rows;
  } finally {
    await client.end();
  }
}

const idsOf = (found: readonly Sample[]) => [...new Set(found.map(({ key }) => key))].toSorted();

/** Returns the ids of the keys by which a database's secrets are encrypted. */
export const storedKeyIds = async (url: string): Promise<string[]> => idsOf(await readSamples(url));

const idsIn = (keyRing: string) => keyRing.split(',').map((entry) => entry.split(':')[0]);

/** Throws a BackupRefused that names the keys that a ring lacks. */
export function requireKeys(ids: readonly string[], keyRing: string): void {
  const missing = ids.filter((id) => !idsIn(keyRing).includes(id));
  if (missing.length > 0)
    throw new BackupRefused(
      `ENCRYPTION_KEYS: the backup's secrets need the keys ${ids.join(', ')}, and ${missing.join(', ')} ${missing.length === 1 ? 'is' : 'are'} missing: add ${missing.length === 1 ? 'it' : 'them'} from where the keys are kept`,
    );
}

/** Reads a secret of each key in each column with a ring of keys. Returns the keys' ids. Throws a BackupRefused when one is missing, or is another key of the same id. */
export async function requireReadable(url: string, keyRing: string): Promise<string[]> {
  const found = await readSamples(url);
  const ids = idsOf(found);
  requireKeys(ids, keyRing);
  const secrets = createSecrets(keyRing);
  for (const { table, column, owner, key, value } of found) {
    try {
      // Table and column belong to one entry of the list, which the compiler cannot see.
      secrets.decrypt(value, { table, column, owner } as SecretPlace);
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      throw new BackupRefused(`ENCRYPTION_KEYS: the key ${key} is not the one that encrypted the backup's secrets (${table}.${column} cannot be read)`);
    }
  }
  return ids;
}

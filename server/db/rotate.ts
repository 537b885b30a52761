import { lowestUuid } from '../domain/basics/uuid.ts';
import { Prisma, prismaOf } from './client.ts';
import { type Database, inTransaction, type Transaction } from './database.ts';
import { type EncryptedColumn, encryptedColumns, type SecretPlace, type Secrets, SecretUnreadable } from './secrets.ts';

const batchSize = 200;

interface StoredSecret {
  owner: string;
  key: string;
  value: string;
}

export interface Rotation {
  /** How many secrets were re-encrypted with the first key of the ring. Hashes follow their secrets and are not counted. */
  reencrypted: number;
  /** One line for each secret that could not be read and was left as it is. */
  unreadable: string[];
}

/** Returns the table and column names of an encrypted column as SQL. */
const named = ({ table, column, owner, key }: EncryptedColumn) => ({
  table: Prisma.raw(`"${table}"`),
  column: Prisma.raw(`"${column}"`),
  owner: Prisma.raw(`"${owner}"`),
  key: Prisma.raw(`"${key}"`),
});

/** Returns the next secrets of a column after a key, in the key's order, each locked until its batch is done. */
function nextBatch(transaction: Transaction, encrypted: EncryptedColumn, after: string): Promise<StoredSecret[]> {
  const { table, column, owner, key } = named(encrypted);
  return prismaOf(transaction).$queryRaw<StoredSecret[]>`
    SELECT ${owner}::text AS owner, ${key}::text AS key, ${column}::text AS value
    FROM ${table}
    WHERE ${column} <> '' AND ${key}::text > ${after}
    ORDER BY ${key}::text
    LIMIT ${batchSize}
    FOR NO KEY UPDATE`;
}

async function storeSecret(transaction: Transaction, encrypted: EncryptedColumn, secret: StoredSecret): Promise<void> {
  const { table, column, owner, key } = named(encrypted);
  await prismaOf(transaction).$executeRaw`
    UPDATE ${table} SET ${column} = ${secret.value} WHERE ${owner}::text = ${secret.owner} AND ${key}::text = ${secret.key}`;
}

async function rotateBatch(transaction: Transaction, secrets: Secrets, encrypted: EncryptedColumn, batch: StoredSecret[]): Promise<Rotation> {
  const rotation: Rotation = { reencrypted: 0, unreadable: [] };
  for (const secret of batch.filter(({ value }) => secrets.isOutdated(value))) {
    // Table and column belong to one entry of the list, which the compiler cannot see.
    const place = { table: encrypted.table, column: encrypted.column, owner: secret.owner } as SecretPlace;
    try {
      await storeSecret(transaction, encrypted, { ...secret, value: secrets.encrypt(secrets.decrypt(secret.value, place), place) });
      rotation.reencrypted += 1;
    } catch (error) {
      if (!(error instanceof SecretUnreadable)) throw error;
      rotation.unreadable.push(`${error.message} (row ${secret.key})`);
    }
  }
  return rotation;
}

/**
 * Re-encrypts every stored secret with the first key of the ring, in batches that commit one by one. After an
 * interruption, run it again; the product may run meanwhile. Afterward the other keys are not needed, unless a secret
 * could not be read.
 */
export async function rotateSecrets(database: Database, secrets: Secrets): Promise<Rotation> {
  const total: Rotation = { reencrypted: 0, unreadable: [] };
  for (const encrypted of encryptedColumns) {
    let after: string | undefined = '';
    while (after !== undefined) {
      after = await inTransaction(database, async (transaction): Promise<string | undefined> => {
        const batch = await nextBatch(transaction, encrypted, after ?? '');
        const { reencrypted, unreadable } = await rotateBatch(transaction, secrets, encrypted, batch);
        total.reencrypted += reencrypted;
        total.unreadable.push(...unreadable);
        return batch.at(-1)?.key;
      });
    }
  }
  await rehashClaims(database, secrets);
  return total;
}

/** Replaces the hashes of identities that another key than the first made. Identities that cannot be read keep theirs; they were reported above. */
async function rehashClaims(database: Database, secrets: Secrets): Promise<void> {
  let after: string | undefined = lowestUuid;
  while (after !== undefined) {
    after = await inTransaction(database, async (transaction): Promise<string | undefined> => {
      const { identityClaim } = prismaOf(transaction);
      const batch = await identityClaim.findMany({ where: { id: { gt: after ?? '' } }, orderBy: { id: 'asc' }, take: batchSize });
      for (const { receiver_id, id, hash, identity_encrypted } of batch) {
        // Read with the first key, the identity was re-encrypted above.
        if (!secrets.isOutdated(hash) || secrets.isOutdated(identity_encrypted)) continue;
        const identity = secrets.decrypt(identity_encrypted, { table: 'identity_claim', column: 'identity_encrypted', owner: receiver_id });
        await identityClaim.update({ where: { receiver_id_id: { receiver_id, id } }, data: { hash: secrets.fingerprints(identity)[0] } });
      }
      return batch.at(-1)?.id;
    });
  }
}

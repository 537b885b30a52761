import { Prisma, prismaOf, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

interface Claim {
  key: string;
  operation: string;
  body_hash: string;
  created_at: Date;
  locked_until: Date;
  expires_at: Date;
}

/** Claims a key for one call. Returns false while another call holds it or its answer is still kept. */
export async function claimKey(transaction: Transaction, { receiverId }: ReceiverScope, claim: Claim): Promise<boolean> {
  const { key, operation, body_hash, created_at: now, locked_until, expires_at } = claim;
  const claimed = await prismaOf(transaction).$executeRaw`
    INSERT INTO idempotency_key (receiver_id, key, operation, body_hash, created_at, locked_until, expires_at)
    VALUES (${receiverId}::uuid, ${key}, ${operation}, ${body_hash}, ${now}, ${locked_until}, ${expires_at})
    ON CONFLICT (receiver_id, key) DO UPDATE
      SET operation = excluded.operation, body_hash = excluded.body_hash, state = 'running', answer_status = NULL, answer_body = NULL,
          created_at = excluded.created_at, locked_until = excluded.locked_until, expires_at = excluded.expires_at
      WHERE idempotency_key.expires_at < ${now} OR (idempotency_key.state = 'running' AND idempotency_key.locked_until < ${now})`;
  return claimed > 0;
}

/** Stores the answer of a call under its key; an empty answer as JSON's null. */
export async function storeAnswer(transaction: Transaction, { receiverId }: ReceiverScope, key: string, answer: unknown): Promise<void> {
  // Answers are sent as JSON, so they contain nothing else.
  const answer_body = answer === undefined || answer === null ? Prisma.JsonNull : (answer as Prisma.InputJsonValue);
  await prismaOf(transaction).idempotencyKey.update({
    where: { receiver_id_key: { receiver_id: receiverId, key } },
    data: { state: 'answered', answer_status: 200, answer_body, locked_until: null },
  });
}

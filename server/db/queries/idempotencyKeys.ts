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

/** A call that has claimed a key. Another call that takes the key over, because this one took too long, has another moment. */
export type Claimed = Pick<Claim, 'key' | 'created_at'>;

const own = ({ receiverId }: ReceiverScope, { key, created_at }: Claimed) => ({ receiver_id: receiverId, key, created_at, state: 'running' });

/** Stores the answer of a call under its key; an empty answer as JSON's null. Returns false when the call does not hold the key any more. */
export async function storeAnswer(transaction: Transaction, scope: ReceiverScope, claimed: Claimed, answer: unknown): Promise<boolean> {
  // Answers are sent as JSON, so they contain nothing else.
  const answer_body = answer === undefined || answer === null ? Prisma.JsonNull : (answer as Prisma.InputJsonValue);
  const { count } = await prismaOf(transaction).idempotencyKey.updateMany({
    where: own(scope, claimed),
    data: { state: 'answered', answer_status: 200, answer_body, locked_until: null },
  });
  return count === 1;
}

/** Gives a key back, unless an answer is stored under it or another call holds it. */
export async function releaseKey(transaction: Transaction, scope: ReceiverScope, claimed: Claimed): Promise<void> {
  await prismaOf(transaction).idempotencyKey.deleteMany({ where: own(scope, claimed) });
}

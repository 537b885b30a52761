import { createHash } from 'node:crypto';
import { Prisma } from '../../db/generated/client.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';

const kept_ms = 24 * 60 * 60 * 1_000;

/** A process that dies in the middle of a call holds its key no longer than this. */
const lock_ms = 2 * 60 * 1_000;

interface Request {
  receiverId: string;
  /** Method and path. */
  call: string;
  key: string;
  body: unknown;
}

/** The stored row of a repeated key. Throws when it belongs to another request or the first one still runs. */
async function storedAnswer(deps: Deps, request: Request, bodyHash: string): Promise<unknown> {
  const stored = await deps.database.idempotencyKey.findUnique({ where: { receiver_id_key: { receiver_id: request.receiverId, key: request.key } } });
  if (!stored) throw new DomainError('idempotency_in_flight');
  if (stored.operation !== request.call || stored.body_hash !== bodyHash) throw new DomainError('idempotency_key_reused');
  if (stored.state !== 'answered') throw new DomainError('idempotency_in_flight');
  return stored.answer_body ?? undefined;
}

interface Answering<Answer> {
  work: () => Promise<Answer>;
  /** Reads an answer that was stored, maybe by an earlier version of the product. Null when it is no answer by now. */
  read: (stored: unknown) => { answer: Answer } | null;
}

/**
 * Does a request once for its key: again with the same key and body gives the first answer for 24 hours, with another
 * body `idempotency_key_reused`, while the first still runs `idempotency_in_flight`, and `idempotency_answer_lost` when
 * the first answer cannot be read any more. A request that fails keeps nothing, so that it can be corrected and sent
 * again with its key.
 */
export async function answerOnce<Answer>(deps: Deps, request: Request, { work, read }: Answering<Answer>): Promise<{ answer: Answer; replayed: boolean }> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex');
  const now = deps.clock();
  const claimed = await deps.database.$executeRaw`
    INSERT INTO idempotency_key (receiver_id, key, operation, body_hash, created_at, locked_until, expires_at)
    VALUES (${request.receiverId}::uuid, ${request.key}, ${request.call}, ${bodyHash}, ${now}, ${new Date(now.getTime() + lock_ms)}, ${new Date(now.getTime() + kept_ms)})
    ON CONFLICT (receiver_id, key) DO UPDATE
      SET operation = excluded.operation, body_hash = excluded.body_hash, state = 'running', answer_status = NULL, answer_body = NULL,
          created_at = excluded.created_at, locked_until = excluded.locked_until, expires_at = excluded.expires_at
      WHERE idempotency_key.expires_at < ${now} OR (idempotency_key.state = 'running' AND idempotency_key.locked_until < ${now})`;
  if (claimed === 0) {
    const stored = read(await storedAnswer(deps, request, bodyHash));
    if (stored === null) throw new DomainError('idempotency_answer_lost');
    return { answer: stored.answer, replayed: true };
  }

  const where = { receiver_id_key: { receiver_id: request.receiverId, key: request.key } };
  try {
    const answer = await work();
    // What is answered is sent as JSON, so it can be stored as such.
    const answer_body = answer === undefined || answer === null ? Prisma.JsonNull : (answer as Prisma.InputJsonValue);
    await deps.database.idempotencyKey.update({ where, data: { state: 'answered', answer_status: 200, answer_body, locked_until: null } });
    return { answer, replayed: false };
  } catch (error) {
    await deps.database.idempotencyKey.delete({ where });
    throw error;
  }
}

import { createHash } from 'node:crypto';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { claimKey, releaseKey, storeAnswer } from '../../db/queries/idempotencyKeys.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { dayMs } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';

/** How long, in milliseconds, an answer is kept for repeats. */
const keptMs = dayMs;

/** How long, in milliseconds, a process that died during a call still holds its key. */
const lockMs = 2 * 60 * 1_000;

interface Request {
  /** The rows of the caller's account. */
  scope: ReceiverScope;
  /** The member of the team who makes the request; null for the person who opened the account. */
  memberId: string | null;
  /** Method and path. */
  call: string;
  key: string;
  body: unknown;
}

/** Returns the key under which an answer is kept: each person's own, so that two of a team never get each other's. No key contains a space. */
const keyOf = ({ memberId, key }: Request) => (memberId === null ? key : `${memberId} ${key}`);

/** Returns the stored answer of a repeated key. Throws when the key belongs to another request or the first one still runs. */
async function storedAnswer(deps: Deps, request: Request, bodyHash: string): Promise<unknown> {
  const stored = await databaseOf(deps.database, request.scope).idempotencyKey.findUnique({ where: { receiver_id_key: { key: keyOf(request) } } });
  if (!stored) throw new DomainError('idempotency_in_flight');
  if (stored.operation !== request.call || stored.body_hash !== bodyHash) throw new DomainError('idempotency_key_reused');
  if (stored.state !== 'answered') throw new DomainError('idempotency_in_flight');
  return stored.answer_body ?? undefined;
}

/**
 * Stores the answer of a call under its key in the transaction of its effect, so that there are both or neither, whatever happens
 * afterward. Throws `idempotency_in_flight` when the call took so long that another one holds its key.
 */
export type KeepAnswer<Answer = unknown> = (transaction: Transaction, answer: Answer) => Promise<void>;

interface Answering<Answer> {
  /** Does the work. Where its effect must not happen twice even when this process ends in between, it keeps its answer itself. */
  work: (keepAnswer: KeepAnswer) => Promise<Answer>;
  /** Reads a stored answer. Returns null when it is no longer valid. */
  read: (stored: unknown) => { answer: Answer } | null;
}

/**
 * Runs a request once for its key. For 24 hours, the same key with the same body returns the first answer. Throws
 * `idempotency_key_reused` for another body, `idempotency_in_flight` while the first request still runs, and
 * `idempotency_answer_lost` when its answer can no longer be read. A failed request stores nothing, so that it can be
 * corrected and sent again with its key.
 */
export async function answerOnce<Answer>(deps: Deps, request: Request, { work, read }: Answering<Answer>): Promise<{ answer: Answer; replayed: boolean }> {
  const bodyHash = createHash('sha256')
    .update(JSON.stringify(request.body ?? null))
    .digest('hex');
  const now = deps.clock();
  const claim = {
    key: keyOf(request),
    operation: request.call,
    body_hash: bodyHash,
    created_at: now,
    locked_until: new Date(now.getTime() + lockMs),
    expires_at: new Date(now.getTime() + keptMs),
  };
  const isClaimed = await claimKey(deps.database, request.scope, claim);
  if (!isClaimed) {
    const stored = read(await storedAnswer(deps, request, bodyHash));
    if (stored === null) throw new DomainError('idempotency_answer_lost');
    return { answer: stored.answer, replayed: true };
  }

  let isKept = false;
  const keepAnswer: KeepAnswer = async (transaction, answer) => {
    if (!(await storeAnswer(transaction, request.scope, claim, answer))) throw new DomainError('idempotency_in_flight');
    isKept = true;
  };
  try {
    const answer = await work(keepAnswer);
    if (!isKept) await storeAnswer(deps.database, request.scope, claim, answer);
    return { answer, replayed: false };
  } catch (error) {
    await releaseKey(deps.database, request.scope, claim);
    throw error;
  }
}

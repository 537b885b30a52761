import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { DomainError, type ErrorCode } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';
import type { AuditEntry } from './auditEntry.ts';
import type { Caller } from './caller.ts';

function roleOf(actor: Caller | null): 'merchant' | 'support' | 'admin' | 'system' {
  if (!actor) return 'system';
  if (actor.admin) return 'admin';
  return actor.support ? 'support' : 'merchant';
}

/** Adds a row to a receiver's audit log. The database numbers it and chains it to the one before; nothing can change it afterward. */
export async function recordAudit(
  { database, clock }: Pick<Deps, 'database' | 'clock'>,
  entry: AuditEntry,
  transaction: Transaction = database,
): Promise<void> {
  await databaseOf(transaction, entry.scope).auditLog.create({
    data: {
      at: clock(),
      actor_id: entry.actor?.receiverId ?? null,
      actor_email: entry.actor?.email ?? null,
      actor_role: roleOf(entry.actor),
      action: entry.action,
      outcome: entry.outcome ?? 'done',
      reason: entry.reason ?? null,
      details: entry.details ?? {},
      masquerade_id: entry.masqueradeId ?? null,
      request_id: entry.origin?.requestId ?? null,
      ip_address: entry.origin?.address ?? null,
      user_agent: entry.origin?.userAgent ?? null,
    },
  });
}

/**
 * Carries out an effect that staff have on a customer's account, and records it twice: that it began, so that none is
 * missing after a crash, and how it ended.
 */
export async function recordEffect<Answer>(deps: Pick<Deps, 'database' | 'clock'>, entry: AuditEntry, effect: () => Promise<Answer>): Promise<Answer> {
  await recordAudit(deps, { ...entry, outcome: 'begun' });
  try {
    const answer = await effect();
    await recordAudit(deps, { ...entry, outcome: 'done' });
    return answer;
  } catch (failure) {
    const isRefusal = failure instanceof DomainError && !unsure.has(failure.code);
    await recordAudit(deps, { ...entry, outcome: isRefusal ? 'refused' : 'failed', ...(failure instanceof DomainError && { reason: failure.code }) });
    throw failure;
  }
}

/** The failures after which the effect may have happened all the same. */
const unsure: ReadonlySet<ErrorCode> = new Set(['provider_unavailable', 'unexpected']);

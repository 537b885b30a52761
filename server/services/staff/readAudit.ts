import { databaseOf } from '../../db/databaseOf.ts';
import type { AuditLog } from '../../db/rows.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

const pageSize = 100;

function present(row: AuditLog) {
  return {
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
    actor_email: row.actor_email,
    actor_role: row.actor_role,
    action: row.action,
    outcome: row.outcome,
    reason: row.reason,
    details: row.details as Record<string, unknown>,
    request_id: row.request_id,
  };
}

/** A page of a customer's audit log, newest first; `before` is the `next_before` of the page before it. */
export async function readAudit({ database }: Deps, { scope }: ReceiverView, before: string | undefined) {
  const rows = await databaseOf(database, scope).auditLog.findMany({
    where: { ...(before !== undefined && { sequence: { lt: BigInt(before) } }) },
    orderBy: { sequence: 'desc' },
    take: pageSize,
  });
  return { entries: rows.map(present), next_before: rows.length === pageSize ? String(rows.at(-1)?.sequence ?? '') : null };
}

import { z } from 'zod';
import { databaseOf } from '../../db/databaseOf.ts';
import type { AuditLog } from '../../db/rows.ts';
import { auditEntryInWords } from '../../domain/staff/auditWords.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';

const pageSize = 100;

const objectSchema = z.record(z.string(), z.unknown());

/** Details are shown as stored, whatever version wrote them; a value that is not an object is wrapped in one. */
function objectOf(details: unknown): Record<string, unknown> {
  const read = objectSchema.safeParse(details);
  return read.success ? read.data : { details };
}

function present(row: AuditLog) {
  const details = objectOf(row.details);
  return {
    sequence: Number(row.sequence),
    at: row.at.toISOString(),
    actor_email: row.actor_email,
    actor_role: row.actor_role,
    action: row.action,
    outcome: row.outcome,
    reason: row.reason,
    details,
    text: auditEntryInWords({ ...row, details }),
    request_id: row.request_id,
  };
}

/** Returns a page of a customer's audit log, newest first; `before` is the previous page's `next_before`. */
export async function readAudit({ database }: Deps, { scope }: ReceiverView, before: string | undefined) {
  const rows = await databaseOf(database, scope).auditLog.findMany({
    where: { ...(before !== undefined && { sequence: { lt: BigInt(before) } }) },
    orderBy: { sequence: 'desc' },
    take: pageSize,
  });
  return { entries: rows.map(present), next_before: rows.length === pageSize ? String(rows.at(-1)?.sequence ?? '') : null };
}

import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { holdStaffAndCustomer } from '../../db/queries/lockReceiver.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isMasqueradeOver, isStaff, masqueradeEnd } from '../../domain/access/access.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';
import { recordAudit } from './audit.ts';
import type { Origin } from './auditEntry.ts';
import type { Caller } from './caller.ts';

/** Matches the open view of a staff member; there is at most one per customer. It may have expired without having been ended. */
const openOnes = (staff: Caller) => ({ staff_id: staff.receiverId, ended_at: null });

/** Begins a staff member's view of a customer, or continues the open one. Returns its id. */
export async function beginMasquerade({ database, clock }: Deps, staff: Caller, customer: ReceiverScope, origin: Origin): Promise<string> {
  const now = clock();
  return inTransaction(database, async (transaction) => {
    // A withdrawal of the flag waits until this view exists, and then ends it, or has come before and refuses it.
    if (!isStaff(await holdStaffAndCustomer(transaction, staff.scope, customer))) throw new DomainError('forbidden');
    const views = databaseOf(transaction, customer).masqueradeSession;
    const open = await views.findFirst({ where: openOnes(staff) });
    if (open && !isMasqueradeOver(open.expires_at, now)) return open.id;
    if (open) await views.updateMany({ where: openOnes(staff), data: { ended_at: now } });
    const begun = await views.create({
      data: {
        staff_id: staff.receiverId,
        started_at: now,
        expires_at: masqueradeEnd(now),
        ip_address: origin.address,
        user_agent: origin.userAgent,
      },
    });
    return begun.id;
  });
}

/** Returns the id of the staff member's open view of a customer. Throws `masquerade_over` when there is none, or its hour is up. */
export async function requireMasquerade({ database, clock }: Deps, staff: Caller, customer: ReceiverScope): Promise<string> {
  const open = await databaseOf(database, customer).masqueradeSession.findFirst({ where: openOnes(staff) });
  if (!open || isMasqueradeOver(open.expires_at, clock())) throw new DomainError('masquerade_over');
  return open.id;
}

/** Ends a staff member's view of a customer, which is recorded. Returns whether one was open. */
export async function endMasquerade(deps: Deps, staff: Caller, customer: ReceiverScope, origin: Origin): Promise<boolean> {
  return inTransaction(deps.database, async (transaction) => {
    const views = databaseOf(transaction, customer).masqueradeSession;
    const { count } = await views.updateMany({ where: openOnes(staff), data: { ended_at: deps.clock() } });
    if (count > 0) await recordAudit(deps, { scope: customer, actor: staff, action: 'end masquerade', origin }, transaction);
    return count > 0;
  });
}

import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { holdReceiver } from '../../db/queries/lockReceiver.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';
import type { Origin } from './audit.ts';
import type { Caller } from './caller.ts';

/** A view of a customer lasts 60 minutes; opening the customer again begins another. */
const lasts_ms = 60 * 60 * 1_000;

const openOnes = (staff: Caller) => ({ staff_id: staff.receiverId, ended_at: null });

/** Begins a staff member's view of a customer, or goes on with the one that is open. Answers its id. */
export async function beginMasquerade({ database, clock }: Deps, staff: Caller, customer: ReceiverScope, origin: Origin): Promise<string> {
  const now = clock();
  return inTransaction(database, async (transaction) => {
    await holdReceiver(transaction, customer);
    const views = databaseOf(transaction, customer).masqueradeSession;
    await views.updateMany({ where: { ...openOnes(staff), expires_at: { lte: now } }, data: { ended_at: now } });
    const open = await views.findFirst({ where: openOnes(staff) });
    if (open) return open.id;
    const begun = await views.create({
      data: {
        staff_id: staff.receiverId,
        started_at: now,
        expires_at: new Date(now.getTime() + lasts_ms),
        ip_address: origin.address,
        user_agent: origin.userAgent,
      },
    });
    return begun.id;
  });
}

/** The staff member's open view of a customer. Throws `masquerade_over` when there is none, or its hour is up. */
export async function requireMasquerade({ database, clock }: Deps, staff: Caller, customer: ReceiverScope): Promise<string> {
  const open = await databaseOf(database, customer).masqueradeSession.findFirst({ where: { ...openOnes(staff), expires_at: { gt: clock() } } });
  if (!open) throw new DomainError('masquerade_over');
  return open.id;
}

/** Ends a staff member's view of a customer. Answers whether one was open. */
export async function endMasquerade({ database, clock }: Deps, staff: Caller, customer: ReceiverScope): Promise<boolean> {
  const { count } = await databaseOf(database, customer).masqueradeSession.updateMany({ where: openOnes(staff), data: { ended_at: clock() } });
  return count > 0;
}

import { findReceiverByEmail } from '../../db/queries/findReceiver.ts';
import { receiverScope } from '../../db/scope.ts';
import { isStaff } from '../../domain/access/access.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';
import { recordAudit } from './audit.ts';
import type { Origin } from './auditEntry.ts';
import type { Caller } from './caller.ts';
import { beginMasquerade } from './masquerade.ts';
import { type ReceiverView, viewAsStaff } from './viewReceiver.ts';

/**
 * Begins, or continues, a 60-minute view of the customer of staff's own program with this email. Refuses anyone who is
 * not staff with `forbidden`, whether or not there is such a customer, and records the attempt in the audit log of the
 * caller.
 */
export async function startMasquerade(deps: Deps, caller: Caller, { email, origin }: { email: string; origin: Origin }): Promise<ReceiverView> {
  const refuse = async (reason: string) => {
    await recordAudit(deps, { scope: caller.scope, actor: caller, action: 'masquerade', outcome: 'refused', origin });
    throw new DomainError('forbidden', { reason });
  };
  if (!isStaff(caller)) return refuse('Only staff may view another account.');
  const receiver = await findReceiverByEmail(deps.database, caller.receiver.whitelabel, email);
  if (!receiver) throw new DomainError('not_found');
  if (receiver.id === caller.receiverId) return refuse('This is your own account.');
  await beginMasquerade(deps, caller, receiverScope(receiver.id), origin);
  return viewAsStaff(deps, caller, receiver, { call: 'masquerade', effect: 'reads', needsMasquerade: true, origin });
}

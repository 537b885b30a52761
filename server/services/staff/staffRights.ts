import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { type StaffMember, staffMembers } from '../../db/queries/staffMembers.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { StaffRight } from '../../domain/staff/staffRights.ts';
import { recordAudit } from '../access/audit.ts';
import type { Deps } from '../deps.ts';

/** Returns who has a right of staff, in all programs, by program and email address. */
export const readStaff = ({ database }: Pick<Deps, 'database'>): Promise<StaffMember[]> => staffMembers(database);

export interface StaffRightChange {
  right: StaffRight;
  isGiven: boolean;
}

/**
 * Gives somebody a right of staff, or takes it back, and records it. A right that is taken ends their masquerades. May be
 * repeated. Throws `step_out_of_order` for a right that is given to an address whose owner has never signed in: a store may have named it.
 */
export async function changeStaffRight(deps: Pick<Deps, 'database' | 'clock'>, scope: ReceiverScope, { right, isGiven }: StaffRightChange): Promise<void> {
  await inTransaction(deps.database, async (transaction) => {
    const { receiver } = databaseOf(transaction, scope);
    const person = await receiver.findUniqueOrThrow();
    if (isGiven && person.first_direct_sign_in_at === null)
      throw new DomainError('step_out_of_order', {}, `${person.email} has never signed in: whoever owns the address has to do so first`);
    if (person[right] === isGiven) return;
    await receiver.update({ data: { [right]: isGiven } });
    await recordAudit(deps, { scope, actor: null, action: 'change staff rights', details: { right, is_given: isGiven } }, transaction);
  });
}

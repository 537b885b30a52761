import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { mayRoleCall, type TeamRole } from '../../domain/access/teamRoles.ts';
import { requireMayManage } from '../../domain/access/teamRules.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { type Caller, readRole } from './caller.ts';

/**
 * Throws `forbidden` for a caller whose right to manage the team has ended since their call was let in, or who may not touch one of
 * the roles. The receiver's row must be held: of two managers who remove each other at once, one does it.
 */
export async function requireStillManages(
  transaction: Transaction,
  scope: ReceiverScope,
  { memberId, role }: Pick<Caller, 'memberId' | 'role'>,
  ...roles: readonly TeamRole[]
): Promise<void> {
  const present = memberId === null ? role : await roleOfMember(transaction, scope, memberId);
  if (present === null || !mayRoleCall('managers', present))
    throw new DomainError('forbidden', { reason: 'Your role in the team was just changed, so this was not done. Ask the owner of the account.' });
  requireMayManage(present, ...roles);
}

/** Returns the role that somebody has in the team now; null for somebody who has left it. */
export async function roleOfMember(transaction: Transaction, scope: ReceiverScope, id: string): Promise<TeamRole | null> {
  const member = await databaseOf(transaction, scope).teamMember.findUnique({ where: { receiver_id_id: { id } } });
  return member?.removed_at === null ? readRole(member.role) : null;
}

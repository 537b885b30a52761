import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { TeamMember } from '../../db/rows.ts';
import { lastOwnerStays } from '../../domain/access/teamRules.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { ReceiverView } from '../access/receiverView.ts';

/** Returns somebody who is in a team, or invited to it. Throws `not_found`, and `step_out_of_order` for the person who opened the account, named by its id. */
export async function findMember(transaction: Transaction, { scope }: Pick<ReceiverView, 'scope'>, id: string): Promise<TeamMember> {
  if (id === scope.receiverId) throw lastOwnerStays();
  const member = await databaseOf(transaction, scope).teamMember.findUnique({ where: { receiver_id_id: { id } } });
  if (!member || member.removed_at !== null) throw new DomainError('not_found');
  return member;
}

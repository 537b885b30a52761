import type { getTeam, TeamMemberAnswer } from '../../server/contract/team.ts';
import type { Merchant } from '../merchant.server.ts';

/** The people who can hold a card or, while they cannot be read, why not. */
export type Holders = { members: readonly TeamMemberAnswer[]; problem: null } | { members: null; problem: string };

export async function readHolders(merchant: Merchant, token: string): Promise<Holders> {
  const answered = await merchant.attempt<typeof getTeam>('GET /api/users/:token/team', { params: { token } });
  return answered.ok ? { members: answered.value.members, problem: null } : { members: null, problem: answered.problem.detail };
}

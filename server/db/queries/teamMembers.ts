import type { SessionEnds } from '../../domain/access/endedSessions.ts';
import { prismaOf, type Transaction } from '../client.ts';
import type { Receiver, TeamMember } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

/** One of the teams in which a person is or was, with the marks of their sessions. */
export interface Membership extends SessionEnds {
  receiver_id: string;
  /** When the person was last seen; null if never. */
  seenAt: Date | null;
}

/** Returns the teams in which a user of the authentication provider is or was, the first that they joined first. */
export async function membershipsOf(transaction: Transaction, userId: string): Promise<Membership[]> {
  const found = await prismaOf(transaction).receiverOfMember.findMany({ where: { user_id: userId }, orderBy: [{ joined_at: 'asc' }, { receiver_id: 'asc' }] });
  return found.map(({ receiver_id, seen_at, signed_out_at, barred_at }) => ({
    receiver_id,
    seenAt: seen_at,
    signedOutAt: signed_out_at,
    barredAt: barred_at,
  }));
}

/** A team as one person is in it: the newest of their rows, which may be of somebody removed. */
export interface TeamOfPerson {
  receiver: Receiver;
  /** Null before the provider has made the organization. */
  orgId: string | null;
  member: TeamMember | null;
}

/** Returns a merchant's account and the row of a user in its team; null when there is no such account. */
export async function findTeamOfPerson(transaction: Transaction, receiver_id: string, user_id: string): Promise<TeamOfPerson | null> {
  const prisma = prismaOf(transaction);
  const receiver = await prisma.receiver.findUnique({ where: { id: receiver_id } });
  if (!receiver) return null;
  const team = await prisma.team.findUnique({ where: { receiver_id } });
  const rows = await prisma.teamMember.findMany({ where: { receiver_id, user_id }, orderBy: { id: 'desc' } });
  return { receiver, orgId: team?.org_id ?? null, member: rows.find(({ removed_at }) => removed_at === null) ?? rows[0] ?? null };
}

/** Returns the id of the receiver whose team is an organization of the authentication provider; null for any other organization. */
export async function receiverIdOfOrg(transaction: Transaction, org_id: string): Promise<string | null> {
  const found = await prismaOf(transaction).receiverOfOrg.findUnique({ where: { org_id } });
  return found?.receiver_id ?? null;
}

/** Makes a new organization lead to its receiver. May be repeated. */
export async function leadFromOrg(transaction: Transaction, { receiverId: receiver_id }: ReceiverScope, org_id: string): Promise<void> {
  await prismaOf(transaction).receiverOfOrg.createMany({ data: { org_id, receiver_id }, skipDuplicates: true });
}

/** Makes a user of the authentication provider lead to a team that they joined. May be repeated. */
export async function leadFromMember(transaction: Transaction, { receiverId: receiver_id }: ReceiverScope, user_id: string): Promise<void> {
  await prismaOf(transaction).receiverOfMember.createMany({ data: { user_id, receiver_id }, skipDuplicates: true });
}

/** Records that a member of a team was seen. */
export async function recordMemberSeen(transaction: Transaction, { receiverId: receiver_id }: ReceiverScope, user_id: string, seen_at: Date): Promise<void> {
  await prismaOf(transaction).receiverOfMember.updateMany({ where: { user_id, receiver_id }, data: { seen_at } });
}

/** Refuses the access tokens that a person got until an instant, in every team in which they are. */
export async function recordMemberSignOut(transaction: Transaction, user_id: string, at: Date): Promise<void> {
  await prismaOf(transaction).$executeRaw`
    UPDATE receiver_of_member SET signed_out_at = greatest(signed_out_at, ${at}) WHERE user_id = ${user_id}`;
}

/** Refuses every access token that some people got until an instant, in every team in which they are. */
export async function recordMembersBarred(transaction: Transaction, userIds: readonly string[], at: Date): Promise<void> {
  await prismaOf(transaction).receiverOfMember.updateMany({ where: { user_id: { in: [...userIds] } }, data: { barred_at: at } });
}

/** Returns the user ids of a program's members who were seen since an instant, in pages by `after`, the last of the page before. */
export async function membersSeenSince(
  transaction: Transaction,
  { program, since, after, limit }: { program: string; since: Date; after: string | null; limit: number },
): Promise<string[]> {
  const found = await prismaOf(transaction).$queryRaw<{ user_id: string }[]>`
    SELECT DISTINCT user_id
    FROM receiver_of_member JOIN receiver ON receiver.id = receiver_of_member.receiver_id
    WHERE seen_at >= ${since} AND receiver.whitelabel = ${program} AND (${after}::text IS NULL OR user_id > ${after})
    ORDER BY user_id
    LIMIT ${limit}`;
  return found.map(({ user_id }) => user_id);
}

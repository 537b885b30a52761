import type { SessionOfToken } from '../../db/queries/handedInSessions.ts';
import type { Receiver, TeamMember } from '../../db/rows.ts';
import { type ReceiverScope, receiverScope } from '../../db/scope.ts';
import { type TeamRole, teamRoles } from '../../domain/access/teamRoles.ts';

/** A handed-in session as a caller's token leads to it. */
export type CallerSession = SessionOfToken & { tokenId: string };

/** The person who acts, on their own account or on another's. */
export interface Person {
  /** The authentication provider's user id; for a member of a store's staff, the platform's. */
  userId: string;
  email: string;
  name: string | null;
}

/**
 * The account for which a request is made, and the person who makes it: the one who opened the account, or a member of
 * its team. Staff flags and roles are read from the database on each request, so that a withdrawn one takes effect at once.
 */
export interface Caller {
  receiverId: string;
  /** The account's rows. */
  scope: ReceiverScope;
  /** The authentication provider's user id of the person who opened the account. */
  token: string;
  /** The address of the person who acts. */
  email: string;
  /** Staff flags: of the person who opened the account only, never of the rest of the team. */
  admin: boolean;
  support: boolean;
  receiver: Receiver;
  /** The person's role on the account. */
  role: TeamRole;
  /** Their row in the team; null for the person who opened the account, and for a store's staff without a role of their own. */
  memberId: string | null;
  person: Person;
  /** Tells people apart who act for one account: limits and kept answers are each person's own. */
  personKey: string;
  /** The session that a platform handed in; null for a person who signed in directly. */
  session: CallerSession | null;
  /** Whether a platform handed in one of a store's staff who has no role in the team: they see and do what the owner lets them. */
  isStoreStaff: boolean;
}

/** Reads a stored role. A value that this version does not know may do the least. */
export function readRole(stored: string): TeamRole {
  return teamRoles.find((role) => role === stored) ?? 'cardholder';
}

/** Returns a person's name from its parts; null when there is none. */
export function fullName({ first_name, last_name }: Pick<Receiver, 'first_name' | 'last_name'>): string | null {
  return [first_name, last_name].filter(Boolean).join(' ') || null;
}

/** Returns the caller for the person who opened an account or, with a handed-in session, for somebody of its stores. */
export function callerOf(receiver: Receiver, session: CallerSession | null = null): Caller {
  const { id, token, email } = receiver;
  const isStoreStaff = session !== null && !session.is_owner;
  // Nobody works for us by way of somebody else's store.
  const { admin, support } = isStoreStaff ? { admin: false, support: false } : receiver;
  return {
    receiverId: id,
    scope: receiverScope(id),
    token,
    email,
    admin,
    support,
    receiver,
    // Staff of a store look, as far as its owner lets them.
    role: isStoreStaff ? 'bookkeeper' : 'owner',
    memberId: null,
    person: { userId: token, email, name: fullName(receiver) },
    personKey: isStoreStaff ? `${id} ${session.platform}:${session.store}:${session.platform_user_id}` : id,
    session,
    isStoreStaff,
  };
}

/** Returns the caller for a member of an account's team. */
export function callerOfMember(receiver: Receiver, member: TeamMember, session: CallerSession | null = null): Caller {
  const { id, email, name, role } = member;
  return {
    ...callerOf(receiver, session),
    email,
    admin: false,
    support: false,
    role: readRole(role),
    memberId: id,
    person: { userId: member.user_id ?? `${member.platform}:${member.store}:${member.platform_user_id}`, email, name },
    personKey: id,
    isStoreStaff: false,
  };
}

import type { SessionOfToken } from '../../db/queries/handedInSessions.ts';
import type { Receiver } from '../../db/rows.ts';
import { type ReceiverScope, receiverScope } from '../../db/scope.ts';

/** A handed-in session as a caller's token leads to it. */
export type CallerSession = SessionOfToken & { tokenId: string };

/**
 * The person who makes a request, with their own receiver. Staff flags are read from the database on each request, so
 * that a withdrawn flag takes effect at once.
 */
export interface Caller {
  receiverId: string;
  /** Their own rows. */
  scope: ReceiverScope;
  /** The authentication provider's user id. */
  token: string;
  email: string;
  admin: boolean;
  support: boolean;
  receiver: Receiver;
  /** The session that a platform handed in; null for a person who signed in directly. */
  session: CallerSession | null;
  /** Whether a platform handed in one of a store's staff who does not own it: they see and do what the owner lets them. */
  isStoreStaff: boolean;
}

/** Returns the caller for a signed-in person's own receiver, and the handed-in session by which they came. */
export function callerOf(receiver: Receiver, session: CallerSession | null = null): Caller {
  const { id, token, email } = receiver;
  const isStoreStaff = session !== null && !session.is_owner;
  // Nobody works for us by way of somebody else's store.
  const { admin, support } = isStoreStaff ? { admin: false, support: false } : receiver;
  return { receiverId: id, scope: receiverScope(id), token, email, admin, support, receiver, session, isStoreStaff };
}

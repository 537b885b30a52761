import type { Receiver } from '../../db/rows.ts';
import { type ReceiverScope, receiverScope } from '../../db/scope.ts';

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
}

/** Returns the caller for a signed-in person's own receiver. */
export function callerOf(receiver: Receiver): Caller {
  const { id, token, email, admin, support } = receiver;
  return { receiverId: id, scope: receiverScope(id), token, email, admin, support, receiver };
}

import type { Receiver } from '../../db/rows.ts';
import { type ReceiverScope, receiverScope } from '../../db/scope.ts';

/** Who makes a request: the signed-in person's own receiver. Staff flags come from the database on each request, so that a withdrawn one counts at once. */
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

/** Returns the caller that a signed-in person's own receiver makes. */
export function callerOf(receiver: Receiver): Caller {
  const { id, token, email, admin, support } = receiver;
  return { receiverId: id, scope: receiverScope(id), token, email, admin, support, receiver };
}

import type { Receiver } from '../../db/generated/client.ts';

/** Who makes a request: the signed-in person's own receiver. Staff flags come from the database on each request, so that a withdrawn one counts at once. */
export interface Caller {
  receiverId: string;
  /** The authentication provider's user id. */
  token: string;
  email: string;
  admin: boolean;
  support: boolean;
  receiver: Receiver;
}

/** Returns the caller that a signed-in person's own receiver makes. */
export function callerOf(receiver: Receiver): Caller {
  return { receiverId: receiver.id, token: receiver.token, email: receiver.email, admin: receiver.admin, support: receiver.support, receiver };
}

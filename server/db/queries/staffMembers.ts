import { prismaOf, type Transaction } from '../client.ts';

/** Somebody with a right of staff. */
export interface StaffMember {
  /** The key of their program. */
  whitelabel: string;
  email: string;
  support: boolean;
  admin: boolean;
}

/** Returns who has a right of staff, by program and email address. Reads every receiver: it is asked for by an operator alone. */
export function staffMembers(transaction: Transaction): Promise<StaffMember[]> {
  return prismaOf(transaction).receiver.findMany({
    where: { OR: [{ support: true }, { admin: true }] },
    select: { whitelabel: true, email: true, support: true, admin: true },
    orderBy: [{ whitelabel: 'asc' }, { email: 'asc' }],
  });
}

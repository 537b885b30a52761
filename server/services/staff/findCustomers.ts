import type { Caller } from '../access/caller.ts';
import type { Deps } from '../deps.ts';

const mostFound = 20;

/** LIKE's own signs, typed by somebody, mean themselves. */
const literally = (text: string) => text.replace(/[\\%_]/g, (sign) => `\\${sign}`);

interface Found {
  token: string;
  email: string;
  business_name: string | null;
  created_at: Date;
  is_locked: boolean;
  is_fraud: boolean;
}

/** Customers of the staff member's own program by a part of their e-mail or business name, the best-known first: exact e-mail, then the newest. */
export async function findCustomers({ database }: Deps, caller: Caller, { q }: { q: string }) {
  const text = q.toLowerCase();
  const pattern = `%${literally(text)}%`;
  const found = await database.$queryRaw<Found[]>`
    SELECT token, email, business_name, created_at, is_locked, is_fraud
    FROM receiver
    WHERE whitelabel = ${caller.receiver.whitelabel} AND (email LIKE ${pattern} OR lower(business_name) LIKE ${pattern})
    ORDER BY email = ${text} DESC, created_at DESC
    LIMIT ${mostFound}`;
  return { receivers: found.map((receiver) => ({ ...receiver, created_at: receiver.created_at.toISOString() })) };
}

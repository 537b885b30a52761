import { findCustomersByText } from '../../db/queries/customers.ts';
import type { Caller } from '../access/caller.ts';
import type { Deps } from '../deps.ts';

const maximumResults = 20;

/** Finds customers of the staff member's own program by a part of their email or business name: an exact email first, then subscribers, then the newest. */
export async function findCustomers({ database }: Deps, caller: Caller, { q }: { q: string }) {
  const found = await findCustomersByText(database, { program: caller.receiver.whitelabel, q, limit: maximumResults });
  return { receivers: found.map((receiver) => ({ ...receiver, created_at: receiver.created_at.toISOString() })) };
}

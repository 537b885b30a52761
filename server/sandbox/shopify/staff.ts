import { randomUUID } from 'node:crypto';
import type { Request, Response } from 'express';
import type { Shop, StaffMember } from './shops.ts';

/** The owner of every store that has not been handed over. */
const ownerId = '42';

/** Returns the people of a store, the owner first: a new store has two members of staff beside the owner. */
export function staffOf({ domain, staff }: Shop): StaffMember[] {
  const person = (id: string, name: string, mailbox: string): StaffMember => {
    const [first_name = '', last_name = ''] = name.split(' ');
    return { id, first_name, last_name, email: `${mailbox}@${domain}`, email_verified: true, account_owner: id === ownerId, collaborator: false, locale: 'en' };
  };
  const first = [person(ownerId, 'Sam Turner', 'owner'), person('43', 'Mia Chen', 'mia'), person('44', 'Leo Park', 'leo')];
  return staff ?? first;
}

const cookieName = 'sandbox_admin';

interface AdminSession {
  member: StaffMember;
  /** The browser's own session in the admin. */
  id: string;
}

/**
 * Returns who is signed in to a store's admin in this browser: the owner, unless `?staff=ID` has named another member.
 * The choice is kept in a cookie of this store's admin.
 */
export function adminSession(request: Request, response: Response, shop: Shop): AdminSession {
  const [keptId = '', kept = ''] = (new RegExp(`(?:^|;\\s*)${cookieName}=([\\w.-]+)`).exec(request.headers.cookie ?? '')?.[1] ?? '').split('.');
  const wanted = String(request.query.staff ?? '') || keptId || ownerId;
  const people = staffOf(shop);
  const member = people.find(({ id }) => id === wanted) ?? people[0];
  if (!member) throw new TypeError('a store has an owner');
  const id = kept !== '' && keptId === member.id ? kept : randomUUID();
  if (id !== kept)
    response.cookie(cookieName, `${member.id}.${id}`, { path: `${request.baseUrl}/admin/store/${request.params.handle}`, sameSite: 'lax', httpOnly: true });
  return { member, id };
}

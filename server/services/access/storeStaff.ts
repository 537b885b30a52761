import { ownersOfStores } from '../../db/queries/storePeople.ts';
import { mayStaffCall, readStaffAccess, type StaffPermission, staffAccessRefusal } from '../../domain/access/storeStaff.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Deps } from '../deps.ts';
import type { Caller } from './caller.ts';

type StaffCaller = Pick<Caller, 'scope' | 'receiver'>;

/** Returns the sentence that tells one of a store's staff who can do what they may not. */
export async function ownerNeeded({ database }: Pick<Deps, 'database'>, { scope }: StaffCaller, permission: StaffPermission = 'never'): Promise<string> {
  const [owner] = await ownersOfStores(database, scope);
  return staffAccessRefusal(permission, owner?.name ?? null);
}

/** Throws `forbidden`, with the owner's name, for a call that the owner of the store does not let its staff make. */
export async function requireStaffPermission(deps: Pick<Deps, 'database'>, caller: StaffCaller, permission: StaffPermission): Promise<void> {
  if (mayStaffCall(permission, readStaffAccess(caller.receiver.staff_access))) return;
  throw new DomainError('forbidden', { reason: await ownerNeeded(deps, caller, permission) });
}

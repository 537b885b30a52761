import type { StoreVisitor } from '../../contract/storeStaff.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { mayStaffCall, readStaffAccess, type StaffAccess } from '../../domain/access/storeStaff.ts';
import { completionChecklist } from '../../domain/onboarding/onboarding.ts';
import type { Caller } from '../access/caller.ts';
import { ownerNeeded } from '../access/storeStaff.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { onboardingFacts, wireReceiver } from './presentReceiver.ts';

/** Returns what a caller may see of the account of the store that handed them in. */
export async function readStoreVisitor(deps: Deps, caller: Caller): Promise<StoreVisitor> {
  if (!caller.isStoreStaff) return { may_see: 'everything', owner_needed: null, completion: null };
  const may_see = readStaffAccess(caller.receiver.staff_access);
  const seesSetup = mayStaffCall('if_setup', may_see);
  return {
    may_see,
    owner_needed: await ownerNeeded(deps, caller, seesSetup ? 'never' : 'if_setup'),
    completion: seesSetup ? completionChecklist(wireReceiver(caller.receiver), await onboardingFacts(deps, caller)) : null,
  };
}

/** Stores what the owner of a store lets its staff see. */
export async function setStaffAccess({ database }: Pick<Deps, 'database'>, { scope }: ReceiverView, staff_access: StaffAccess): Promise<void> {
  await databaseOf(database, scope).receiver.update({ data: { staff_access } });
}

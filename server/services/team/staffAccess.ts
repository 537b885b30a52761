import type { StoreVisitor } from '../../contract/storeStaff.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { ownersOfStores } from '../../db/queries/storePeople.ts';
import { mayStaffCall, readStaffAccess, type StaffAccess } from '../../domain/access/storeStaff.ts';
import { whoFinishesSetup } from '../../domain/access/teamWords.ts';
import { completionChecklist, isBeforeCard } from '../../domain/onboarding/onboarding.ts';
import { type Caller, fullName } from '../access/caller.ts';
import { ownerNeeded } from '../access/storeStaff.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { onboardingFacts } from '../onboarding/onboardingFacts.ts';
import { wireReceiver } from '../receiver/wireReceiver.ts';

/** Returns what a caller may see of the account of the store that handed them in. */
export async function readStoreVisitor(deps: Deps, caller: Caller): Promise<StoreVisitor> {
  if (!caller.isStoreStaff) return { may_see: 'everything', owner_needed: null, setup_needs: await setupNeeds(deps, caller), completion: null };
  const may_see = readStaffAccess(caller.receiver.staff_access);
  const seesSetup = mayStaffCall('if_setup', may_see);
  return {
    may_see,
    owner_needed: await ownerNeeded(deps, caller, seesSetup ? 'never' : 'if_setup'),
    setup_needs: null,
    completion: seesSetup ? completionChecklist(wireReceiver(caller.receiver), await onboardingFacts(deps, caller)) : null,
  };
}

/** Returns who finishes the set-up, in words for a member of the team who may not; null where nobody has to be told. */
async function setupNeeds(deps: Deps, caller: Caller): Promise<string | null> {
  if (caller.role === 'owner') return null;
  const completion = completionChecklist(wireReceiver(caller.receiver), await onboardingFacts(deps, caller));
  if (!isBeforeCard(completion)) return null;
  const [ofStore] = await ownersOfStores(deps.database, caller.scope);
  return whoFinishesSetup(caller.role, ofStore?.name ?? fullName(caller.receiver) ?? caller.receiver.email);
}

/** Stores what the owner of a store lets its staff see. */
export async function setStaffAccess({ database }: Pick<Deps, 'database'>, { scope }: ReceiverView, staff_access: StaffAccess): Promise<void> {
  await databaseOf(database, scope).receiver.update({ data: { staff_access } });
}

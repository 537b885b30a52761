import { receiverScope } from '../db/scope.ts';
import { staffRights } from '../domain/staff/staffRights.ts';
import type { Deps } from '../services/deps.ts';
import { changeStaffRight, readStaff, type StaffRightChange } from '../services/staff/staffRights.ts';

/** The operator's orders about the rights of staff: `npm run staff`. */

/** Prints who has a right, a line each. */
export async function listStaff(deps: Deps, print: (line: string) => void): Promise<void> {
  const staff = await readStaff(deps);
  for (const { whitelabel, email, ...rights } of staff) print(`${whitelabel} ${email}: ${staffRights.filter((right) => rights[right]).join(', ')}`);
  if (staff.length === 0) print('Nobody has a right of staff.');
}

/** Gives a person a right of staff, or takes it back. Throws as `changeStaffRight` does. */
export const changeRightOf = (deps: Deps, receiverId: string, change: StaffRightChange): Promise<void> =>
  changeStaffRight(deps, receiverScope(receiverId), change);

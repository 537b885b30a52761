import { getStoreVisitor, putStaffAccess } from '../../contract/storeStaff.ts';
import { readStoreVisitor, setStaffAccess } from '../../services/team/staffAccess.ts';
import { route } from '../route.ts';

export const storeStaffRoutes = [
  route(
    getStoreVisitor,
    (deps) =>
      async ({ caller }) =>
        readStoreVisitor(deps, caller),
  ),
  route(putStaffAccess, (deps) => async ({ view, body }) => {
    await setStaffAccess(deps, view, body.staff_access);
    return body;
  }),
];

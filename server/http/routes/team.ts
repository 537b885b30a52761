import { deleteTeamMember, getTeam, patchTeamMember, postTeamInvitation, putStoreStaffRole } from '../../contract/team.ts';
import { changeRole } from '../../services/team/changeRole.ts';
import { inviteMember } from '../../services/team/inviteMember.ts';
import { mapStoreStaff } from '../../services/team/mapStoreStaff.ts';
import { readTeam } from '../../services/team/readTeam.ts';
import { removeMember } from '../../services/team/removeMember.ts';
import { route } from '../route.ts';

export const teamRoutes = [
  route(
    getTeam,
    (deps) =>
      ({ caller, view }) =>
        readTeam(deps, caller, view),
  ),
  route(postTeamInvitation, (deps) => async (call) => {
    await inviteMember(deps, call.program, call, call.body);
    return readTeam(deps, call.caller, call.view);
  }),
  route(putStoreStaffRole, (deps) => async (call) => {
    await mapStoreStaff(deps, call, call.body);
    return readTeam(deps, call.caller, call.view);
  }),
  route(patchTeamMember, (deps) => async (call) => {
    await changeRole(deps, call.program, call, { memberId: call.params.member, role: call.body.role });
    return readTeam(deps, call.caller, call.view);
  }),
  route(deleteTeamMember, (deps) => async (call) => {
    await removeMember(deps, call, call.params.member);
    return readTeam(deps, call.caller, call.view);
  }),
];

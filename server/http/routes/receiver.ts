import { getReceiver, patchUser, postFirstStepsDismissal } from '../../contract/receiver.ts';
import { startMasquerade } from '../../services/access/startMasquerade.ts';
import { dismissFirstSteps } from '../../services/profile/dismissFirstSteps.ts';
import { presentReceiver } from '../../services/profile/presentReceiver.ts';
import { updateReceiver } from '../../services/profile/updateReceiver.ts';
import { route } from '../route.ts';

export const receiverRoutes = [
  route(getReceiver, (deps) => async ({ caller, view, query, origin }) => {
    const seen = query.email === undefined ? view : await startMasquerade(deps, caller, { email: query.email, origin });
    return presentReceiver(deps, caller, seen);
  }),
  route(
    patchUser,
    (deps) =>
      async ({ caller, view, body, origin }) =>
        presentReceiver(deps, caller, await updateReceiver(deps, caller, view, { body, origin })),
  ),
  route(
    postFirstStepsDismissal,
    (deps) =>
      async ({ caller, view }) =>
        presentReceiver(deps, caller, await dismissFirstSteps(deps, view)),
  ),
];

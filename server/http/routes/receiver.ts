import { getReceiver, patchUser } from '../../contract/receiver.ts';
import { presentReceiver } from '../../services/presentReceiver.ts';
import { startMasquerade } from '../../services/startMasquerade.ts';
import { updateReceiver } from '../../services/updateReceiver.ts';
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
];

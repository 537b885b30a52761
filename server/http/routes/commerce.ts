import { disconnectCommerce, getCommerce, postCommerce } from '../../contract/commerce.ts';
import { presentReceiver } from '../../services/profile/presentReceiver.ts';
import { connectStore } from '../../services/store/connectStore.ts';
import { disconnectLinkedStore } from '../../services/store/disconnectStore.ts';
import { presentStore } from '../../services/store/presentStore.ts';
import { route } from '../route.ts';

export const commerceRoutes = [
  route(
    postCommerce,
    (deps) =>
      async ({ caller, view, body }) =>
        presentReceiver(deps, caller, await connectStore(deps, view, body.public_token)),
  ),
  route(
    disconnectCommerce,
    (deps) =>
      async ({ caller, view }) =>
        presentReceiver(deps, caller, await disconnectLinkedStore(deps, view)),
  ),
  route(
    getCommerce,
    (deps) =>
      async ({ view }) =>
        presentStore(deps, view),
  ),
];

import { getCommerce, postCommerce, postCommerceLinkToken } from '../../contract/commerce.ts';
import { presentReceiver } from '../../services/receiver/presentReceiver.ts';
import { connectStore, openStoreLink } from '../../services/store/connectStore.ts';
import { presentStore } from '../../services/store/presentStore.ts';
import { route } from '../route.ts';

export const commerceRoutes = [
  route(
    postCommerceLinkToken,
    (deps) =>
      async ({ view }) =>
        openStoreLink(deps, view),
  ),
  route(
    postCommerce,
    (deps) =>
      async ({ caller, view, body }) =>
        presentReceiver(deps, caller, await connectStore(deps, view, body.public_token)),
  ),
  route(
    getCommerce,
    (deps) =>
      async ({ view }) =>
        presentStore(deps, view),
  ),
];

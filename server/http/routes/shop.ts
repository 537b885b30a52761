import { disconnectShop, getShop, reconnectShop } from '../../contract/shop.ts';
import { disconnectStore, readConnection, reconnectStore } from '../../services/store/connection.ts';
import { route } from '../route.ts';

export const shopRoutes = [
  route(
    getShop,
    (deps) =>
      async ({ view }) =>
        readConnection(deps, view),
  ),
  route(
    disconnectShop,
    (deps) =>
      async ({ view }) =>
        disconnectStore(deps, view),
  ),
  route(
    reconnectShop,
    (deps) =>
      async ({ view }) =>
        reconnectStore(deps, view),
  ),
];

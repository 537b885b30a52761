import { getShopOrder } from '../../contract/shopOrder.ts';
import { readShopOrder } from '../../services/store/shopify/readShopOrder.ts';
import { route } from '../route.ts';

export const shopOrderRoutes = [
  route(
    getShopOrder,
    (deps) =>
      async ({ view, query }) =>
        readShopOrder(deps, view, query.id),
  ),
];

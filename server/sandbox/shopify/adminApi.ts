import express, { type Router } from 'express';
import type { SandboxClock } from '../core/clock.ts';
import { handle, Refusal } from '../core/handle.ts';
import { answerQuery, QueryError, readQuery } from './graphql.ts';
import { emulatedShop } from './oauth.ts';
import { adminFields } from './schema.ts';
import type { Shops } from './shops.ts';

/** Serves the Admin API's single address, for reads: `POST /admin/api/{version}/graphql.json` with a shop's access token. */
export function adminApi(shops: Shops, clock: SandboxClock): Router {
  const router = express.Router();
  router.post(
    '/admin/api/:version/graphql.json',
    handle(async (request) => {
      const shop = await shops.get(emulatedShop(request));
      const token = request.headers['x-shopify-access-token'];
      if (!shop?.installed_at || typeof token !== 'string' || !(await shops.isGranted(shop.domain, token))) {
        throw new Refusal(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
      }
      const { query, variables } = request.body ?? {};
      try {
        const selections = readQuery(String(query ?? ''), variables ?? {});
        return { data: answerQuery(selections, adminFields(shop, shops.orders(shop), clock.now())), extensions: { cost } };
      } catch (error) {
        if (error instanceof QueryError) return { errors: [{ message: error.message }] };
        throw error;
      }
    }),
  );
  return router;
}

const cost = { requestedQueryCost: 10, actualQueryCost: 10, throttleStatus: { maximumAvailable: 2000, currentlyAvailable: 1990, restoreRate: 100 } };

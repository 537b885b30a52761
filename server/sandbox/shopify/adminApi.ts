import express, { type Request, type Router } from 'express';
import type { SandboxCore } from '../core/core.ts';
import { handle, Refusal } from '../core/handle.ts';
import type { Settings } from '../core/settings.ts';
import { type BucketSize, openBuckets } from './bucket.ts';
import { BulkDenied, type BulkOperations, bulkLines } from './bulk.ts';
import { actualCost, maximumQueryCost, requestedCost } from './cost.ts';
import { type Access, type Arguments, answerOperation, checkSelections, type Fields, type Operation, QueryError, readOperation } from './graphql.ts';
import { emulatedShop } from './oauth.ts';
import { adminFields } from './schema.ts';
import type { Shop, Shops } from './shops.ts';
import { type Strictness, strictnessOf } from './strictness.ts';

export interface AdminApiParts {
  shops: Shops;
  clock: SandboxCore['clock'];
  strictness: Settings<Strictness>;
  bulk: BulkOperations;
}

const closedAnswers = {
  frozen: [402, 'Unavailable Shop'],
  forbidden: [403, 'Forbidden'],
  locked: [423, 'Locked'],
} as const;

/** Serves the Admin API's single address, `POST /admin/api/{version}/graphql.json` with a shop's access token, and the files of bulk operations. */
export function adminApi(parts: AdminApiParts): Router {
  const { shops, clock, strictness, bulk } = parts;
  const buckets = openBuckets(clock);
  const router = express.Router();

  async function callingShop(request: Request): Promise<Shop> {
    const shop = await shops.get(emulatedShop(request));
    const token = request.headers['x-shopify-access-token'];
    if (!shop?.installed_at || typeof token !== 'string' || !(await shops.isGranted(shop.domain, token))) {
      throw new Refusal(401, { errors: '[API] Invalid API key or access token (unrecognized login or wrong password)' });
    }
    if (!shop.closed) return shop;
    const [status, errors] = closedAnswers[shop.closed];
    throw new Refusal(status, { errors });
  }

  router.post(
    '/admin/api/:version/graphql.json',
    handle(async (request) => {
      const shop = await callingShop(request);
      const settings = await strictnessOf(shop, strictness);
      const { query, variables } = request.body ?? {};
      try {
        const operation = readOperation(String(query ?? ''), variables ?? {});
        checkSelections(operation.selections, rootOf(operation));
        const size = { maximum: settings.bucket_points, restoreRate: settings.points_per_second };
        const requested = requestedCost(operation.selections, rootOf(operation));
        if (requested > maximumQueryCost) return tooCostly(requested);
        const taken = buckets.take(shop.domain, size, requested);
        const cost = (actualQueryCost: number | null) => costOf(requested, actualQueryCost, shop, size);
        if (!taken) return { errors: [throttled], extensions: { cost: cost(null) } };
        const access: Access = { scopes: shop.scopes, isApproved: settings.is_approved, denied: [] };
        const data = await answerOperation(operation, await fieldsFor(parts, shop, operation), access);
        const actual = Math.min(requested, actualCost(operation.selections, rootOf(operation), data));
        buckets.giveBack(shop.domain, size, requested - actual);
        const errors = access.denied.map(({ message, path, requiredAccess }) => ({
          message,
          path,
          extensions: { code: 'ACCESS_DENIED', documentation, requiredAccess },
        }));
        return { data, ...(errors.length > 0 && { errors }), extensions: { cost: cost(actual) } };
      } catch (error) {
        if (error instanceof QueryError) return { errors: [{ message: error.message }] };
        throw error;
      }
    }),
  );

  function costOf(requestedQueryCost: number, actualQueryCost: number | null, shop: Shop, size: BucketSize) {
    return { requestedQueryCost, actualQueryCost, throttleStatus: buckets.status(shop.domain, size) };
  }

  // The file's host is not this machine's; the caller names it as it names a shop.
  router.get('/bulk/:file', (request, response, next) => {
    bulk
      .readFile(String(request.params.file))
      .then((lines) => (lines ? response.type('application/jsonl').send(lines.map((line) => `${line}\n`).join('')) : response.sendStatus(404)))
      .catch(next);
  });

  return router;
}

const rootOf = ({ kind }: Operation) => (kind === 'mutation' ? 'Mutation' : 'QueryRoot');
const documentation = 'https://shopify.dev/api/usage/access-scopes';
const throttled = { message: 'Throttled', extensions: { code: 'THROTTLED', documentation: 'https://shopify.dev/api/usage/rate-limits' } };

function tooCostly(cost: number) {
  const message = `Query cost is ${cost}, which exceeds the single query max cost limit (${maximumQueryCost}).`;
  return {
    errors: [
      { message, extensions: { code: 'MAX_COST_EXCEEDED', cost, maxCost: maximumQueryCost, documentation: 'https://shopify.dev/api/usage/rate-limits' } },
    ],
  };
}

/** Returns the root fields that an operation may select: those about the shop, and its bulk operations. */
async function fieldsFor({ shops, clock, strictness, bulk }: AdminApiParts, shop: Shop, { kind, selections }: Operation): Promise<Fields> {
  if (kind === 'mutation') {
    const { bulk_ms } = await strictnessOf(shop, strictness);
    return {
      bulkOperationRunQuery: (parameters: Arguments) => bulk.run(shop.domain, parameters, bulk_ms),
      bulkOperationCancel: ({ id }: Arguments) => bulk.cancel(shop.domain, id),
    };
  }
  // A year of orders is drawn only for a query that needs them.
  const needsOrders = selections.some(({ name }) => ['orders', 'order', 'shopifyPaymentsAccount'].includes(name));
  return {
    ...adminFields(shop, needsOrders ? await shops.orders(shop) : [], clock.now()),
    node: ({ id }: Arguments) => bulk.describe(shop.domain, id ?? null),
    bulkOperation: ({ id }: Arguments) => bulk.describe(shop.domain, id ?? null),
    currentBulkOperation: () => bulk.describe(shop.domain),
  };
}

/** Returns the lines that a bulk query finds in a shop; undefined when the app may not see them. */
export async function linesOf({ shops, clock, strictness }: Omit<AdminApiParts, 'bulk'>, domain: string, query: string): Promise<string[] | undefined> {
  const shop = await shops.get(domain);
  if (!shop) return undefined;
  const { is_approved } = await strictnessOf(shop, strictness);
  const access: Access = { scopes: shop.scopes, isApproved: is_approved, denied: [] };
  try {
    return await bulkLines(query, adminFields(shop, await shops.orders(shop), clock.now()), access);
  } catch (error) {
    if (error instanceof BulkDenied) return undefined;
    throw error;
  }
}

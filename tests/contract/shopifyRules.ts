import type { Exchange } from './exchanges.ts';

/**
 * Shopify's published rules of the Admin API's cost and scopes, applied to what the product asked and the sandbox answered. There is
 * no description file for it. Sources: "GraphQL Admin API rate limits" and the field pages of the schema, version 2026-07.
 */

/** A selected field: its `first`, and what is selected in it. */
interface Asked {
  name: string;
  first: number | null;
  fields: Asked[];
}

/** How a field with a selection counts: an object 1; a list as many as it may hold; a connection two more. */
const kinds: Readonly<Record<string, 'object' | 'list' | 'connection' | 'mutation'>> = {
  shop: 'object',
  currentAppInstallation: 'object',
  accessScopes: 'object',
  orders: 'connection',
  order: 'object',
  transactions: 'list',
  amountSet: 'object',
  shopMoney: 'object',
  shopifyPaymentsAccount: 'object',
  payouts: 'connection',
  disputes: 'connection',
  net: 'object',
  amount: 'object',
  node: 'object',
  bulkOperationRunQuery: 'mutation',
};
const mutationCost = 10;
const connectionCost = 2;
const mostPoints = 1_000;

/** The scopes of which each field needs one. */
const neededScopes: Readonly<Record<string, readonly string[]>> = {
  orders: ['read_orders'],
  order: ['read_orders'],
  shopifyPaymentsAccount: ['read_shopify_payments_accounts', 'read_shopify_payments'],
  payouts: ['read_shopify_payments_payouts', 'read_shopify_payments'],
  disputes: ['read_shopify_payments_disputes', 'read_shopify_payments'],
};

/** Codes of refusals, all of which come with status 200. */
const refusals = new Set(['THROTTLED', 'ACCESS_DENIED', 'MAX_COST_EXCEEDED']);

const token = /"""[\s\S]*?"""|"[^"]*"|\.\.\.|\$?\w+|[{}():!,[\]]/g;

/** Returns the fields that the first operation of a document selects. */
export function askedFields(document: string, variables: Readonly<Record<string, unknown>> = {}): Asked[] {
  const tokens: readonly string[] = document.match(token) ?? [];
  let place = tokens.indexOf('{');
  function fields(): Asked[] {
    const found: Asked[] = [];
    for (place += 1; place < tokens.length && tokens[place] !== '}'; ) {
      if (tokens[place] === '...') {
        place += 3;
        found.push(...fields());
      } else found.push(field());
    }
    place += 1;
    return found;
  }
  function field(): Asked {
    const name = tokens[place] ?? '';
    place += 1;
    let first: number | null = null;
    if (tokens[place] === '(') {
      for (; tokens[place] !== ')'; place += 1) {
        if (tokens[place] !== 'first') continue;
        const given = tokens[place + 2] ?? '';
        first = Number(given.startsWith('$') ? variables[given.slice(1)] : given);
      }
      place += 1;
    }
    return { name, first, fields: tokens[place] === '{' ? fields() : [] };
  }
  return fields();
}

/** Returns the cost of selected fields before they are answered. Throws for an object whose kind is not in the table. */
export function costOf(asked: readonly Asked[]): number {
  return asked.reduce((cost, field) => cost + costOfField(field), 0);
}

function costOfField({ name, first, fields }: Asked): number {
  if (fields.length === 0) return 0;
  const kind = kinds[name];
  if (kind === undefined) throw new TypeError(`how ${name} counts is not known`);
  if (kind === 'mutation') return mutationCost;
  if (kind === 'object') return 1 + costOf(fields);
  if (first === null) throw new TypeError(`${name} is asked for without a size`);
  if (kind === 'list') return first * (1 + costOf(fields));
  const items = fields.flatMap((inner) =>
    inner.name === 'nodes' ? [inner.fields] : inner.name === 'edges' ? inner.fields.filter((one) => one.name === 'node').map((one) => one.fields) : [],
  );
  return connectionCost + items.reduce((cost, item) => cost + first * (1 + costOf(item)), 0);
}

/** Returns the scopes that selected fields need and that are not among those asked for. */
export function missingScopes(asked: readonly Asked[], scopes: readonly string[]): string[] {
  return asked.flatMap(({ name, fields }) => {
    const needed = neededScopes[name] ?? [];
    const isMissing = needed.length > 0 && !needed.some((scope) => scopes.includes(scope));
    return [...(isMissing ? [`${name} needs ${needed.join(' or ')}`] : []), ...missingScopes(fields, scopes)];
  });
}

/** Returns the scopes that are asked for and that no selected field needs. */
export function needlessScopes(asked: readonly Asked[], scopes: readonly string[]): string[] {
  const names = (fields: readonly Asked[]): string[] => fields.flatMap(({ name, fields: inner }) => [name, ...names(inner)]);
  const needed = new Set(names(asked).flatMap((name) => neededScopes[name] ?? []));
  return scopes.filter((scope) => !needed.has(scope));
}

interface Wire {
  errors?: readonly { extensions?: { code?: string } }[];
  extensions?: { cost?: { requestedQueryCost?: unknown; actualQueryCost?: unknown; throttleStatus?: Readonly<Record<string, unknown>> } };
}

/** Returns what is wrong about one call to the Admin API and its answer. */
export function problemsOfExchange({ status, request, answer }: Exchange): string[] {
  const { query, variables } = request as { query: string; variables?: Record<string, unknown> };
  const { errors = [], extensions } = (answer ?? {}) as Wire;
  const code = errors[0]?.extensions?.code;
  if (code !== undefined && refusals.has(code) && status !== 200) return [`${code} came with status ${status}`];
  if (errors.length > 0 && (code === undefined || !refusals.has(code))) return [`the query was not understood: ${JSON.stringify(errors)}`];
  const expected = costOf(askedFields(query, variables));
  if (code === 'MAX_COST_EXCEEDED') return expected > mostPoints ? [] : [`${expected} points were refused as too many`];
  const { requestedQueryCost, actualQueryCost, throttleStatus = {} } = extensions?.cost ?? {};
  const problems: [boolean, string][] = [
    [expected > mostPoints, `${expected} points were not refused`],
    [requestedQueryCost !== expected, `requestedQueryCost is ${requestedQueryCost}, not ${expected}`],
    [code === 'THROTTLED' ? actualQueryCost !== null : !(Number(actualQueryCost) <= expected), `actualQueryCost is ${actualQueryCost} of ${expected}`],
    [['maximumAvailable', 'currentlyAvailable', 'restoreRate'].some((key) => typeof throttleStatus[key] !== 'number'), 'throttleStatus is not whole'],
  ];
  return problems.flatMap(([isWrong, problem]) => (isWrong ? [problem] : []));
}

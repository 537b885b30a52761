import { adminSchema } from './adminSchema.ts';
import type { Selection } from './graphql.ts';

/**
 * The cost of a query by the platform's published table: a scalar or enum 0, an object 1, a mutation 10, a connection by its
 * `first` or `last`. How exactly a connection counts is not published; as its engineers describe it, it is two points and each
 * object with all that is selected in it. Requested is what a query may cost at most, known before it runs; actual is what it
 * found.
 */

/** The largest cost of one query, whatever the plan. */
export const maximumQueryCost = 1_000;
const mutationCost = 10;
const connectionCost = 2;
/** The largest page, which a list without `first` counts as. */
const largestPage = 250;

/** Returns the cost of a query before it runs. */
export const requestedCost = (selections: readonly Selection[], type: string): number => costOf(selections, type, undefined);

/** Returns the cost of what a query answered. */
export const actualCost = (selections: readonly Selection[], type: string, answer: unknown): number => costOf(selections, type, answer);

/** Adds up the cost of selections. `value` is what they answered; undefined before the query ran. */
function costOf(selections: readonly Selection[], type: string, value: unknown): number {
  return sum(selections.map((selection) => fieldCost(selection, type, valueAt(value, selection.alias))));
}

function fieldCost(selection: Selection, parent: string, value: unknown): number {
  const { type, many } = adminSchema[parent]?.[selection.name] ?? {};
  if (type === undefined || value === null) return 0;
  if (parent === 'Mutation') return mutationCost;
  const each = (item: unknown) => 1 + costOf(selection.selections, type, item);
  if (many === undefined) return each(value);
  if (many === 'list') return value === undefined ? each(undefined) : Math.max(1, sum(itemsOf(value).map(each)));
  const size = Number(selection.parameters.first ?? selection.parameters.last ?? largestPage);
  if (many === 'sized') return severalCost(value, size, each);
  return connectionCost + sum(selection.selections.map((inner) => pageCost(inner, type, valueAt(value, inner.alias), size)));
}

/** Returns the cost of a connection's `nodes` or `edges`. */
function pageCost(selection: Selection, type: string, value: unknown, size: number): number {
  if (selection.name === 'nodes') return severalCost(value, size, (node) => 1 + costOf(selection.selections, type, node));
  const node = selection.name === 'edges' ? selection.selections.find(({ name }) => name === 'node') : undefined;
  return node ? severalCost(value, size, (edge) => 1 + costOf(node.selections, type, valueAt(edge, node.alias))) : 0;
}

/** Returns the cost of the objects that were found, or, before the query ran, of as many as may be found. */
function severalCost(value: unknown, size: number, each: (item: unknown) => number): number {
  return value === undefined ? size * each(undefined) : sum(itemsOf(value).map(each));
}

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0);
const itemsOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const valueAt = (value: unknown, name: string): unknown =>
  typeof value === 'object' && value !== null ? ((value as Readonly<Record<string, unknown>>)[name] ?? null) : value;

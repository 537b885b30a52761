import { adminSchema } from './adminSchema.ts';
import { checkSelections, type Operation, QueryError, readOperation, type Selection } from './graphql.ts';

const maximumConnections = 5;
const deepestNesting = 2;

/** Returns what forbids a query as a bulk operation, in the platform's words; nothing when it may run. */
export function checkBulkQuery(query: string): string[] {
  let operation: Operation;
  try {
    operation = readOperation(query, {});
    checkSelections(operation.selections, 'QueryRoot');
  } catch (error) {
    if (error instanceof QueryError) return [`Invalid bulk query: ${error.message}`];
    throw error;
  }
  if (operation.kind !== 'query') return ['Invalid bulk query: only queries can be run'];
  const found = connectionsIn(operation.selections, 'QueryRoot', { depth: 0, isInList: false });
  const byNodes = found.filter(({ selection }) => selection.selections.some(({ name }) => name === 'nodes')).map(({ selection }) => selection.name);
  const rules: [boolean, string][] = [
    [
      byNodes.length > 0,
      `All connection fields in a bulk query must select their contents using 'edges' > 'node', e.g: 'products { edges { node {'. Selecting via 'nodes' is not supported. Invalid connection fields: '${byNodes.join("', '")}'.`,
    ],
    [operation.selections.some(({ name }) => name === 'node'), 'Bulk queries cannot contain a top level `node` field.'],
    [operation.selections.length > 1, 'Bulk queries cannot contain more than one top level field.'],
    [found.length === 0, 'Bulk queries must contain at least one connection.'],
    [found.length > maximumConnections, `Bulk queries cannot contain more than ${maximumConnections} connections.`],
    [found.some(({ depth }) => depth > deepestNesting), `Bulk queries cannot contain connections with a nesting depth greater than ${deepestNesting}.`],
    [found.some(({ isInList }) => isInList), 'Queries that contain a connection field within a list field are not currently supported.'],
  ];
  return rules.flatMap(([isBroken, message]) => (isBroken ? [message] : []));
}

interface Found {
  selection: Selection;
  /** 1 for a connection in no other. */
  depth: number;
  isInList: boolean;
}

function connectionsIn(selections: readonly Selection[], type: string, position: { depth: number; isInList: boolean }): Found[] {
  return selections.flatMap((selection) => {
    const field = adminSchema[type]?.[selection.name];
    const inner = field?.type;
    if (!inner) return [];
    if (field.many !== 'connection')
      return connectionsIn(selection.selections, inner, { ...position, isInList: position.isInList || field.many !== undefined });
    const depth = position.depth + 1;
    const nodes = selection.selections.flatMap(({ name, selections: within }) => (name === 'edges' ? within.filter((one) => one.name === 'node') : []));
    return [{ selection, depth, isInList: position.isInList }, ...nodes.flatMap((node) => connectionsIn(node.selections, inner, { ...position, depth }))];
  });
}

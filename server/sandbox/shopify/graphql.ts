import { adminSchema, type Field } from './adminSchema.ts';

/** Just enough GraphQL to answer the Admin API: arguments, variables, aliases and fragments. Fields and arguments are checked against its schema. */

type Value = string | number | boolean | null | Value[] | { [name: string]: Value };
export type Arguments = Readonly<Record<string, Value | undefined>>;

/** The fields of an object: each is a value, an object with fields, or a function of the field's arguments. */
export type Fields = Readonly<Record<string, unknown>>;

export interface Selection {
  name: string;
  alias: string;
  parameters: Arguments;
  selections: Selection[];
}

/** A mistake in the query itself; answered in the `errors` of a 200. */
export class QueryError extends Error {}

/** The first operation of a document. */
export interface Operation {
  kind: 'query' | 'mutation';
  selections: Selection[];
}

/** The caller's scopes, and the refusals met while answering. */
export interface Access {
  scopes: readonly string[];
  /** Whether the platform has approved the app for protected customer data. */
  isApproved: boolean;
  denied: Denial[];
}

export interface Denial {
  message: string;
  path: readonly string[];
  requiredAccess: string;
}

const token = /"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|\.\.\.|[_A-Za-z]\w*|-?\d+(?:\.\d+)?|[{}()[\]:$!=@|]/g;

/** Parses the document's first operation. Throws a QueryError for unsupported syntax. */
export function readOperation(document: string, variables: Readonly<Record<string, Value>>): Operation {
  const tokens = document.replace(/#.*$/gm, '').match(token) ?? [];
  const fragments = new Map<string, number>();
  let operation: { kind: Operation['kind']; place: number } | undefined;
  let place = 0;

  const fail = (reason: string): never => {
    throw new QueryError(`Parse error: ${reason}`);
  };
  const peek = () => tokens[place];
  function take(): string {
    const next = tokens[place] ?? fail('the end came too early');
    place += 1;
    return next;
  }
  function expect(wanted: string): void {
    if (take() !== wanted) fail(`expected ${wanted} before ${peek() ?? 'the end'}`);
  }
  function readUntil<T>(end: string, read: () => T): T[] {
    const items: T[] = [];
    while (peek() !== end) items.push(read());
    take();
    return items;
  }
  /** Skips a pair of brackets and everything between them. */
  function skip(open: string, close: string): void {
    let depth = 0;
    do {
      const next = take();
      depth += next === open ? 1 : next === close ? -1 : 0;
    } while (depth > 0);
  }

  function readValue(): Value {
    const next = take();
    if (next === '$') return variables[take()] ?? null;
    if (next === '[') return readUntil(']', readValue);
    if (next === '{') return Object.fromEntries(readUntil('}', readPair));
    if (next.startsWith('"""')) return next.slice(3, -3);
    if (next.startsWith('"')) return String(JSON.parse(next));
    if (/^-?\d/.test(next)) return Number(next);
    return next === 'null' ? null : next === 'true' ? true : next === 'false' ? false : next;
  }
  function readPair(): [string, Value] {
    const name = take();
    expect(':');
    return [name, readValue()];
  }
  function readSelections(): Selection[] {
    expect('{');
    return readUntil('}', readSelection).flat();
  }
  function readSelection(): Selection[] {
    if (peek() === '...') {
      take();
      return readSpread();
    }
    const alias = take();
    let name = alias;
    if (peek() === ':') {
      take();
      name = take();
    }
    let parameters: Arguments = {};
    if (peek() === '(') {
      take();
      parameters = Object.fromEntries(readUntil(')', readPair));
    }
    return [{ name, alias, parameters, selections: peek() === '{' ? readSelections() : [] }];
  }
  /** Reads a fragment and ignores its type condition, because each position can only have one type. */
  function readSpread(): Selection[] {
    if (peek() === 'on') place += 2;
    if (peek() === '{') return readSelections();
    const name = take();
    const back = place;
    place = fragments.get(name) ?? fail(`no fragment ${name}`);
    const selections = readSelections();
    place = back;
    return selections;
  }

  while (place < tokens.length) {
    const kind = peek() === '{' ? 'query' : take();
    if (kind === 'fragment') {
      const name = take();
      place += 2;
      fragments.set(name, place);
    } else if (kind === 'query' || kind === 'mutation') {
      while (peek() !== '{') {
        if (peek() === '(') skip('(', ')');
        else take();
      }
      operation ??= { kind, place };
    } else {
      fail(`the sandbox answers queries and mutations, no ${kind}`);
    }
    skip('{', '}');
  }
  if (!operation) return fail('there is no query');
  place = operation.place;
  return { kind: operation.kind, selections: readSelections() };
}

/** Throws a QueryError for a field or an argument that the schema does not have, before anything is answered. */
export function checkSelections(selections: readonly Selection[], type: string): void {
  for (const { name, parameters, selections: inner } of selections) {
    if (name === '__typename') continue;
    const field = fieldOf(type, name);
    const wrong = Object.keys(parameters).find((parameter) => !field.arguments.includes(parameter));
    if (wrong !== undefined) throw new QueryError(`Field '${name}' doesn't accept argument '${wrong}'`);
    if (field.type === undefined && inner.length > 0) throw new QueryError(`Selections can't be made on scalars (field '${name}')`);
    if (field.type !== undefined && inner.length === 0) throw new QueryError(`Field must have selections (field '${name}')`);
    if (field.many === 'connection') checkPage(inner, field.type ?? type);
    else if (field.type !== undefined) checkSelections(inner, field.type);
  }
}

function checkPage(selections: readonly Selection[], type: string): void {
  for (const { name, selections: inner } of selections) {
    if (name === 'nodes') checkSelections(inner, type);
    else if (name === 'pageInfo') checkSelections(inner, 'PageInfo');
    else if (name === 'edges') {
      const unknown = inner.find((selection) => selection.name !== 'cursor' && selection.name !== 'node');
      if (unknown) throw new QueryError(`Field '${unknown.name}' doesn't exist on type '${type}Edge'`);
      for (const node of inner.filter((selection) => selection.name === 'node')) checkSelections(node.selections, type);
    } else throw new QueryError(`Field '${name}' doesn't exist on type '${type}Connection'`);
  }
}

function fieldOf(type: string, name: string): Field {
  const field = adminSchema[type]?.[name];
  if (!field) throw new QueryError(`Field '${name}' doesn't exist on type '${type}'`);
  return field;
}

/** A refused field that cannot be null: the object around it becomes null. */
class Nulled extends Error {}

/** Resolves the selections from the fields. Returns null when a field that cannot be null was refused. */
export async function answerOperation({ kind, selections }: Operation, fields: Fields, access: Access): Promise<Record<string, unknown> | null> {
  const type = kind === 'mutation' ? 'Mutation' : 'QueryRoot';
  checkSelections(selections, type);
  return orNull(() => answerFields(selections, fields, { type, path: [], access }));
}

async function orNull<T>(work: () => Promise<T>): Promise<T | null> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof Nulled) return null;
    throw error;
  }
}

interface Position {
  type: string;
  path: readonly string[];
  access: Access;
}

/** Resolves fields of one object. Throws Nulled. */
export async function answerFields(selections: readonly Selection[], fields: Fields, position: Position): Promise<Record<string, unknown>> {
  const answer: Record<string, unknown> = {};
  for (const selection of selections) answer[selection.alias] = await answerField(selection, fields, position);
  return answer;
}

async function answerField(selection: Selection, fields: Fields, { type, path, access }: Position): Promise<unknown> {
  const { name, parameters } = selection;
  if (name === '__typename') return type;
  const field = fieldOf(type, name);
  const own = [...path, selection.alias];
  if (isDenied(field, name, own, access)) {
    if (field.isNullable) return null;
    throw new Nulled();
  }
  const given = fields[name];
  const value = typeof given === 'function' ? await given(parameters) : given;
  const answer = () => answerValue(selection, field, value, { type: field.type ?? type, path: own, access });
  return field.isNullable ? orNull(answer) : answer();
}

async function answerValue({ selections }: Selection, field: Field, value: unknown, position: Position): Promise<unknown> {
  if (field.type === undefined || value === null || value === undefined) return value ?? null;
  if (field.many === 'connection') return answerPage(selections, value as Fields, position);
  if (!Array.isArray(value)) return answerFields(selections, value as Fields, position);
  const items: unknown[] = [];
  for (const item of value) items.push(await answerFields(selections, item as Fields, position));
  return items;
}

async function answerPage(selections: readonly Selection[], page: Fields, position: Position): Promise<unknown> {
  const answer: Record<string, unknown> = {};
  for (const { name, alias, selections: inner } of selections) {
    if (name === 'pageInfo') answer[alias] = await answerFields(inner, page.pageInfo as Fields, { ...position, type: 'PageInfo' });
    else {
      const items: unknown[] = [];
      for (const item of page[name] as readonly Fields[]) {
        if (name === 'nodes') items.push(await answerFields(inner, item, position));
        else items.push(await answerEdge(inner, item, position));
      }
      answer[alias] = items;
    }
  }
  return answer;
}

async function answerEdge(selections: readonly Selection[], edge: Fields, position: Position): Promise<unknown> {
  const answer: Record<string, unknown> = {};
  for (const { name, alias, selections: inner } of selections) {
    answer[alias] = name === 'node' ? await answerFields(inner, edge.node as Fields, position) : edge[name];
  }
  return answer;
}

/** Notes the refusal of a field that the app may not see, and returns whether there is one. */
function isDenied({ scopes, isProtected, type }: Field, name: string, path: readonly string[], access: Access): boolean {
  if (scopes.length > 0 && !scopes.some((scope) => access.scopes.includes(scope))) {
    const requiredAccess = `${scopes.map((scope) => `\`${scope}\``).join(' or ')} access scope.`;
    access.denied.push({ message: `Access denied for ${name} field. Required access: ${requiredAccess}`, path, requiredAccess });
    return true;
  }
  if (!isProtected || access.isApproved) return false;
  access.denied.push({
    message: `This app is not approved to access the ${type} object. See https://shopify.dev/docs/apps/launch/protected-customer-data for more details.`,
    path,
    requiredAccess: 'protected customer data',
  });
  return true;
}

interface Edge<T> {
  cursor: string;
  node: T;
}

/** Returns a list by Relay's rules: `first`, `after`, `last`, `before` and `reverse`. */
export function connection<T extends { id: string }>(items: readonly T[], parameters: Arguments) {
  const ordered = parameters.reverse === true ? [...items].reverse() : items;
  const indexOf = (cursor: Value | undefined) => (typeof cursor === 'string' ? ordered.findIndex((item) => cursorOf(item) === cursor) : -1);
  const after = indexOf(parameters.after) + 1;
  const before = typeof parameters.before === 'string' ? indexOf(parameters.before) : ordered.length;
  const within = ordered.slice(after, before);
  const size = Number(parameters.first ?? parameters.last ?? 0);
  if (!Number.isInteger(size) || size < 1 || size > 250) throw new QueryError('you must provide one of first or last, from 1 to 250');
  const part = parameters.first === undefined ? within.slice(-size) : within.slice(0, size);
  const edges: Edge<T>[] = part.map((node) => ({ cursor: cursorOf(node), node }));
  return {
    edges,
    nodes: part,
    pageInfo: {
      hasNextPage: parameters.first === undefined ? before < ordered.length : within.length > size,
      hasPreviousPage: parameters.first === undefined ? within.length > size : after > 0,
      startCursor: edges[0]?.cursor ?? null,
      endCursor: edges.at(-1)?.cursor ?? null,
    },
  };
}

const cursorOf = ({ id }: { id: string }) => Buffer.from(JSON.stringify({ last_id: id })).toString('base64');

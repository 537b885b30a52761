/** Just enough GraphQL to answer read queries: arguments, variables, aliases and fragments. Only field names are checked, not a schema. */

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

const token = /"""[\s\S]*?"""|"(?:\\.|[^"\\])*"|\.\.\.|[_A-Za-z]\w*|-?\d+(?:\.\d+)?|[{}()[\]:$!=@|]/g;

/** Parses the selections of the document's first operation. Throws a QueryError for unsupported syntax. */
export function readQuery(document: string, variables: Readonly<Record<string, Value>>): Selection[] {
  const tokens = document.replace(/#.*$/gm, '').match(token) ?? [];
  const fragments = new Map<string, number>();
  let operation: number | undefined;
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
    } else if (kind === 'query') {
      while (peek() !== '{') {
        if (peek() === '(') skip('(', ')');
        else take();
      }
      operation ??= place;
    } else {
      fail(`the sandbox answers queries only, no ${kind}`);
    }
    skip('{', '}');
  }
  place = operation ?? fail('there is no query');
  return readSelections();
}

/** Resolves the selections from the fields. Throws a QueryError for an unknown field. */
export function answerQuery(selections: readonly Selection[], fields: Fields, type = 'QueryRoot'): Record<string, unknown> {
  return Object.fromEntries(selections.map((selection) => [selection.alias, answerField(selection, fields, type)]));
}

function answerField({ name, parameters, selections }: Selection, fields: Fields, type: string): unknown {
  if (name === '__typename') return type;
  if (!(name in fields)) throw new QueryError(`Field '${name}' doesn't exist on type '${type}'`);
  const field = fields[name];
  return select(typeof field === 'function' ? field(parameters) : field, selections, name);
}

function select(value: unknown, selections: readonly Selection[], name: string): unknown {
  if (Array.isArray(value)) return value.map((item) => select(item, selections, name));
  if (value === null || typeof value !== 'object') return value;
  if (selections.length === 0) throw new QueryError(`Field must have selections (field '${name}')`);
  return answerQuery(selections, value as Fields, name);
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

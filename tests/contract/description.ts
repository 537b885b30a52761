import { readFileSync } from 'node:fs';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };
type Node = { [key: string]: Json };

export interface DescriptionOptions {
  file: string;
  /** Dialect of its schemas: OpenAPI 3.0 has its own `nullable`, 3.1 is JSON Schema itself. */
  openapi: '3.0' | '3.1';
  /** Keys that this description is too old to contain, with the source of each. */
  newerKeys?: Readonly<Record<string, string>>;
}

export interface Operation {
  method: string;
  /** Path template of the description: `/v1/cards/{card_token}`. */
  template: string;
}

export interface Description {
  /** Returns the operation of a path; undefined when the provider has none. */
  operationAt(method: string, path: string): Operation | undefined;
  /** Returns the problems of an answer; empty when it matches the description. */
  problemsOfAnswer(operation: Operation, status: number, body: unknown): string[];
  problemsOfRequest(operation: Operation, body: unknown): string[];
  /** Returns the problems of an event of this name, by the description's own `webhooks`. */
  problemsOfWebhook(name: string, body: unknown): string[];
  /** Returns the problems of a value by the named schema. */
  problemsOfSchema(name: string, body: unknown): string[];
}

const isNode = (value: Json | undefined): value is Node => typeof value === 'object' && value !== null && !Array.isArray(value);
const escaped = (part: string) => part.replaceAll('~', '~0').replaceAll('/', '~1');
const pointer = (...parts: string[]) => `#/${parts.map(escaped).join('/')}`;
const content = ['content', 'application/json', 'schema'];

/** Replaces "exactly one of", which cannot be checked where the branches are open: a value that fits one also fits the next. */
function withoutExactlyOne(value: Json): Json {
  if (Array.isArray(value)) return value.map(withoutExactlyOne);
  if (!isNode(value)) return value;
  const node: Node = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutExactlyOne(item)]));
  if (!Array.isArray(node.oneOf)) return node;
  const { oneOf, ...rest } = node;
  return { ...rest, anyOf: [...(Array.isArray(rest.anyOf) ? rest.anyOf : []), ...oneOf] };
}

/** Converts OpenAPI 3.0's `nullable` to JSON Schema and removes oddities of old generators. */
function inJsonSchema(value: Json): Json {
  if (Array.isArray(value)) return value.map(inJsonSchema);
  if (!isNode(value)) return value;
  const { nullable, ...rest } = value;
  const node: Node = Object.fromEntries(Object.entries(rest).map(([key, item]) => [key, inJsonSchema(item)]));
  if (typeof node.required === 'boolean') delete node.required;
  if (node.type === null) delete node.type;
  if (nullable !== true) return node;
  if (Array.isArray(node.enum)) node.enum = [...node.enum, null];
  if (typeof node.type === 'string') return { ...node, type: [node.type, 'null'] };
  return { anyOf: [{ type: 'null' }, node] };
}

/** Reads a provider's own API description, against which requests and answers are checked. */
export function readDescription({ file, openapi, newerKeys = {} }: DescriptionOptions): Description {
  const read: Json = parse(readFileSync(file, 'utf8'), { maxAliasCount: -1 });
  const spec = withoutExactlyOne(openapi === '3.0' ? inJsonSchema(read) : read) as Node;
  const options = { strict: false, allErrors: true, validateSchema: false, validateFormats: true, logger: false } as const;
  const ajv = openapi === '3.1' ? new Ajv2020(options) : new Ajv(options);
  addFormats(ajv);
  // The usual check of this format refuses local addresses.
  ajv.addFormat('url', (text: string) => URL.canParse(text));
  ajv.addSchema(spec, 'spec');
  const templates = Object.keys(spec.paths as Node).sort((a, b) => a.split('{').length - b.split('{').length);
  const patterns = templates.map((template) => ({ template, pattern: new RegExp(`^${template.replace(/\{[^}]+\}/g, '[^/]+')}$`) }));

  function at(reference: string): Json | undefined {
    return reference
      .slice(2)
      .split('/')
      .map((part) => decodeURIComponent(part).replaceAll('~1', '/').replaceAll('~0', '~'))
      .reduce<Json | undefined>((node, part) => (isNode(node) ? node[part] : undefined), spec);
  }
  /** Returns the pointer to a node after following references. */
  function resolved(reference: string): string {
    const node = at(reference);
    return isNode(node) && typeof node.$ref === 'string' ? resolved(node.$ref) : reference;
  }

  /** Returns every property that a schema allows, over all its branches; undefined for a free map. */
  function propertiesOf(schema: Json | undefined, seen = new Set<string>()): Map<string, Json[]> | undefined {
    if (!isNode(schema)) return undefined;
    if (typeof schema.$ref === 'string') {
      if (seen.has(schema.$ref)) return new Map();
      return propertiesOf(at(schema.$ref), new Set([...seen, schema.$ref]));
    }
    if (isNode(schema.additionalProperties)) return undefined;
    const found = new Map<string, Json[]>();
    let known = isNode(schema.properties);
    if (isNode(schema.properties)) for (const [name, property] of Object.entries(schema.properties)) found.set(name, [property]);
    for (const branch of ['allOf', 'oneOf', 'anyOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []))) {
      const inner = propertiesOf(branch, seen);
      if (!inner) continue;
      known = true;
      for (const [name, properties] of inner) found.set(name, [...(found.get(name) ?? []), ...properties]);
    }
    return known ? found : undefined;
  }
  function itemsOf(schema: Json | undefined): Json[] {
    if (!isNode(schema)) return [];
    if (typeof schema.$ref === 'string') return itemsOf(at(schema.$ref));
    const branches = ['allOf', 'oneOf', 'anyOf'].flatMap((key) => (Array.isArray(schema[key]) ? schema[key] : []));
    return [...(schema.items === undefined ? [] : [schema.items]), ...branches.flatMap(itemsOf)];
  }
  /** Returns the keys of a value that none of its schemas contains: misspelled or invented keys, which open schemas let through. */
  function unknownKeys(value: unknown, schemas: readonly Json[], path: string): string[] {
    if (Array.isArray(value)) {
      const items = schemas.flatMap(itemsOf);
      return items.length === 0 ? [] : value.flatMap((item, index) => unknownKeys(item, items, `${path}/${index}`));
    }
    if (typeof value !== 'object' || value === null) return [];
    const sets = schemas.map((schema) => propertiesOf(schema)).filter((set) => set !== undefined);
    if (sets.length === 0) return [];
    return Object.entries(value).flatMap(([key, item]) => {
      const inner = sets.flatMap((set) => set.get(key) ?? []);
      if (inner.length > 0) return unknownKeys(item, inner, `${path}/${key}`);
      return key in newerKeys ? [] : [`${path}/${key} is not known to the provider`];
    });
  }

  function problems(reference: string, body: unknown): string[] {
    const where = resolved(reference);
    const validate = ajv.getSchema(`spec${where.split('/').map(encodeURIComponent).join('/').replace('%23', '#')}`);
    if (!validate) return [`no schema at ${where}`];
    const isNewer = ({ params }: { params: Record<string, unknown> }) => String(params.additionalProperty) in newerKeys;
    const errors = validate(body) ? [] : (validate.errors ?? []).filter((error) => !isNewer(error));
    const wrong = errors.map(({ instancePath, message, params }) => `${instancePath || '/'} ${message} ${JSON.stringify(params)}`);
    return [...wrong, ...unknownKeys(body, [at(where) ?? null], '')];
  }

  return {
    operationAt(method, path) {
      const found = patterns.find(({ template, pattern }) => pattern.test(path) && at(pointer('paths', template, method.toLowerCase())) !== undefined);
      return found && { method: method.toLowerCase(), template: found.template };
    },
    problemsOfAnswer({ method, template }, status, body) {
      const responses = pointer('paths', template, method, 'responses');
      const key = [String(status), 'default'].find((one) => at(`${responses}/${one}`) !== undefined);
      if (!key) return status < 400 ? [`status ${status} is not described`] : [];
      const response = resolved(`${responses}/${key}`);
      const schema = `${response}/${content.map(escaped).join('/')}`;
      if (at(schema) === undefined) return [];
      return problems(schema, body);
    },
    problemsOfRequest({ method, template }, body) {
      const schema = `${resolved(pointer('paths', template, method, 'requestBody'))}/${content.map(escaped).join('/')}`;
      return at(schema) === undefined ? [] : problems(schema, body);
    },
    problemsOfWebhook: (name, body) => problems(pointer('webhooks', name, 'post', 'requestBody', ...content), body),
    problemsOfSchema: (name, body) => problems(pointer('components', 'schemas', name), body),
  };
}

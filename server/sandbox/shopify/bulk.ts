import { randomBytes } from 'node:crypto';
import type { SandboxClock } from '../core/clock.ts';
import { dayMs } from '../core/measures.ts';
import type { Store } from '../core/store.ts';
import { adminSchema } from './adminSchema.ts';
import { checkBulkQuery } from './bulkRules.ts';
import { type Access, type Arguments, answerFields, type Fields, readOperation, type Selection } from './graphql.ts';

/** Bulk operations: a query that the platform answers in the background, as one file with a line of JSON for each object. */

type Ending = 'FAILED' | 'EXPIRED' | 'CANCELED';

interface BulkOperation {
  id: string;
  shop: string;
  query: string;
  /** By the machine's time. */
  created_at: string;
  bulk_ms: number;
  /** How it ended, where it did not simply run through. */
  ended: Ending | null;
  error_code: string | null;
  /** Makes the address of its file impossible to guess. */
  secret: string;
}

/** Days for which the file of an operation can be fetched. */
const fileDays = 7;

export interface BulkOperations {
  /** The fields of `bulkOperationRunQuery`. */
  run(shop: string, parameters: Arguments, bulkMs: number): Promise<Fields>;
  cancel(shop: string, id: unknown): Promise<Fields>;
  /** Returns the fields of an operation: of this id, or the newest. */
  describe(shop: string, id?: unknown): Promise<Fields | null>;
  /** Ends the newest operation of a shop at once; false when there is none. */
  end(shop: string, ending: Ending | 'COMPLETED'): Promise<boolean>;
  /** Returns the lines of the file of this name; undefined when there is no such file, or no longer. */
  readFile(name: string): Promise<readonly string[] | undefined>;
}

const gid = (id: string) => `gid://shopify/BulkOperation/${id}`;

/** Opens the operations. `read` returns the lines that a query finds in a shop; undefined when the app may not see them. */
export function openBulkOperations(
  { store, clock }: { store: Store; clock: SandboxClock },
  read: (shop: string, query: string) => Promise<readonly string[] | undefined>,
): BulkOperations {
  const operations = store.collection<BulkOperation>('shopify', 'bulk_operation');
  const files = new Map<string, readonly string[]>();

  /** Returns an operation's lines, which do not change once it has run. */
  async function linesOf({ id, shop, query }: BulkOperation): Promise<readonly string[] | undefined> {
    const lines = files.get(id) ?? (await read(shop, query));
    if (lines) files.set(id, lines);
    return lines;
  }

  const newest = async (shop: string) => (await operations.find({ shop }, { newestFirst: true, limit: 1 }))[0];
  const ageMs = ({ created_at }: BulkOperation) => clock.machineNow().getTime() - Date.parse(created_at);

  function statusOf(operation: BulkOperation): string {
    if (operation.ended) return operation.ended;
    if (ageMs(operation) < operation.bulk_ms / 4) return 'CREATED';
    if (ageMs(operation) < operation.bulk_ms) return 'RUNNING';
    return ageMs(operation) < fileDays * dayMs ? 'COMPLETED' : 'EXPIRED';
  }

  async function fieldsOf(operation: BulkOperation): Promise<Fields> {
    const told = statusOf(operation);
    const lines = told === 'COMPLETED' ? await linesOf(operation) : undefined;
    const isDenied = told === 'COMPLETED' && lines === undefined;
    const status = isDenied ? 'FAILED' : told;
    const isComplete = status === 'COMPLETED';
    const found = lines ?? [];
    return {
      id: gid(operation.id),
      status,
      errorCode: status === 'FAILED' ? (isDenied ? 'ACCESS_DENIED' : operation.error_code) : null,
      createdAt: operation.created_at,
      completedAt: isComplete ? new Date(Date.parse(operation.created_at) + operation.bulk_ms).toISOString() : null,
      objectCount: String(found.length),
      rootObjectCount: String(found.filter((line) => !line.includes('"__parentId"')).length),
      fileSize: null,
      // A query that finds nothing has no file.
      url: found.length > 0 ? `https://storage.googleapis.com/bulk/${operation.id}-${operation.secret}.jsonl` : null,
      partialDataUrl: null,
      query: operation.query,
      type: 'QUERY',
    };
  }

  const refusal = (message: string, code: string, field: string[] | null = ['query']) => ({ bulkOperation: null, userErrors: [{ field, message, code }] });

  return {
    async run(shop, { query }, bulkMs) {
      const text = String(query ?? '');
      const mistakes = checkBulkQuery(text);
      if (mistakes.length > 0) return { bulkOperation: null, userErrors: mistakes.map((message) => ({ field: ['query'], message, code: 'INVALID' })) };
      const before = await newest(shop);
      if (before && ['CREATED', 'RUNNING'].includes(statusOf(before))) {
        return refusal(`A bulk query operation for this app and shop is already in progress: ${gid(before.id)}.`, 'OPERATION_IN_PROGRESS', null);
      }
      const id = String(1_000_000 + (await operations.count()) + 1);
      const operation: BulkOperation = {
        id,
        shop,
        query: text,
        created_at: clock.machineNow().toISOString(),
        bulk_ms: bulkMs,
        ended: null,
        error_code: null,
        secret: randomBytes(12).toString('hex'),
      };
      await operations.insert(id, operation);
      return { bulkOperation: { ...(await fieldsOf(operation)), status: 'CREATED' }, userErrors: [] };
    },
    async cancel(shop, id) {
      const operation = (await operations.find({ shop })).find((one) => gid(one.id) === id);
      if (!operation) return { bulkOperation: null, userErrors: [{ field: ['id'], message: 'Bulk operation does not exist' }] };
      const after = await operations.update(operation.id, (one) => ({ ...one, ended: one.ended ?? 'CANCELED' }));
      return { bulkOperation: after ? await fieldsOf(after) : null, userErrors: [] };
    },
    async describe(shop, id) {
      const operation = id === undefined ? await newest(shop) : (await operations.find({ shop })).find((one) => gid(one.id) === id);
      return operation ? fieldsOf(operation) : null;
    },
    async end(shop, ending) {
      const operation = await newest(shop);
      if (!operation) return false;
      if (ending === 'COMPLETED') await operations.update(operation.id, (one) => ({ ...one, bulk_ms: 0 }));
      else await operations.update(operation.id, (one) => ({ ...one, ended: ending, error_code: ending === 'FAILED' ? 'INTERNAL_SERVER_ERROR' : null }));
      return true;
    },
    async readFile(name) {
      const [, id = '', secret = ''] = /^(\d+)-([0-9a-f]+)\.jsonl$/.exec(name) ?? [];
      const operation = await operations.get(id);
      return operation?.secret === secret && statusOf(operation) === 'COMPLETED' ? linesOf(operation) : undefined;
    },
  };
}

/**
 * Returns the lines of an operation's file. An object of a connection inside another object has the other's id as
 * `__parentId`, and follows it. Notes refusals in `access`.
 */
export async function bulkLines(query: string, fields: Fields, access: Access): Promise<string[]> {
  const { selections } = readOperation(query, {});
  const lines: string[] = [];
  await writeObject(selections, 'QueryRoot', fields, { lines, access, parentId: undefined });
  return lines;
}

interface File {
  lines: string[];
  access: Access;
  parentId: unknown;
}

/** Writes the connections of an object, which itself is no line. */
async function writeObject(selections: readonly Selection[], type: string, fields: Fields, file: File): Promise<void> {
  for (const selection of selections) {
    const field = adminSchema[type]?.[selection.name];
    if (!field?.type) continue;
    if (field.scopes.length > 0 && !field.scopes.some((scope) => file.access.scopes.includes(scope))) throw new BulkDenied();
    if (field.isProtected && !file.access.isApproved) throw new BulkDenied();
    const given = fields[selection.name];
    if (field.many !== 'connection') {
      const value = typeof given === 'function' ? await given(selection.parameters) : given;
      if (value !== null && !Array.isArray(value)) await writeObject(selection.selections, field.type, value, file);
      continue;
    }
    if (typeof given === 'function') await writeConnection(selection, field.type, given as (parameters: Arguments) => Page, file);
  }
}

interface Page {
  nodes: readonly Fields[];
  pageInfo: { hasNextPage: boolean; endCursor: string | null };
}

async function writeConnection(selection: Selection, type: string, read: (parameters: Arguments) => Page, file: File): Promise<void> {
  const node = selection.selections.find(({ name }) => name === 'edges')?.selections.find(({ name }) => name === 'node');
  const isConnection = ({ name }: Selection) => adminSchema[type]?.[name]?.many === 'connection';
  const own = (node?.selections ?? []).filter((inner) => !isConnection(inner));
  const nested = (node?.selections ?? []).filter(isConnection);
  const { first: _ignored, ...parameters } = selection.parameters;
  for (let after: string | undefined; ; ) {
    const page: Page = read({ ...parameters, first: 250, ...(after !== undefined && { after }) });
    for (const item of page.nodes) {
      const line = await answerFields(own, item, { type, path: [], access: file.access });
      file.lines.push(JSON.stringify({ ...line, ...(file.parentId !== undefined && { __parentId: file.parentId }) }));
      await writeObject(nested, type, item, { ...file, parentId: item.id });
    }
    if (!page.pageInfo.hasNextPage || page.pageInfo.endCursor === null) return;
    after = page.pageInfo.endCursor;
  }
}

/** A bulk query of something that the app may not see. */
export class BulkDenied extends Error {}

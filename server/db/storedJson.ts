import { z } from 'zod';

/** JSON in the database that this version of the product cannot read: a newer version wrote it, or it is damaged. */
export class UnreadableContent extends Error {
  /** True when a newer version of the product can read it: do not overwrite it, and let the caller try again. */
  readonly isNewer: boolean;

  constructor(message: string, isNewer = false) {
    super(message);
    this.name = 'UnreadableContent';
    this.isNewer = isNewer;
  }
}

/**
 * Returns a JSON column's content, checked by its schema. Throws UnreadableContent, which names the content by `what`
 * and the paths that do not fit, but no values: some are private.
 */
export function parseStored<Content>(what: string, schema: z.ZodType<Content>, stored: unknown): Content {
  const parsed = schema.safeParse(stored);
  if (parsed.success) return parsed.data;
  const paths = [...new Set(parsed.error.issues.map(({ path }) => path.join('.') || 'all of it'))];
  throw new UnreadableContent(`${what} cannot be read: ${paths.join(', ')}`);
}

/** A kind of stored JSON object, with a reader for all its versions. */
export interface StoredJson<Content> {
  /** The version written now. Stored inside the object, as its `version`. */
  readonly version: number;
  /** Returns the content of any version up to this one. Throws UnreadableContent. */
  readonly read: (stored: unknown) => Content;
}

const versionSchema = z.object({ version: z.int().min(1) });

/**
 * Declares a kind of JSON object that is stored. Write `{ ...content, version: kind.version }`.
 * @param what for the log, such as `a stored decision`.
 * @param versions a schema for each version, the first first. A change of the content adds one at the end; the schemas
 *   before it turn what was stored into the content of now, since rows are never rewritten.
 */
export function storedJson<Content>(what: string, versions: readonly [z.ZodType<Content>, ...z.ZodType<Content>[]]): StoredJson<Content> {
  return {
    version: versions.length,
    read(stored) {
      const { version } = parseStored(what, versionSchema, stored);
      const schema = versions[version - 1];
      if (!schema) throw new UnreadableContent(`${what} is of version ${version}, and ${versions.length} is the newest known here`, true);
      return parseStored(what, schema, stored);
    },
  };
}

import type { Request } from 'express';
import { z } from 'zod';
import type { Collection, FindOptions } from '../core/store.ts';
import { parse } from './refusal.ts';

const instant = z.iso.datetime({ offset: true, local: true }).transform((value) => new Date(value).toISOString());

const pageQuery = z.object({
  page_size: z.coerce.number().int().min(1).max(100).default(50),
  starting_after: z.string().optional(),
  ending_before: z.string().optional(),
  begin: instant.optional(),
  end: instant.optional(),
});

/** Returns one page of a collection, newest first, in the issuer's envelope. `isByTime` tells that the objects have an instant `created`. */
export async function listPage<T extends object, Out>(
  request: Request,
  { collection, match, isByTime = false, shape }: { collection: Collection<T>; match: object; isByTime?: boolean; shape: (stored: T) => Out },
): Promise<{ data: Out[]; has_more: boolean }> {
  const { page_size, starting_after, ending_before, begin, end } = parse(pageQuery, request.query);
  const options: FindOptions = {
    limit: page_size + 1,
    newestFirst: true,
    ...(starting_after !== undefined && { after: starting_after }),
    ...(ending_before !== undefined && { before: ending_before }),
    ...(isByTime && (begin !== undefined || end !== undefined) && { created: { from: begin, until: end } }),
  };
  const found = await collection.find(match, options);
  const has_more = found.length > page_size;
  const page = !has_more ? found : ending_before === undefined ? found.slice(0, page_size) : found.slice(1);
  return { data: page.map(shape), has_more };
}

import type { Request } from 'express';
import { z } from 'zod';
import { Refusal } from '../core/handle.ts';
import { InvalidUser } from './users.ts';

/** An optional text of a body. */
export const text = z.string().optional();
/** An optional object of a body, with any fields. */
export const record = z.record(z.string(), z.unknown()).optional();

/** Parses a body. Refuses an invalid one with the mistakes by field, in the provider's format: `{email: ["…"]}`. */
export function parsed<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (!result.success) throw new Refusal(400, z.flattenError(result.error).fieldErrors);
  return result.data;
}

export const notFound = () => new Refusal(404, {});

/** Drops undefined fields, for optional fields that must be absent rather than empty. */
export const given = <T extends object>(value: T) =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== undefined)) as { [K in keyof T]?: Exclude<T[K], undefined> };

/** Waits for work with a user. Refuses an invalid user as `parsed` refuses a body. */
export async function refusingInvalid<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof InvalidUser) throw new Refusal(400, error.fields);
    throw error;
  }
}

/** Returns a part of the path, or of the query; empty when it is not there. */
export const param = (request: Request, name: string) => request.params[name] ?? '';
export const queried = (request: Request, name: string) => (typeof request.query[name] === 'string' ? request.query[name] : '');

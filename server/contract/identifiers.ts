import { z } from 'zod';

/** Ids in paths and queries are opaque: text of at most 128 characters. */
export const identifier = z.string().min(1).max(128);

/** The path parameter of calls about one receiver. */
export const tokenParams = z.strictObject({ token: identifier });
export const tokenSubject = { in: 'params', name: 'token', by: 'token' } as const;

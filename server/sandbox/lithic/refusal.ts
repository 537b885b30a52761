import { randomUUID } from 'node:crypto';
import type { ErrorRequestHandler } from 'express';
import type { z } from 'zod';
import { Refusal } from '../core/handle.ts';

const texts: Readonly<Record<number, string>> = {
  401: 'Please provide API key in Authorization header',
  404: 'The specified resource was not found.',
  429: 'Rate limited, too many requests per second',
  500: 'There was a processing error on the server-side.',
};

/** Returns the issuer's error body. */
const errorBody = (message: string) => ({ message, debugging_request_id: randomUUID() });
export const failure = (status: number) => errorBody(texts[status] ?? 'The request could not be understood.');

export const refuse = (status: number, message: string) => new Refusal(status, errorBody(message));
export const notFound = () => new Refusal(404, failure(404));

/** Gives a refusal the body that the calls about rules have, another than all others'. */
export const inWordsOfRules: ErrorRequestHandler = (error, _request, _response, next) => {
  const message = error instanceof Refusal && (error.body as ReturnType<typeof errorBody>).message;
  next(message ? new Refusal(error.status, { error: message }, error.headers) : error);
};

/** Parses a body. Refuses unknown fields, so that a misspelled one is noticed here and not in production. */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const result = schema.safeParse(body ?? {});
  if (result.success) return result.data;
  throw refuse(400, result.error.issues.map((issue) => `${issue.path.join('.') || 'body'}: ${issue.message}`).join('; '));
}

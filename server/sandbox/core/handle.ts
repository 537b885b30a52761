import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** An error answer in the provider's own format; a handler throws it and it is sent unchanged. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Readonly<Record<string, string>>;
  constructor(status: number, body: unknown, headers: Readonly<Record<string, string>> = {}) {
    super(`refused with ${status}`);
    this.name = 'Refusal';
    this.status = status;
    this.body = body;
    this.headers = headers;
  }
}

/**
 * Makes a request handler from an async function. Its result is sent as JSON with status 200; undefined means that it
 * has answered already. A rejection reaches the sandbox's error handler (this Express would drop it).
 */
export function handle(answer: (request: Request, response: Response) => Promise<unknown> | unknown): RequestHandler {
  return (request: Request, response: Response, next: NextFunction) => {
    Promise.resolve()
      .then(() => answer(request, response))
      .then((body) => {
        if (body !== undefined) response.json(body);
      })
      .catch(next);
  };
}

import type { NextFunction, Request, RequestHandler, Response } from 'express';

/** A refusal in the provider's own words: thrown anywhere in a handler, answered as it is. */
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
 * Makes a route of an async function: what it returns is sent as JSON with status 200, undefined means it has answered
 * by itself. A rejection reaches the sandbox's error answer (this Express would drop it).
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

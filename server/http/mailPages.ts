import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express';
import type { Logger } from 'pino';
import { DomainError } from '../domain/basics/errors.ts';
import type { Deps } from '../services/deps.ts';
import { expressFailure } from './middleware/problems.ts';
import { countFailures } from './middleware/rateLimit.ts';
import { sendPlainPage } from './plainPage.ts';
import { readProblem } from './problemAnswer.ts';
import { callerAddress } from './request.ts';

type Act = (request: Request<{ token: string }>, response: Response) => Promise<void> | void;

/**
 * Answers an address that a mail names: nobody stores the answer, and no search engine lists it. `showUnknown` answers, with 404, a
 * link that is not good; only such links are limited, by their sender's address.
 */
export function mailPage(
  deps: Pick<Deps, 'database'>,
  act: Act,
  showUnknown: (response: Response) => void,
  limit: 'address' | 'handIn' = 'address',
): RequestHandler<{ token: string }> {
  return async (request, response, next) => {
    response.setHeader('Cache-Control', 'no-store');
    response.setHeader('X-Robots-Tag', 'noindex');
    try {
      await countFailures(deps, limit, callerAddress(request), async () => act(request, response));
    } catch (failure) {
      if (!(failure instanceof DomainError) || failure.code !== 'not_found') return next(failure);
      response.status(404);
      showUnknown(response);
    }
  };
}

/** Shows any other failure as a page too, because a person reads what these addresses answer. */
export function problemPage(log: Logger): ErrorRequestHandler {
  return (thrown: unknown, _request, response, next) => {
    if (response.headersSent) return next(thrown);
    const { body, headers } = readProblem(log, expressFailure(thrown), response.locals.requestId);
    const { status, title, detail, request_id } = body;
    response.status(status).setHeaders(new Map(Object.entries(headers)));
    sendPlainPage(response, { heading: title, paragraphs: [detail, ...(status >= 500 ? [`Request id: ${request_id}`] : [])] });
  };
}

import express, { type Request, type RequestHandler, type Response } from 'express';
import { DomainError } from '../domain/basics/errors.ts';
import { type ApiRequest, maximumBodyBytes } from './apiRequest.ts';
import { requireShallow } from './bodyDepth.ts';
import { expressFailure } from './middleware/problems.ts';
import { leaving, originOf } from './request.ts';
import type { Answering } from './route.ts';
import { sendAnswer } from './sendAnswer.ts';

/** Answers a declared call over HTTP. */
export function expressCall(answering: Answering): RequestHandler {
  return (request, response, next) => {
    answering(apiRequest(request, response))
      .then((answer) => sendAnswer(response, answer))
      .catch(next);
  };
}

function apiRequest(request: Request, response: Response): ApiRequest {
  const { params, query, headers } = request;
  const key = headers['idempotency-key'];
  return {
    program: response.locals.program,
    origin: originOf(request, response),
    accessToken: /^Bearer ([\w.~+/=-]{1,8192})$/.exec(headers.authorization ?? '')?.[1],
    idempotencyKey: typeof key === 'string' ? key : undefined,
    params,
    query,
    readBody: () => readBody(request, response),
    left: () => leaving(response),
    preferred: (mediaTypes) => request.accepts([...mediaTypes]) || undefined,
  };
}

const parseJson = express.json({ limit: maximumBodyBytes, type: 'application/json', strict: true });

/** Reads a JSON body. Refuses any other type, because a form on a foreign page could send one without a preflight request. */
async function readBody(request: Request, response: Response): Promise<unknown> {
  const hasBody = Number(request.headers['content-length'] ?? 0) > 0 || request.headers['transfer-encoding'] !== undefined;
  if (hasBody && !request.is('application/json')) throw new DomainError('unsupported_media_type');
  await new Promise<void>((resolve, reject) => {
    parseJson(request, response, (failure?: unknown) => (failure === undefined ? resolve() : reject(expressFailure(failure))));
  });
  requireShallow(request.body);
  return request.body;
}

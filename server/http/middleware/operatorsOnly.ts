import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Deps } from '../../services/deps.ts';
import { sendProblem } from './problems.ts';

function same(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Lets in whoever carries the operators' token. In development there may be none, and then the door is open. */
export function operatorsOnly(deps: Deps): RequestHandler {
  const token = deps.config.metricsToken;
  return (request, response, next) => {
    if (token === undefined || same(request.headers.authorization ?? '', `Bearer ${token}`)) return next();
    sendProblem(response, 'not_found');
  };
}

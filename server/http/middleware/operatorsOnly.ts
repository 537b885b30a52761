import { timingSafeEqual } from 'node:crypto';
import type { RequestHandler } from 'express';
import type { Deps } from '../../services/deps.ts';
import { sendProblem } from './problems.ts';

function same(given: string, expected: string): boolean {
  const [one, other] = [Buffer.from(given), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/** Requires the operators' token and answers 404 without it. In development no token may be set; then every call is let in. */
export function operatorsOnly(deps: Pick<Deps, 'config'>): RequestHandler {
  const token = deps.config.metricsToken;
  return (request, response, next) => {
    if (token === undefined || same(request.headers.authorization ?? '', `Bearer ${token}`)) return next();
    sendProblem(response, 'not_found');
  };
}

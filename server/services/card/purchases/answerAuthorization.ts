import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { AuthorizationRequest, DecisionAnswer } from '../../../providers/ports/cardIssuer.ts';
import { InvalidSignature } from '../../../providers/signature.ts';
import type { DecisionDeps } from '../../deps.ts';
import { decideAuthorization } from './decideAuthorization.ts';

interface Question {
  /** The body exactly as received, byte for byte: the signature covers these bytes. */
  rawBody: Buffer;
  headers: IncomingHttpHeaders;
}

/** The reply to the issuer. The issuer declines anything that is not an approval; after a 503 it first asks once more. */
export type Reply = { status: 200; answer: DecisionAnswer } | { status: 401 | 503 };

/** Milliseconds until the issuer has an answer, or a 503 instead: a customer is waiting at the shop's checkout. */
const hardStopMs = 1_500;

/**
 * Decides whether a purchase may be made and returns the reply to the issuer. Fails closed: 401 for a question that is
 * not proven to be the issuer's, 503 when there is no decision in time or anything goes wrong. A refund alone is approved all the
 * same: nothing could decline it.
 */
export async function answerAuthorization(deps: DecisionDeps, { rawBody, headers }: Question): Promise<Reply> {
  try {
    return await decide(deps, deps.providers.cardIssuer.readAuthorizationRequest(rawBody, headers, deps.machineClock()));
  } catch (failure) {
    if (failure instanceof InvalidSignature) {
      deps.log.warn({ fault: failure.fault }, 'an authorization request failed verification');
      return { status: 401 };
    }
    deps.log.error({ err: failure }, 'an authorization request could not be read');
    return { status: 503 };
  }
}

async function decide(deps: DecisionDeps, request: AuthorizationRequest): Promise<Reply> {
  const undecided: Reply =
    request.kind === 'credit' ? { status: 200, answer: deps.providers.cardIssuer.decisionAnswer(request, { approved: true }) } : { status: 503 };
  const stopped = new AbortController();
  const hardStop = pause(hardStopMs, undecided, { signal: stopped.signal });
  try {
    return await Promise.race([decideAuthorization(deps, request).then((answer): Reply => ({ status: 200, answer })), hardStop]);
  } catch (failure) {
    deps.log.error({ err: failure }, 'an authorization decision failed');
    return undecided;
  } finally {
    hardStop.catch(() => undefined);
    stopped.abort();
  }
}

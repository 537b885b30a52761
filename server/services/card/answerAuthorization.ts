import type { IncomingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import type { decisionAnswer } from '../../providers/lithic/index.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import type { Deps } from '../deps.ts';
import { decideAuthorization } from './decideAuthorization.ts';

interface Question {
  /** The body as it came, byte for byte: the signature is over that. */
  rawBody: Buffer;
  headers: IncomingHttpHeaders;
}

/** What the issuer is sent. It declines whatever is no approval, after asking once more when the status is 503. */
export type Reply = { status: 200; answer: ReturnType<typeof decisionAnswer> } | { status: 401 | 503 };

/** A shop waits. By then the issuer has an answer, or the word that there is none. */
const hardStop_ms = 1_500;

/**
 * Answers the issuer's question whether a purchase may be made. Fails closed: 401 for a question that is not shown to be
 * the issuer's, 503 when there is no decision in time or anything goes wrong.
 */
export async function answerAuthorization(deps: Deps, { rawBody, headers }: Question): Promise<Reply> {
  const stopped = new AbortController();
  const hardStop = pause(hardStop_ms, { status: 503 } as const, { signal: stopped.signal });
  try {
    return await Promise.race([decide(deps, rawBody, headers), hardStop]);
  } catch (failure) {
    if (failure instanceof InvalidSignature) {
      deps.log.warn({ fault: failure.fault }, 'a question for a decision is not from the issuer');
      return { status: 401 };
    }
    deps.log.error({ err: failure }, 'a purchase could not be decided');
    return { status: 503 };
  } finally {
    hardStop.catch(() => undefined);
    stopped.abort();
  }
}

async function decide(deps: Deps, rawBody: Buffer, headers: IncomingHttpHeaders): Promise<Reply> {
  const request = deps.providers.cardIssuer.readAuthorizationRequest(rawBody, headers, deps.machineClock());
  return { status: 200, answer: await decideAuthorization(deps, request) };
}

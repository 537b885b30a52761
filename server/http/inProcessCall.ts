import { callAddress, callName } from '../contract/call.ts';
import { DomainError } from '../domain/basics/errors.ts';
import type { Origin } from '../services/access/auditEntry.ts';
import type { CurrentProgram, Deps } from '../services/deps.ts';
import { type ApiAnswer, type ApiRequest, isStream, maximumBodyBytes } from './apiRequest.ts';
import { requireShallow } from './bodyDepth.ts';
import { logRequest } from './middleware/requestLog.ts';
import { problemAnswer, unreadableBody } from './problemAnswer.ts';
import type { Answering, Route } from './route.ts';

/** A browser's request for one of our pages, and the program of the host it asked. */
export interface Visit {
  program: CurrentProgram;
  origin: Origin;
  /** Aborts when the browser disconnects, so that no more is produced for it. */
  left: AbortSignal;
  /** Resolves when the browser has taken what was sent so far, or has disconnected. */
  untilTaken: () => Promise<void>;
}

/** A call that a page makes for its visitor. The input is checked like any other caller's. */
export interface InProcessCall {
  visit: Visit;
  accessToken: string;
  /** Method and path of the contract, such as `GET /api/users/:token/kyb`. */
  name: string;
  input: { params?: unknown; query?: unknown; body?: unknown; idempotencyKey?: unknown };
  /** The media type of the answer. */
  wants: string;
}

/**
 * Makes the function that calls the declared routes in this process. It answers as HTTP would, with the same checks,
 * limits, problems and log line. It never throws.
 */
export function inProcessCalls(deps: Deps, routes: readonly Route[]): (call: InProcessCall) => Promise<ApiAnswer> {
  const byName = new Map<string, Answering>(routes.map(({ contract, answering }) => [callName(contract), answering(deps)]));
  return async (call) => {
    const began = performance.now();
    const answer = await answerCall(deps, byName.get(call.name), call);
    const { requestId, address } = call.visit.origin;
    const log = (isComplete: boolean) => logRequest(deps.log, { ...addressOf(call), requestId, address, status: answer.status, began, isComplete });
    const { body } = answer;
    if (isStream(body)) return { ...answer, body: whileWanted(body, call.visit, log) };
    log(true);
    return answer;
  };
}

async function answerCall(deps: Deps, answering: Answering | undefined, call: InProcessCall): Promise<ApiAnswer> {
  const request = apiRequest(call);
  // A path with an empty part matches no route.
  const isSomewhere = Object.values(request.params).every((part) => part !== '');
  if (answering && isSomewhere) return answering(request);
  return problemAnswer(deps.log, new DomainError('not_found'), request.origin.requestId);
}

function apiRequest({ visit: { program, origin, left }, accessToken, name, input, wants }: InProcessCall): ApiRequest {
  const given = texts(input.params);
  return {
    program,
    origin,
    accessToken,
    idempotencyKey: typeof input.idempotencyKey === 'string' ? input.idempotencyKey : undefined,
    params: Object.fromEntries(Array.from(name.matchAll(/:(\w+)/g), ([, part = '']) => [part, given[part] ?? ''])),
    query: texts(input.query),
    readBody: async () => readBody(input.body),
    left: () => left,
    preferred: (mediaTypes) => mediaTypes.find((type) => type === wants),
  };
}

/** Returns named values as the texts of an address's parameters. */
function texts(values: unknown): Record<string, string> {
  const given = Object.entries(Object(values)).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed()]));
}

/** Returns a body as it would come over the wire. Throws as `ApiRequest.readBody` does. */
function readBody(body: unknown): unknown {
  if (body === undefined) return {};
  requireShallow(body);
  const sent = JSON.stringify(body);
  if (Buffer.byteLength(sent) > maximumBodyBytes) throw new DomainError('body_too_large');
  const read: unknown = JSON.parse(sent);
  if (typeof read !== 'object' || read === null) throw unreadableBody();
  return read;
}

function addressOf({ name, input }: InProcessCall): { method: string; url: string } {
  const [method = '', path = ''] = name.split(' ');
  return { method, url: callAddress(path, { params: texts(input.params), query: texts(input.query) }) };
}

/** Passes a file on as fast as the visitor takes it, until its end or until the visitor disconnects, which also ends the work behind it. */
async function* whileWanted(chunks: AsyncIterable<string | Buffer>, { left, untilTaken }: Visit, ended: (isComplete: boolean) => void) {
  let isComplete = false;
  try {
    for await (const chunk of chunks) {
      if (left.aborted) return;
      yield chunk;
      await untilTaken();
    }
    isComplete = !left.aborted;
  } finally {
    ended(isComplete);
  }
}

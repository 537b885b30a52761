import { type Answer, type CallInput, type CallName, callAddress } from '../server/contract/call.ts';
import type { RouteContract } from '../server/contract/define.ts';
import type { FieldError, ProblemBody } from '../server/contract/problems.ts';
import { recordCall } from './callLog.ts';

// The contract's schemas are named as types alone: a visitor does not load them.
export type { Answer, CallInput, CallName };

/** A failure of a call, in words for the reader: `message` may be shown as it is. */
export class ApiProblem extends Error {
  /** The status of the answer; 0 when there was none. */
  readonly status: number;
  /** The server's code, or `network` when it was not reached, or `unreadable` for an answer that is not the server's. */
  readonly code: string;
  readonly title: string;
  /** What support asks for; null when the server was not reached. */
  readonly requestId: string | null;
  /** What to correct, field by field. */
  readonly errors: readonly FieldError[];
  /** The words that the server's status came with; empty when there were none. */
  readonly statusText: string;

  constructor(
    { status, code, title, detail, request_id, errors = [] }: Partial<ProblemBody> & Pick<ProblemBody, 'status' | 'code' | 'title' | 'detail'>,
    statusText = '',
  ) {
    super(detail);
    this.statusText = statusText;
    this.name = 'ApiProblem';
    this.status = status;
    this.code = code;
    this.title = title;
    this.requestId = request_id ?? null;
    this.errors = errors;
  }
}

/** What every call comes down to, once its contract has checked it. */
interface Request {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** Where the access token of a call comes from. */
export interface AccessTokens {
  /** The token to call with, or null when nobody is signed in any more. Throws an ApiProblem when that cannot be found out. */
  present(): Promise<string | null>;
  /** A newer token than one that the server did not accept, or null when the session is over. Throws as `present` does. */
  renewed(refused: string): Promise<string | null>;
  /** Even the newer token was not accepted. */
  refused(): void;
}

export interface Api {
  /**
   * Calls the server as the person signed in: `api.call<typeof getReceiver>('GET /api/receiver', { query: {} })`.
   * Throws an ApiProblem.
   */
  call<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>): Promise<Answer<Contract>>;
}

/** The calls of one session. A token that is not accepted is renewed once. */
export function createApi(tokens: AccessTokens): Api {
  return {
    async call<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>) {
      const token = await tokens.present();
      if (token === null) throw signedOut();
      try {
        return await send<Contract>(name, input, token);
      } catch (failure) {
        if (!isUnauthenticated(failure)) throw failure;
      }
      const renewed = await tokens.renewed(token);
      if (renewed === null) throw signedOut();
      try {
        return await send<Contract>(name, input, renewed);
      } catch (failure) {
        if (isUnauthenticated(failure)) tokens.refused();
        throw failure;
      }
    },
  };
}

const isUnauthenticated = (failure: unknown) => failure instanceof ApiProblem && failure.status === 401;
const signedOut = () => new ApiProblem({ status: 401, code: 'unauthenticated', title: 'Please sign in', detail: 'Sign in again to go on.' });

/** Calls the server with a token of one's own, or with none. Throws an ApiProblem; a call that reads is repeated while the server is not reached. */
export async function send<Contract extends RouteContract>(
  name: CallName<Contract>,
  input: CallInput<Contract>,
  token: string | null,
): Promise<Answer<Contract>> {
  const request: Request = input;
  const [method = '', path = ''] = name.split(' ');
  const began = performance.now();
  const response = await reach(callAddress(path, request), settings(method, request, token), method === 'GET' ? pauses_ms : []);
  recordCall({ method, path, status: response.status, took_ms: performance.now() - began, requestId: response.headers.get('X-Request-Id') });
  const body = await readBody(response);
  if (response.ok && body !== unreadable) return body as Answer<Contract>;
  throw isProblem(body) ? new ApiProblem(body, response.statusText) : unreadableAnswer(response);
}

function settings(method: string, { body, idempotencyKey, signal }: Request, token: string | null): RequestInit {
  return {
    method,
    headers: {
      Accept: 'application/json',
      'Content-Type': 'application/json',
      ...(token !== null && { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey !== undefined && { 'Idempotency-Key': idempotencyKey }),
    },
    // The API knows nobody by a cookie.
    credentials: 'omit',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

const pauses_ms = [100, 200, 300];
const pause = (time_ms: number) => new Promise((resolve) => setTimeout(resolve, time_ms));

/** Asks, and asks again after each pause while nothing answers. */
async function reach(url: string, init: RequestInit, [pause_ms, ...later]: readonly number[]): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (failure) {
    if (init.signal?.aborted) throw failure;
    if (pause_ms === undefined) throw notReached();
  }
  await pause(pause_ms);
  return reach(url, init, later);
}

const notReached = () =>
  new ApiProblem({ status: 0, code: 'network', title: 'No connection', detail: 'We could not be reached. Check your connection and try again.' });

const unreadable = Symbol('unreadable');

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.json().catch(() => unreadable);
}

/** Our server writes failures in one form; anything between here and there may have its own. */
function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body && 'title' in body;
}

const unreadableAnswer = ({ status, statusText }: Response) =>
  new ApiProblem(
    {
      status,
      code: 'unreadable',
      title: 'Something went wrong',
      detail: 'The answer could not be read. Try again in a minute.',
    },
    statusText,
  );

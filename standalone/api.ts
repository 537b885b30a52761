import { CallFailure } from '../server/browser/callFailure.ts';
import { type Answer, type CallInput, type CallName, callAddress } from '../server/contract/call.ts';
import type { RouteContract } from '../server/contract/define.ts';
import type { getEvents } from '../server/contract/events.ts';
import type { ProblemBody } from '../server/contract/problems.ts';
import { recordCall } from './callLog.ts';

// Only the types of the contract's schemas are used, so that a browser does not load the schemas.
export type { Answer, CallInput, CallName };

/** The input of any call, after its contract has checked it. */
interface Request {
  params?: Readonly<Record<string, unknown>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  idempotencyKey?: string;
  signal?: AbortSignal;
}

/** The source of the access tokens that calls carry. */
export interface AccessTokens {
  /** Returns the current token, or null when nobody is signed in any more. Throws a CallFailure when that cannot be determined. */
  present(): Promise<string | null>;
  /** Returns a newer token than the one that the server refused, or null when the session is over. Throws as `present` does. */
  renewed(refused: string): Promise<string | null>;
  /** Reports that the server refused the newer token too. */
  refused(): void;
}

export interface Api {
  /** Opens the stream that tells what changed of a receiver; of the person signed in when none is named. Throws a CallFailure. */
  events(query: CallInput<typeof getEvents>['query'], signal: AbortSignal): Promise<ReadableStream<Uint8Array>>;

  /**
   * Calls the server as the person signed in: `api.call<typeof getReceiver>('GET /api/receiver', { query: {} })`.
   * Throws a CallFailure.
   */
  call<Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>): Promise<Answer<Contract>>;
}

/** Creates the calls of one session. A refused token is renewed once. */
export function createApi(tokens: AccessTokens): Api {
  async function withToken<Answered>(ask: (token: string) => Promise<Answered>): Promise<Answered> {
    const token = await tokens.present();
    if (token === null) throw signedOut();
    try {
      return await ask(token);
    } catch (failure) {
      if (!isUnauthenticated(failure)) throw failure;
    }
    const renewed = await tokens.renewed(token);
    if (renewed === null) throw signedOut();
    try {
      return await ask(renewed);
    } catch (failure) {
      if (isUnauthenticated(failure)) tokens.refused();
      throw failure;
    }
  }

  return {
    call: <Contract extends RouteContract>(name: CallName<Contract>, input: CallInput<Contract>) => withToken((token) => send<Contract>(name, input, token)),
    events: (query, signal) => withToken((token) => openEvents(query, signal, token)),
  };
}

async function openEvents(query: CallInput<typeof getEvents>['query'], signal: AbortSignal, token: string): Promise<ReadableStream<Uint8Array>> {
  const { headers, ...others } = settings('GET', { signal }, token);
  // The calls for what the page shows go first.
  const init: RequestInit = { ...others, headers: { ...headers, Accept: 'text/event-stream' }, priority: 'low' };
  const response = await reach(callAddress('/api/events', { query }), init, []);
  if (response.ok && response.body) return response.body;
  const body = await readBody(response);
  throw isProblem(body) ? new CallFailure(body, response.statusText) : unreadableAnswer(response);
}

const isUnauthenticated = (failure: unknown) => failure instanceof CallFailure && failure.status === 401;
const signedOut = () => new CallFailure({ status: 401, code: 'unauthenticated', title: 'Please sign in', detail: 'Sign in again to go on.' });

/** Calls the server with the given token, or without one. A GET is repeated while the server cannot be reached. Throws a CallFailure. */
export async function send<Contract extends RouteContract>(
  name: CallName<Contract>,
  input: CallInput<Contract>,
  token: string | null,
): Promise<Answer<Contract>> {
  const request: Request = input;
  const [method = '', path = ''] = name.split(' ');
  const began = performance.now();
  const response = await reach(callAddress(path, request), settings(method, request, token), method === 'GET' ? pausesMs : []);
  recordCall({ method, path, status: response.status, tookMs: performance.now() - began, requestId: response.headers.get('X-Request-Id') });
  const body = await readBody(response);
  if (response.ok && body !== unreadable) return body as Answer<Contract>;
  throw isProblem(body) ? new CallFailure(body, response.statusText) : unreadableAnswer(response);
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
    // The API does not identify callers by cookies.
    credentials: 'omit',
    ...(body !== undefined && { body: JSON.stringify(body) }),
    ...(signal && { signal }),
  };
}

const pausesMs = [100, 200, 300];
const pause = (timeMs: number) => new Promise((resolve) => setTimeout(resolve, timeMs));

/** Sends the request; while nothing answers, sends it again after each pause. */
async function reach(url: string, init: RequestInit, [pauseMs, ...later]: readonly number[]): Promise<Response> {
  try {
    return await fetch(url, init);
  } catch (failure) {
    if (init.signal?.aborted) throw failure;
    if (pauseMs === undefined) throw notReached();
  }
  await pause(pauseMs);
  return reach(url, init, later);
}

/** Returns the problem of a call that got no answer. */
export const notReached = (title = 'No connection') =>
  new CallFailure({ code: 'network', title, detail: 'We could not be reached. Check your connection and try again.' });

const unreadable = Symbol('unreadable');

async function readBody(response: Response): Promise<unknown> {
  if (response.status === 204) return undefined;
  return response.json().catch(() => unreadable);
}

/** Decides whether a body is a failure in our server's form. A proxy on the way may answer in another form. */
function isProblem(body: unknown): body is ProblemBody {
  return typeof body === 'object' && body !== null && 'code' in body && 'detail' in body && 'status' in body && 'title' in body;
}

const unreadableAnswer = ({ status, statusText }: Response) =>
  new CallFailure(
    {
      status,
      code: 'unreadable',
      title: 'Something went wrong',
      detail: 'The answer could not be read. Try again in a minute.',
    },
    statusText,
  );

/**
 * The three ways in which a call to a provider fails. The caller decides by the class alone:
 * `Refused` will be refused again, `Unavailable` may be repeated as it is, `Unknown` may have taken effect.
 */

/** The effect of a call at the provider: none, repeatable (a repeat changes nothing more), or once (a repeat would do it again). */
export type Effect = 'none' | 'repeatable' | 'once';

export interface FailureFacts {
  provider: string;
  /** The call's name, after the method of our port. */
  call: string;
  /** The provider's own code where it gives one, else ours: `http_500`, `timeout`, `connection_failed`, `connection_lost`, `unreadable_answer`. */
  code: string;
  /** The provider's message, without anything that looks like a secret or a personal number. */
  message: string;
  /** Status of the answer, when there was one. */
  status?: number | undefined;
}

/** Base class of the three. Holds no cause: an SDK's error carries the request with its keys. */
export abstract class ProviderFailure extends Error {
  readonly provider: string;
  readonly call: string;
  readonly code: string;
  readonly status: number | undefined;

  constructor(facts: FailureFacts) {
    super(facts.message);
    this.provider = facts.provider;
    this.call = facts.call;
    this.code = facts.code;
    this.status = facts.status;
  }
}

/** The provider understood the call and refused it. Nothing happened, and the same call will be refused again. */
export class Refused extends ProviderFailure {
  override readonly name = 'Refused';
}

/** Nothing happened, or a repeat has no further effect: the same call may be repeated later. */
export class Unavailable extends ProviderFailure {
  override readonly name = 'Unavailable';
  /** How long the provider asked us to wait. */
  readonly retryAfterMs: number | undefined;

  constructor(facts: FailureFacts, retryAfterMs?: number) {
    super(facts);
    this.retryAfterMs = retryAfterMs;
  }
}

/** The codes of too many calls that come without status 429: ours before a call, and the shop platform's. */
const throttlingCodes: ReadonlySet<string> = new Set(['budget_spent', 'throttled']);

/** Tells whether a call was refused, or was not made, because there had been too many: it says nothing of what was asked for. */
export const isThrottled = (failure: unknown): failure is Unavailable =>
  failure instanceof Unavailable && (failure.status === 429 || throttlingCodes.has(failure.code));

/** The call was sent without a readable response, so it may have taken effect. Check at the provider before repeating. */
export class Unknown extends ProviderFailure {
  override readonly name = 'Unknown';
}

/** A response other than a success, thrown by our own HTTP calls. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly status: number;
  readonly headers: Headers;
  readonly body: unknown;

  constructor(status: number, headers: Headers, body: unknown) {
    super(`answered ${status}`);
    this.status = status;
    this.headers = headers;
    this.body = body;
  }
}

export interface FailureContext {
  provider: string;
  call: string;
  effect: Effect;
  /** Codes of temporary failures that this provider sends with a status that otherwise means a refusal. */
  temporaryCodes?: ReadonlySet<string> | undefined;
}

/** Converts any error of an SDK, fetch, axios or SMTP into one of the three. */
export function toFailure(error: unknown, context: FailureContext): ProviderFailure {
  if (error instanceof ProviderFailure) return error;
  const { provider, call } = context;
  const unclear = (code: string, message: string, status?: number, retryAfterMs?: number) => {
    const facts = { provider, call, code, message, status };
    return context.effect === 'once' ? new Unknown(facts) : new Unavailable(facts, retryAfterMs);
  };

  const answer = answerOf(error);
  if (answer) {
    const code = answer.code ?? `http_${answer.status}`;
    const facts = { provider, call, code, message: withoutSecrets(answer.message ?? `${provider} answered ${answer.status}`), status: answer.status };
    if (answer.isTemporary || context.temporaryCodes?.has(code)) return new Unavailable(facts, answer.retryAfterMs);
    if (answer.isRefusal) return new Refused(facts);
    return unclear(code, facts.message, answer.status, answer.retryAfterMs);
  }
  if (wasNeverSent(error)) return new Unavailable({ provider, call, code: 'connection_failed', message: `${provider} cannot be reached` });
  if (isTimeout(error)) return unclear('timeout', `${provider} did not answer in time`);
  const fault = unreadable(error);
  if (fault !== undefined) return unclear('unreadable_answer', `${provider} answered something unexpected${fault}`);
  return unclear('connection_lost', `the connection to ${provider} broke`);
}

interface Answer {
  status: number;
  code: string | undefined;
  message: string | undefined;
  isTemporary: boolean;
  isRefusal: boolean;
  retryAfterMs: number | undefined;
}

type Fields = Readonly<Record<string, unknown>>;
const isFields = (value: unknown): value is Fields => typeof value === 'object' && value !== null;
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);
/** Returns a value that is a code; undefined for a sentence in the place of a code. */
const identifier = (value: unknown): string | undefined => (typeof value === 'string' && /^[\w.-]{1,64}$/.test(value) ? value : undefined);

/** Statuses of requests that the server did not begin to process: timed out, too early, too many. */
const TEMPORARY = new Set([408, 425, 429]);

/** Reads the response that an error of any library carries. Returns undefined when there was no response. */
function answerOf(error: unknown): Answer | undefined {
  if (!isFields(error)) return undefined;
  if (typeof error.responseCode === 'number') return mailAnswer(error.responseCode, error);
  const source = isFields(error.response) ? error.response : error;
  // An error with a success status means that the response broke off while it was read.
  if (typeof source.status !== 'number' || (source.status >= 200 && source.status < 300)) return undefined;
  const body = [source.error, source.body, source.data].find(isFields) ?? {};
  return {
    status: source.status,
    code: identifier(body.error_code) ?? identifier(body.error),
    message: text(body.error_message) ?? text(body.message) ?? text(body.error_description),
    isTemporary: TEMPORARY.has(source.status),
    isRefusal: source.status >= 400 && source.status < 500,
    retryAfterMs: waitOf(source.headers),
  };
}

/** Reads an SMTP response. 4xx is temporary and 5xx is final; the server sends both before it accepts the message. */
function mailAnswer(status: number, error: Fields): Answer {
  return {
    status,
    code: undefined,
    message: text(error.response),
    isTemporary: status >= 400 && status < 500,
    isRefusal: status >= 500,
    retryAfterMs: undefined,
  };
}

function headerOf(headers: unknown, name: string): string | undefined {
  if (headers instanceof Headers) return headers.get(name) ?? undefined;
  return isFields(headers) ? text(headers[name]) : undefined;
}

/** Returns for how many ms the answer asks us to wait; undefined where it does not say. BigCommerce has a header of its own. */
function waitOf(headers: unknown): number | undefined {
  const resetMs = headerOf(headers, 'x-rate-limit-time-reset-ms');
  return retryAfter(headerOf(headers, 'retry-after')) ?? (resetMs !== undefined && /^\d{1,8}$/.test(resetMs) ? Number(resetMs) : undefined);
}

/** Returns `Retry-After` in ms. Reads seconds, as all our providers send it; undefined for its other form, a date. */
function retryAfter(value: string | undefined): number | undefined {
  return value !== undefined && /^\d{1,6}$/.test(value) ? Number(value) * 1000 : undefined;
}

/** Returns an error and its causes, outermost first. */
function causes(error: unknown, depth = 0): Fields[] {
  if (!isFields(error) || depth > 4) return [];
  const several = Array.isArray(error.errors) ? error.errors : [];
  return [error, ...[error.cause, ...several].flatMap((cause) => causes(cause, depth + 1))];
}

/** Returns whether the call failed before any byte of the request was sent: no address, or no connection. */
function wasNeverSent(error: unknown): boolean {
  return causes(error).some((cause) => cause.syscall === 'connect' || cause.syscall === 'getaddrinfo' || cause.code === 'UND_ERR_CONNECT_TIMEOUT');
}

const TIMEOUT_NAMES = new Set(['TimeoutError', 'AbortError', 'APIConnectionTimeoutError', 'APIUserAbortError']);
const TIMEOUT_CODES = new Set(['ETIMEDOUT', 'ECONNABORTED', 'ERR_CANCELED', 'UND_ERR_HEADERS_TIMEOUT', 'UND_ERR_BODY_TIMEOUT']);

function isTimeout(error: unknown): boolean {
  return causes(error).some((cause) => TIMEOUT_NAMES.has(String(cause.name)) || TIMEOUT_CODES.has(String(cause.code)));
}

/** Returns the names of the fields, never their values, in which a response breaks the schema. Undefined for connection errors. */
function unreadable(error: unknown): string | undefined {
  if (!isFields(error)) return undefined;
  if (error.name === 'SyntaxError' || error.name === 'RangeError') return '';
  if (error.name !== 'ZodError' || !Array.isArray(error.issues)) return undefined;
  const paths = error.issues.filter(isFields).map((issue) => (Array.isArray(issue.path) ? issue.path.join('.') : ''));
  return ` at ${[...new Set(paths)].slice(0, 3).join(', ')}`;
}

/** Email addresses, long keys, and numbers in the forms of an SSN, EIN, card or account. */
const SECRETS = [/[^\s@"'<>]+@[^\s@"'<>]+/g, /(?=[\w./+=-]*\d)[\w./+=-]{16,}/g, /\d{2,3}-\d{2}-?\d{2,7}/g, /\d{7,}/g];

/** Returns an outside text that may be stored and logged: shortened, with everything that could be a secret removed. */
export function withoutSecrets(sentence: string): string {
  return SECRETS.reduce((kept, secret) => kept.replace(secret, '…'), sentence.slice(0, 300));
}

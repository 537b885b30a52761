import type { Origin } from '../services/access/audit.ts';
import type { CurrentProgram } from '../services/deps.ts';
import type { ReportFile } from '../services/reports/writeFile.ts';

/** The longest body of a call. */
export const longestBody_bytes = 256 * 1024;

/** A call of the API, whichever way it comes: over HTTP, or from the embedded app in this process. Nothing of it is checked yet. */
export interface ApiRequest {
  /** The program of the host that was called. */
  program: CurrentProgram;
  /** The request id, and the address and browser of the person behind the call. */
  origin: Origin;
  accessToken: string | undefined;
  idempotencyKey: string | undefined;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Reads the body; `{}` when there is none. Throws `unsupported_media_type`, `body_too_large`, or `unreadableBody()` for what is no JSON. */
  readBody(): Promise<unknown>;
  /** Returns which of these media types the caller wants most, or undefined for none of them. */
  preferred(mediaTypes: readonly string[]): string | undefined;
}

/** JSON as text, or a file; a long file is made while it is sent. */
export type AnswerBody = ReportFile['body'];

/** The answer to a call, ready to be sent whichever way. */
export interface ApiAnswer<Body extends AnswerBody = AnswerBody> {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Body;
}

/** Returns whether a body is made piece by piece while it is sent. */
export function isStream(body: AnswerBody): body is AsyncIterable<string | Buffer> {
  return typeof body !== 'string' && !Buffer.isBuffer(body);
}

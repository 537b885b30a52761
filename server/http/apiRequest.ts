import type { Origin } from '../services/access/auditEntry.ts';
import type { CurrentProgram } from '../services/deps.ts';
import type { ReportFile } from '../services/reports/reportFile.ts';

/** The largest body of a call, in bytes. */
export const maximumBodyBytes = 256 * 1024;

/** A call of the API from either transport: HTTP, or the embedded app in this process. Nothing in it is checked yet. */
export interface ApiRequest {
  /** The program of the host that was called. */
  program: CurrentProgram;
  /** The request id, and the address and browser of the person behind the call. */
  origin: Origin;
  accessToken: string | undefined;
  idempotencyKey: string | undefined;
  params: Readonly<Record<string, string>>;
  query: Readonly<Record<string, unknown>>;
  /** Reads the body; `{}` when there is none. Throws `unsupported_media_type`, `body_too_large`, or `unreadableBody()` when it is not JSON. */
  readBody(): Promise<unknown>;
  /** Returns the signal that aborts when the client disconnects. */
  left(): AbortSignal;
  /** Returns the caller's preferred one of these media types, or undefined when it accepts none. */
  preferred(mediaTypes: readonly string[]): string | undefined;
}

/** JSON as text, or a file; a long file is produced while it is sent. */
export type AnswerBody = ReportFile['body'];

/** The answer to a call, ready to be sent over either transport. */
export interface ApiAnswer<Body extends AnswerBody = AnswerBody> {
  status: number;
  headers: Readonly<Record<string, string>>;
  body: Body;
}

/** Returns whether a body is produced piece by piece while it is sent. */
export function isStream(body: AnswerBody): body is AsyncIterable<string | Buffer> {
  return typeof body !== 'string' && !Buffer.isBuffer(body);
}

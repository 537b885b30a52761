import type { FieldError, ProblemBody } from '../contract/problems.ts';

/** A failed call, in words for the reader: `title` and `message` may be shown as they are. */
export class CallFailure extends Error {
  /** The HTTP status of the answer; 0 when there was no answer. */
  readonly status: number;
  /** The server's code, or one of the frontend's own when our server did not answer. */
  readonly code: string;
  readonly title: string;
  /** The id that support asks for; null when the server was not reached. */
  readonly requestId: string | null;
  /** The mistakes to correct, field by field. */
  readonly errors: readonly FieldError[];
  /** The HTTP reason phrase of the answer; empty when there was none. */
  readonly statusText: string;

  constructor(
    { status = 0, code, title, detail, request_id, errors = [] }: Partial<ProblemBody> & Pick<ProblemBody, 'code' | 'title' | 'detail'>,
    statusText = '',
  ) {
    super(detail);
    this.name = 'CallFailure';
    this.status = status;
    this.code = code;
    this.title = title;
    this.requestId = request_id ?? null;
    this.errors = errors;
    this.statusText = statusText;
  }

  /** Returns the mistake in a field of the call's body; null without one. */
  messageAt(field: string): string | null {
    return this.errors.find(({ path }) => path === field)?.message ?? null;
  }
}

/** The end of a call that does not throw. */
export type Outcome<Output> = { ok: true; value: Output } | { ok: false; problem: CallFailure };

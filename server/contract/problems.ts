import { z } from 'zod';
import type { ErrorCode } from '../domain/basics/errors.ts';

interface Problem {
  status: number;
  title: string;
  /** Says what happened and what to do about it, for the reader. */
  detail: (details: Readonly<Record<string, unknown>>) => string;
}

const fixedText = (text: string) => () => text;
const reasonOr = (fallback: string) => (details: Readonly<Record<string, unknown>>) => (typeof details.reason === 'string' ? details.reason : fallback);

function correct({ reason, mistakes }: Readonly<Record<string, unknown>>): string {
  if (typeof reason === 'string') return reason;
  return mistakes === 1 ? 'Correct this field and send it again.' : `Correct these ${String(mistakes)} fields and send it again.`;
}

/** The one table of failures: each code with its status and its texts. */
export const problems = {
  invalid_request: { status: 400, title: 'Some of this needs correcting', detail: correct },
  unauthenticated: { status: 401, title: 'Please sign in', detail: fixedText('Sign in again to go on.') },
  forbidden: { status: 403, title: 'Not allowed', detail: reasonOr('Your account may not do this.') },
  not_found: { status: 404, title: 'Not found', detail: fixedText('There is nothing here under that name.') },
  method_not_allowed: { status: 405, title: 'Method not allowed', detail: fixedText('This address does not take that method.') },
  unsupported_media_type: { status: 415, title: 'Send JSON', detail: fixedText('Send the body as application/json.') },
  body_too_large: { status: 413, title: 'Too large', detail: fixedText('The body may have at most 256 KiB.') },
  rate_limited: { status: 429, title: 'Too many requests', detail: reasonOr('Wait a moment and try again.') },
  files_busy: { status: 503, title: 'Many files are being made', detail: fixedText('Many files are being made right now. Try again in a few seconds.') },
  file_not_made: { status: 503, title: 'The file was not made', detail: fixedText('Making this file was cut off. Try again; nothing else was changed.') },
  idempotency_key_required: {
    status: 400,
    title: 'Idempotency-Key is missing',
    detail: fixedText('Send an Idempotency-Key header of 1 to 255 characters, a new one for each new intent.'),
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency-Key was used',
    detail: fixedText('This key came with another body before. Use a new key for a new request.'),
  },
  idempotency_in_flight: { status: 409, title: 'Still working on it', detail: fixedText('The same request is being worked on. Wait a moment and ask again.') },
  idempotency_answer_lost: {
    status: 409,
    title: 'Done already',
    detail: fixedText('This was done when you first sent it. Open the page again to see what came of it.'),
  },
  unknown_net_terms_type: { status: 422, title: 'Unknown net terms', detail: (details) => `Cannot compute due at for net terms type ${String(details.type)}` },
  card_not_toggleable: { status: 409, title: 'Card state', detail: (details) => `Cannot toggle card that's in state ${String(details.state)}` },
  missing_auth_url: { status: 500, title: 'Configuration error', detail: (details) => `Missing auth URL for whitelabel: ${String(details.program)}` },
  provider_refused: { status: 422, title: 'Refused', detail: reasonOr('The provider refused this. Check what you entered and try again.') },
  provider_unavailable: {
    status: 503,
    title: 'Please try again',
    detail: reasonOr('A service we depend on does not answer at the moment. Nothing is lost: try again in a minute.'),
  },
  step_out_of_order: {
    status: 409,
    title: 'Not yet',
    detail: reasonOr('Something comes before this step. Open the page again and go on from where it takes you.'),
  },
  agreement_outdated: {
    status: 409,
    title: 'There is a newer version',
    detail: fixedText('This agreement has changed since you opened it. Read the new version and accept it.'),
  },
  already_in_team: { status: 409, title: 'Already in your team', detail: reasonOr('This person is in your team already.') },
  debit_authorization_needed: {
    status: 409,
    title: 'Your authorization is needed',
    detail: reasonOr('Your bank account may not be debited. Read the authorization and accept it first.'),
  },
  store_not_connectable: {
    status: 409,
    title: 'This store cannot be connected',
    detail: reasonOr('Open the app in your store again, and connect it from there.'),
  },
  identity_in_use: {
    status: 409,
    title: 'Another account has this',
    detail: reasonOr('This already belongs to another account. If it is yours, sign in to that account instead, or write to support.'),
  },
  masquerade_over: {
    status: 403,
    title: 'Your view of this customer has ended',
    detail: fixedText('You view a customer for 60 minutes at a time. Open the customer again to go on.'),
  },
  confirmation_needed: { status: 422, title: 'Please confirm', detail: reasonOr('Type the business name of the customer to confirm.') },
  nothing_to_pay: {
    status: 409,
    title: 'Nothing to pay',
    detail: fixedText('There is nothing to pay that is not on its way already. Purchases can be paid once they have settled.'),
  },
  more_than_payable: {
    status: 409,
    title: 'More than you can pay now',
    detail: reasonOr('This is more than can be paid now. Enter a smaller amount.'),
  },
  nothing_to_pay_out: {
    status: 409,
    title: 'Nothing to pay out',
    detail: reasonOr('There is no credit that can be paid out.'),
  },
  amount_changed: {
    status: 409,
    title: 'The amount has changed',
    detail: fixedText('The amount has changed since you looked. Look at the new amount and confirm it.'),
  },
  draw_not_movable: {
    status: 409,
    title: 'This draw cannot be moved',
    detail: reasonOr('This draw cannot be moved. You can pay any amount now.'),
  },
  not_ready: { status: 503, title: 'Not ready', detail: reasonOr('The service is starting. Try again in a moment.') },
  unexpected: {
    status: 500,
    title: 'Something went wrong',
    detail: fixedText('Something went wrong on our side. Try again; if it stays, tell support the request id.'),
  },
} as const satisfies Record<ErrorCode, Problem>;

/** The failures that every call can have; no contract lists them. */
export const generalProblems = ['invalid_request', 'rate_limited', 'unexpected'] as const satisfies readonly ErrorCode[];

/** The further failures of a call that can answer with a file. */
export const fileProblems = ['files_busy', 'file_not_made'] as const satisfies readonly ErrorCode[];

/** The further failures of a call with an effect, which may have a body. */
export const bodyProblems = ['unsupported_media_type', 'body_too_large'] as const satisfies readonly ErrorCode[];

/** The further failures of a call that takes an idempotency key. */
export const keyProblems = [
  'idempotency_key_required',
  'idempotency_key_reused',
  'idempotency_in_flight',
  'idempotency_answer_lost',
] as const satisfies readonly ErrorCode[];

/** One mistake in a request: its path, what is wrong, and how to fix it. */
export const fieldErrorSchema = z.object({ path: z.string(), message: z.string(), fix: z.string() });
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** The body of every failure: application/problem+json (RFC 9457). */
export const problemSchema = z.object({
  type: z.string(),
  title: z.string(),
  status: z.number().int(),
  detail: z.string(),
  code: z.string(),
  request_id: z.string(),
  errors: z.array(fieldErrorSchema).optional(),
});
export type ProblemBody = z.infer<typeof problemSchema>;

/** Returns the body of a failure. `errors` lists the mistakes of an `invalid_request`. */
export function problemBody(code: ErrorCode, details: Readonly<Record<string, unknown>>, requestId: string, errors?: readonly FieldError[]): ProblemBody {
  const problem: Problem = problems[code];
  return {
    type: `/api/docs#${code}`,
    title: problem.title,
    status: problem.status,
    detail: problem.detail({ ...details, mistakes: new Set(errors?.map(({ path }) => path)).size }),
    code,
    request_id: requestId,
    ...(errors && errors.length > 0 ? { errors: [...errors] } : {}),
  };
}

import { Refusal } from '../core/handle.ts';

/** The provider's refusals by code. Its documentation does not settle every status; clients rely on the code. */
const refusals = {
  PRODUCT_NOT_READY: { status: 409, type: 'CONNECTION_ERROR', message: 'The connection has not been read yet. Wait for INITIAL_UPDATE.' },
  CONNECTION_DISABLED: { status: 410, type: 'CONNECTION_ERROR', message: 'The connection is disabled.' },
  NEEDS_UPDATE: { status: 450, type: 'CONNECTION_ERROR', message: 'The merchant has to sign in to the store again.' },
  PRODUCT_NOT_ALLOWED: { status: 452, type: 'CONNECTION_ERROR', message: 'This connection has no such data.' },
  INVALID_CREDENTIALS: { status: 401, type: 'CONNECTION_ERROR', message: 'The client id, the secret or the access token is wrong.' },
  INVALID_PUBLIC_TOKEN: { status: 400, type: 'INVALID_REQUEST', message: 'The public token is unknown or too old.' },
  INVALID_CURSOR: { status: 400, type: 'INVALID_REQUEST', message: 'The cursor is none of ours.' },
  INVALID_PARAMETERS: { status: 400, type: 'INVALID_REQUEST', message: 'A parameter is malformed.' },
  INVALID_VERSION: { status: 400, type: 'INVALID_REQUEST', message: 'The header X-Rutter-Version is missing, or names no version.' },
  RATE_LIMITED: { status: 429, type: 'RATE_LIMIT_ERROR', message: 'Too many requests. Try again later.' },
  INTERNAL_SERVER_ERROR: { status: 500, type: 'API_ERROR', message: 'Something went wrong on our side.' },
  NOT_FOUND: { status: 404, type: 'INVALID_REQUEST', message: 'There is no such object.' },
} as const;

/** Returns a refusal with the provider's status and body for this code. */
export function refusal(code: keyof typeof refusals, message?: string): Refusal {
  const known = refusals[code];
  return new Refusal(known.status, { error_type: known.type, error_code: code, error_message: message ?? known.message });
}

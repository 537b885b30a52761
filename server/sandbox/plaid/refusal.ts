import { randomBytes } from 'node:crypto';
import { type PlaidError, PlaidErrorType } from 'plaid';
import { z } from 'zod';
import { Refusal } from '../core/handle.ts';

export const newRequestId = (): string => randomBytes(12).toString('base64url').slice(0, 15);

function plaidError(error_type: PlaidErrorType, error_code: string, error_message: string): PlaidError {
  return {
    error_type,
    error_code,
    error_message,
    display_message: null,
    documentation_url: 'https://plaid.com/docs/errors/',
    request_id: newRequestId(),
    suggested_action: null,
  };
}

/** Returns the answer to a request beyond a quota. It has no header that tells how long to wait. */
export const limitError = (code: string): PlaidError =>
  plaidError(PlaidErrorType.RateLimitExceeded, code, 'rate limit exceeded for attempts to access this item. please try again later');

/** Returns the provider's own error body for this status. */
export function failure(status: number): PlaidError {
  if (status === 429) return limitError('RATE_LIMIT');
  if (status === 404) return plaidError(PlaidErrorType.InvalidRequest, 'NOT_FOUND', 'the requested resource does not exist');
  if (status >= 500) return plaidError(PlaidErrorType.ApiError, 'INTERNAL_SERVER_ERROR', 'an unexpected error occurred');
  return plaidError(PlaidErrorType.InvalidRequest, 'INVALID_BODY', 'body could not be parsed');
}

const refuse = (type: PlaidErrorType, code: string, message: string) => new Refusal(400, plaidError(type, code, message));

export const invalidField = (message: string) => refuse(PlaidErrorType.InvalidRequest, 'INVALID_FIELD', message);
export const invalidInput = (code: string, message: string) => refuse(PlaidErrorType.InvalidInput, code, message);
export const itemError = (code: string, message: string) => refuse(PlaidErrorType.ItemError, code, message);
export const signalError = (code: string, message: string) => refuse(PlaidErrorType.SignalError, code, message);
export const transferError = (code: string, message: string) => refuse(PlaidErrorType.TransferError, code, message);

export const LOGIN_REQUIRED = 'ITEM_LOGIN_REQUIRED';

/** Returns the error that an item carries while its bank requires its customer to sign in again. */
export const loginRequiredError = (): PlaidError => ({
  ...plaidError(
    PlaidErrorType.ItemError,
    LOGIN_REQUIRED,
    "the login details of this item have changed (credentials, MFA, or required user action) and a user login is required to update this information. use Link's update mode to restore the item to a good state",
  ),
  status: 400,
});

/** Parses a body. Refuses unknown fields, like the provider. Credentials are allowed in the body. */
export function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const { client_id: _id, secret: _secret, ...asked } = z.record(z.string(), z.unknown()).catch({}).parse(body);
  // Without the input a field of the wrong type looks as if it was missing.
  const result = schema.safeParse(asked, { reportInput: true });
  if (result.success) return result.data;
  const [first] = result.error.issues;
  if (first?.code === 'unrecognized_keys') {
    throw refuse(PlaidErrorType.InvalidRequest, 'UNKNOWN_FIELDS', `the following fields are not recognized by this endpoint: ${first.keys.join(', ')}`);
  }
  const path = first?.path.join('.') ?? 'body';
  const missing = first?.code === 'invalid_type' && first.input === undefined;
  throw missing
    ? refuse(PlaidErrorType.InvalidRequest, 'MISSING_FIELDS', `the following required fields are missing: ${path}`)
    : invalidField(`${path}: ${first?.message}`);
}

import { CallFailure } from '../../server/browser/callFailure.ts';

/** Why the sign-in could not identify the visitor. `message` may be shown. */
export interface AuthFailure {
  status: number;
  message: string;
}

const unreachable: AuthFailure = { status: 503, message: 'Unable to process authentication response' };

/**
 * Returns the failure behind an error that the sign-in's library threw. In a browser, a network or CORS failure is a TypeError,
 * which the library passes on unchanged.
 */
export function authFailure(thrown: unknown): AuthFailure {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown) || typeof thrown.status !== 'number') return unreachable;
  const message = 'message' in thrown && typeof thrown.message === 'string' && thrown.message !== '' ? thrown.message : unreachable.message;
  return { status: thrown.status, message };
}

/** Returns the failure as a CallFailure, for a call made with the session. */
export function authProblem({ status, message }: AuthFailure): CallFailure {
  return new CallFailure({ status, code: 'unexpected_error', title: 'Please try again', detail: message });
}

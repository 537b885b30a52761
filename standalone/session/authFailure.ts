import { ApiProblem } from '../api.ts';

/** Why the sign-in could not say who is there. `message` may be shown. */
export interface AuthFailure {
  status: number;
  message: string;
}

const unreachable: AuthFailure = { status: 503, message: 'Unable to process authentication response' };

/**
 * The failure behind what the sign-in's library threw. In a browser a network or CORS failure is a TypeError, which the
 * library passes on as it is.
 */
export function authFailure(thrown: unknown): AuthFailure {
  if (typeof thrown !== 'object' || thrown === null || !('status' in thrown) || typeof thrown.status !== 'number') return unreachable;
  const message = 'message' in thrown && typeof thrown.message === 'string' && thrown.message !== '' ? thrown.message : unreachable.message;
  return { status: thrown.status, message };
}

/** The same failure for somebody who made a call with the session. */
export function authProblem({ status, message }: AuthFailure): ApiProblem {
  return new ApiProblem({ status, code: 'unexpected_error', title: 'Please try again', detail: message });
}

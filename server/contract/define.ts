import type { z } from 'zod';
import type { Action } from '../domain/access/access.ts';
import type { ErrorCode } from '../domain/basics/errors.ts';

/**
 * Who may call a route.
 * - `anyone`: no sign-in needed.
 * - `receiver`: a signed-in receiver for what is its own; admin or support for any receiver.
 * - `staff`: admin or support. `admin`: admin alone.
 * - `shop`: whoever is in a shop's admin, by the session token of that admin, for the shop's own receiver; nobody else,
 *   staff neither. Other sites may call it: the admin runs what asks for it at an address of its own.
 */
export type Who = 'anyone' | 'receiver' | 'staff' | 'admin' | 'shop';

/**
 * Which parameter names the receiver that a call is about, and by what: its id (ours), its token (the sign-in's user id),
 * either of them, the token of a card of its own (or of several, separated by commas), or the handle of a bank or store
 * that it linked.
 */
export interface Subject {
  in: 'params' | 'query' | 'body';
  name: string;
  by: 'id' | 'token' | 'either' | 'card' | 'bankHandle' | 'storeHandle';
  /** Left out, the call is about the caller. */
  optional?: true;
}

/** Calls that are counted by themselves as well: sessions handed in, staff looking for customers. */
export type StricterLimit = 'handIn' | 'staffSearch';

interface Description {
  /** Express's form of the path: `/api/users/:token`. */
  path: `/${string}`;
  summary: string;
  who: Who;
  subject?: Subject;
  /** What the caller must be able to do to the receiver that the call is about. */
  action?: Action;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The JSON answer. */
  out: z.ZodType;
  /** Media types that the call can answer instead of JSON when the caller accepts them. */
  files?: readonly string[];
  /** Status of a good answer; 200 when left out. */
  status?: 200 | 201 | 202 | 204;
  /** A stricter limit than the ones every call has. */
  limit?: StricterLimit;
  /** What can go wrong beside the failures every call can have. */
  problems?: readonly ErrorCode[];
}

interface Reading {
  method: 'GET';
}

/** A call with an effect says what staff may do with it while they look through a customer's eyes; leaving it out does not compile. */
interface Effect {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  masquerade: 'refused' | 'audited';
  /** The call takes an `Idempotency-Key`: its answer is kept for 24 hours and given again. */
  idempotent: boolean;
}

export type RouteContract = Description & (Reading | Effect);

/** Declares one call of the API: the server's checks, the OpenAPI description and the typed client all come from it. */
export function defineRoute<const Contract extends RouteContract>(contract: Contract): Contract {
  return contract;
}

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ParamsOf<Contract extends RouteContract> = OutputOf<Contract['params']>;
export type QueryOf<Contract extends RouteContract> = OutputOf<Contract['query']>;
export type BodyOf<Contract extends RouteContract> = OutputOf<Contract['body']>;
/** The answer as the server makes it. */
export type AnswerOf<Contract extends RouteContract> = z.input<Contract['out']>;

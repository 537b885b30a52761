import type { z } from 'zod';
import type { ErrorCode } from '../domain/errors.ts';

/**
 * Who may call a route.
 * - `anyone`: no sign-in needed.
 * - `receiver`: a signed-in receiver for what is its own; admin or support for any receiver.
 * - `staff`: admin or support. `admin`: admin alone.
 */
export type Who = 'anyone' | 'receiver' | 'staff' | 'admin';

/** Which parameter names the receiver that a call is about, and by what: its id (ours), its token (the sign-in's user id), or either. */
export interface Subject {
  in: 'params' | 'query';
  name: string;
  by: 'id' | 'token' | 'either';
  /** Left out, the call is about the caller. */
  optional?: true;
}

interface Description<Params extends z.ZodType, Query extends z.ZodType, Body extends z.ZodType, Out extends z.ZodType> {
  /** Express's form of the path: `/api/users/:token`. */
  path: `/${string}`;
  summary: string;
  who: Who;
  subject?: Subject;
  params?: Params;
  query?: Query;
  body?: Body;
  /** The JSON answer. */
  out: Out;
  /** Media types that the call can answer instead of JSON when the caller accepts them. */
  files?: readonly string[];
  /** Status of a good answer; 200 when left out. */
  status?: 200 | 201 | 202 | 204;
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

export type RouteContract<
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
  Out extends z.ZodType = z.ZodType,
> = Description<Params, Query, Body, Out> & (Reading | Effect);

/** Declares one call of the API: the server's checks, the OpenAPI description and the typed client all come from it. */
export function defineRoute<
  Params extends z.ZodType = z.ZodUndefined,
  Query extends z.ZodType = z.ZodUndefined,
  Body extends z.ZodType = z.ZodUndefined,
  Out extends z.ZodType = z.ZodUndefined,
>(contract: RouteContract<Params, Query, Body, Out>): RouteContract<Params, Query, Body, Out> {
  return contract;
}

export type ParamsOf<Contract> = Contract extends RouteContract<infer Params, z.ZodType, z.ZodType, z.ZodType> ? z.output<Params> : never;
export type QueryOf<Contract> = Contract extends RouteContract<z.ZodType, infer Query, z.ZodType, z.ZodType> ? z.output<Query> : never;
export type BodyOf<Contract> = Contract extends RouteContract<z.ZodType, z.ZodType, infer Body, z.ZodType> ? z.output<Body> : never;
export type OutOf<Contract> = Contract extends RouteContract<z.ZodType, z.ZodType, z.ZodType, infer Out> ? z.input<Out> : never;

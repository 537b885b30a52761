import type { z } from 'zod';
import type { Action } from '../domain/access/access.ts';
import type { StaffPermission } from '../domain/access/storeStaff.ts';
import type { TeamPermission } from '../domain/access/teamRoles.ts';
import type { ErrorCode } from '../domain/basics/errors.ts';

/**
 * The parameter that names the receiver a call is about, and the kind of name: the receiver's token (the sign-in's user id), either
 * that or its id (ours), the token of one of its cards (or of several, separated by commas), or the handle of a bank or store
 * that it linked.
 */
export interface Subject {
  in: 'params' | 'query' | 'body';
  name: string;
  by: 'token' | 'either' | 'card' | 'bankHandle' | 'storeHandle';
  /** Whether the parameter may be left out; the call is then about the caller. */
  optional?: true;
}

/** The calls with a rate limit of their own beside the general ones: session hand-ins, mails with links, invitations, orders that cost money or a provider's quota, and the staff's customer search. */
export type StricterLimit = 'handIn' | 'mailLink' | 'invitation' | 'order' | 'staffSearch';

interface Description {
  /** Express's form of the path: `/api/users/:token`. */
  path: `/${string}`;
  summary: string;
  subject?: Subject;
  /** The ability that the caller needs on the receiver that the call is about. Of a card, where the call names one. */
  action?: Action;
  params?: z.ZodType;
  query?: z.ZodType;
  body?: z.ZodType;
  /** The JSON answer. */
  out: z.ZodType;
  /** Media types that the call can answer instead of JSON when the caller accepts them. */
  files?: readonly string[];
  /** The HTTP status of a successful answer; 200 when left out. */
  status?: 200 | 201 | 202;
  /** A rate limit stricter than the general ones. */
  limit?: StricterLimit;
  /** Whether a call of `anyone` carries a proof of its own, such as a session or a secret address. Then only those whose proof fails are limited by address. */
  carriesProof?: true;
  /** The failures beside those that every call can have. */
  problems?: readonly ErrorCode[];
}

interface Reading {
  method: 'GET';
}

/** A call with an effect must declare what it does during a masquerade: refused, or audited. Leaving the declaration out does not compile. */
interface Effect {
  method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  masquerade: 'refused' | 'audited';
  /** Whether the call takes an `Idempotency-Key`; its answer is then kept for 24 hours and repeated. */
  idempotent: boolean;
}

/**
 * The callers that a route lets in.
 * - `anyone`: no sign-in needed.
 * - `receiver`: a signed-in receiver for its own data; admin or support for any receiver.
 * - `staff`: admin or support. `admin`: admin only.
 * - `shop`: a person in a shop's admin, by the session token of that admin, for the shop's own receiver; nobody else, not even
 *   staff. Other origins may call it, because the admin runs the calling code at an address of its own.
 *
 * A call about a merchant's own account must declare when somebody of their store's staff may make it, and who of their team.
 * Leaving a declaration out does not compile.
 */
type Access =
  | { who: 'receiver'; storeStaff: StaffPermission; team: TeamPermission }
  | { who: 'shop'; storeStaff: StaffPermission; team?: never }
  | { who: 'anyone' | 'staff' | 'admin'; storeStaff?: never; team?: never };

export type RouteContract = Description & Access & (Reading | Effect);

/** Declares one call of the API, from which the server's checks, the OpenAPI description and the typed client are derived. */
export function defineRoute<const Contract extends RouteContract>(contract: Contract): Contract {
  return contract;
}

type OutputOf<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;

export type ParamsOf<Contract extends RouteContract> = OutputOf<Contract['params']>;
export type QueryOf<Contract extends RouteContract> = OutputOf<Contract['query']>;
export type BodyOf<Contract extends RouteContract> = OutputOf<Contract['body']>;
/** The answer as the server builds it, before its contract has checked it. */
export type AnswerOf<Contract extends RouteContract> = z.input<Contract['out']>;

import type { z } from 'zod';
import type { RouteContract } from './define.ts';

/** The parts of a call that its contract asks for, as whoever calls writes them. */
type Part<Contract, Name extends 'params' | 'query' | 'body'> =
  Contract extends Record<Name, infer Schema extends z.ZodType> ? Record<Name, z.input<Schema>> : { [Key in Name]?: never };

/** A key of the caller's own for each intent: repeating the call with it has its effect once. */
type Key<Contract> = Contract extends { idempotent: true } ? { idempotencyKey: string } : { idempotencyKey?: never };

/** How a call is written: `GET /api/users/:token/kyb`. */
export type CallName<Contract extends RouteContract> = `${Contract['method']} ${Contract['path']}`;
export type CallInput<Contract extends RouteContract> = Part<Contract, 'params'> &
  Part<Contract, 'query'> &
  Part<Contract, 'body'> &
  Key<Contract> & { signal?: AbortSignal };
export type Answer<Contract extends RouteContract> = z.output<Contract['out']>;

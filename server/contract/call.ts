import type { z } from 'zod';
import type { RouteContract } from './define.ts';

/** One part of a call's input, as the caller writes it; absent where the contract has none. */
type Part<Contract, Name extends 'params' | 'query' | 'body'> =
  Contract extends Record<Name, infer Schema extends z.ZodType> ? Record<Name, z.input<Schema>> : { [Key in Name]?: never };

/** The caller's own key of an intent; calls repeated with the same key take effect once. */
type Key<Contract> = Contract extends { idempotent: true } ? { idempotencyKey: string } : { idempotencyKey?: never };

/** The name of a call: `GET /api/users/:token/kyb`. */
export type CallName<Contract extends RouteContract> = `${Contract['method']} ${Contract['path']}`;

/** Returns the name of a contract's call. */
export const callName = ({ method, path }: RouteContract): CallName<RouteContract> => `${method} ${path}`;

export type CallInput<Contract extends RouteContract> = Part<Contract, 'params'> &
  Part<Contract, 'query'> &
  Part<Contract, 'body'> &
  Key<Contract> & { signal?: AbortSignal };
export type Answer<Contract extends RouteContract> = z.output<Contract['out']>;
/** The media types that a call can be answered in instead of JSON. */
export type FileType<Contract extends RouteContract> = Contract extends { files: readonly (infer Type extends string)[] } ? Type : never;

/** The parts of a call that its address holds. */
interface Addressed {
  params?: Readonly<Record<string, unknown>> | undefined;
  query?: Readonly<Record<string, unknown>> | undefined;
}

/** Returns the address of a call below its host, for the path of its contract. */
export function callAddress(path: string, { params = {}, query = {} }: Addressed): string {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params[name] ?? '')));
  const asked = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]]));
  return asked.length > 0 ? `${filled}?${new URLSearchParams(asked)}` : filled;
}

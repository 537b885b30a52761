import type { z } from 'zod';
import { callName } from '../contract/call.ts';
import type { RouteContract } from '../contract/define.ts';
import { fieldErrors } from '../contract/fieldErrors.ts';
import { InvalidRequest } from '../contract/invalidRequest.ts';
import type { FieldError } from '../contract/problems.ts';
import { unstorableTexts } from '../contract/storableText.ts';
import type { Deps } from '../services/deps.ts';
import type { ReadRequest } from './authorize.ts';

/** Returns a request's parts, parsed by the contract. Throws an InvalidRequest that names every mistake. */
export function checkRequest(contract: RouteContract, { params, query, body }: ReadRequest) {
  const errors: FieldError[] = [];
  const checked = {
    params: check(contract.params, params, 'params', errors),
    query: check(contract.query, query, 'query', errors),
    body: check(contract.body, body, 'body', errors),
  };
  if (errors.length > 0) throw new InvalidRequest(errors);
  return checked;
}

function check<Schema extends z.ZodType>(
  schema: Schema | undefined,
  value: unknown,
  place: 'params' | 'query' | 'body',
  errors: FieldError[],
): z.output<Schema> | undefined {
  if (!schema) return undefined;
  const parsed = schema.safeParse(value);
  errors.push(...(parsed.success ? unstorableTexts(parsed.data, place === 'body' ? '' : place) : fieldErrors(parsed.error, place)));
  return parsed.data;
}

/** Returns the stored answer of a repeated call, or null when it does not fit the present contract, as one stored by another version may not. */
export function readAnswer(deps: Deps, contract: RouteContract, stored: unknown): { answer: unknown } | null {
  const parsed = contract.out.safeParse(stored);
  if (parsed.success) return { answer: parsed.data };
  deps.log.error({ call: callName(contract), issues: parsed.error.issues.map((issue) => issue.path.join('.')) }, 'a stored answer cannot be read');
  return null;
}

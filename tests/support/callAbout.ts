import { randomUUID } from 'node:crypto';
import { callName } from '../../server/contract/call.ts';
import type { RouteContract, Subject } from '../../server/contract/define.ts';
import type { Answer } from './ask.ts';
import type { TestProduct } from './product.ts';

/** Somebody whom a call can name. */
export interface Named {
  id: string;
  token: string;
}

export const cardOf = ({ id }: Named) => `card-of-${id}`;
export const handleOf = ({ id }: Named) => `h_${id}`;

const nameBy: Record<Subject['by'], (about: Named) => string> = {
  token: ({ token }) => token,
  either: ({ token }) => token,
  card: cardOf,
  bankHandle: handleOf,
  storeHandle: handleOf,
};

/** Calls a route about somebody, or about one of their cards, with otherwise invalid input: a permitted caller gets as far as the validation errors. */
export function callAbout(product: TestProduct, contract: RouteContract, about: Named, token: string | undefined, card = cardOf(about)): Promise<Answer> {
  const { subject } = contract;
  const name = subject?.by === 'card' ? card : nameBy[subject?.by ?? 'token'](about);
  const path = contract.path.replace(/:(\w+)/g, (_, parameter: string) =>
    subject?.in === 'params' && subject.name === parameter ? name : parameter === 'card' ? card : 'something',
  );
  const query = subject?.in === 'query' ? `?${subject.name}=${encodeURIComponent(name)}` : '';
  const body = subject?.in === 'body' ? { [subject.name]: name } : {};
  const sent = contract.method === 'GET' ? {} : { body, headers: { 'idempotency-key': randomUUID() } };
  return product.call(`${path}${query}`, { method: contract.method, token, ...sent });
}

/** Returns contracts with their names, for tests of each. */
export const named = (list: readonly RouteContract[]) => list.map((contract) => [callName(contract), contract] as const);

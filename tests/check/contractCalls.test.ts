import { expect, it } from 'vitest';
import { routes } from '../../server/http/routes/index.ts';
import { madeElsewhere, textsOfCallers, unmentioned } from './contractCalls.ts';

it('every call of the API is made by a page, or from elsewhere for a reason', () => {
  const calls = routes.map(({ contract }) => contract);
  expect(unmentioned(calls, textsOfCallers()).toSorted()).toEqual(Object.keys(madeElsewhere).toSorted());
});

it.each([
  ["api.call<typeof getCards>('GET /api/users/:token/cards', {})", true],
  [`const path = \`/api/users/\${token}/cards?\${query}\`;`, true],
  ["api.call<typeof postCards>('POST /api/users/:token/cards', {})", false],
  [`const path = \`/api/users/\${token}/cards/\${card}\`;`, false],
  ["'GET /api/users/:token/cards/:card'", false],
])('a call is found by its name or its address: %s', (text, isMade) => {
  expect(unmentioned([{ method: 'GET', path: '/api/users/:token/cards' }], [text])).toEqual(isMade ? [] : ['GET /api/users/:token/cards']);
});

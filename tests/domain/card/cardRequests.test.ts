import { expect, it } from 'vitest';
import { requestInList, requestsHeading } from '../../../server/domain/card/cardWords.ts';

it('requests name whoever asks to others of the team, and are what was asked for to that person', () => {
  const request = { kind: 'card', member: { name: 'Cleo Martin' }, card: null, control: null, subject: null, amount_cents: 12_000, state: 'open' } as const;
  expect(requestInList(request, false)).toBe('Cleo Martin asks for a card with $120.00 a month');
  expect(requestInList(request, true)).toBe('A card with $120.00 a month');
  expect([requestsHeading(true), requestsHeading(false)]).toEqual(['You asked for', 'Your team asks']);
});

it('for a purchase that a control declined says how long a yes holds, until it is answered', () => {
  const card = { name: 'Meta ads', last_four: '3979' };
  const raise = { kind: 'raise', member: { name: 'Cleo Martin' }, card, control: 'categories', subject: 'fuel_vehicles', amount_cents: null } as const;
  expect(requestInList({ ...raise, state: 'open' }, false)).toMatch(/^Cleo Martin asks for .+ on Meta ads •••• 3979 until tonight$/);
  expect(requestInList({ ...raise, state: 'granted' }, true)).toMatch(/ on Meta ads •••• 3979$/);
});

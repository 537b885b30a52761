import { expect, it } from 'vitest';
import { requestInList, requestsHeading } from '../../../server/domain/card/cardWords.ts';

it('requests name whoever asks to others of the team, and are what was asked for to that person', () => {
  const request = { kind: 'card', member: { name: 'Cleo Martin' }, card: null, control: null, subject: null, amount_cents: 12_000 } as const;
  expect(requestInList(request, false)).toBe('Cleo Martin asks for a card with $120.00 a month');
  expect(requestInList(request, true)).toBe('A card with $120.00 a month');
  expect([requestsHeading(true), requestsHeading(false)]).toEqual(['You asked for', 'Your team asks']);
});

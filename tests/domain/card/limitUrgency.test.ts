import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { isLimitUrgent, spreadMs } from '../../../server/domain/card/limitUrgency.ts';

const now = new Date('2026-11-23T12:00:00Z');

describe('a limit', () => {
  it.each([
    ['falls on a card that nobody uses', 5_000, 4_999, null, '2025-01-01', true],
    ['falls on a card in use', 5_000, 4_999, '2026-11-22', '2025-01-01', true],
    ['rises on a card used 29 days ago', 5_000, 5_001, '2026-10-25', '2025-01-01', true],
    ['rises on a card used 31 days ago', 5_000, 5_001, '2026-10-23', '2025-01-01', false],
    ['rises on a card that was never used', 5_000, 5_001, null, '2025-01-01', false],
    ['rises on a new card', 1, 500_000, null, '2026-11-20', true],
    ['rises from nothing left, as when a hold ends', 4_000, 5_000, '2026-10-01', '2025-01-01', true],
    ['more than doubles what is left, as when a hold ends on an account in credit', 4_410, 4_821, '2026-10-01', '2025-01-01', true],
    ['doubles what is left', 4_410, 4_820, '2026-10-01', '2025-01-01', false],
    ['rises from nothing left on a card on which nothing was bought', 2, 5_000, null, '2025-01-01', true],
  ])('that %s', (_, present, wanted, used, issued, urgent) => {
    const change = {
      present_cents: cents(present),
      wanted_cents: cents(wanted),
      spent_cents: cents(used === null ? 0 : 4_000),
      lastUsedOn: used === null ? null : isoDate(used),
      issuedAt: new Date(`${issued}T12:00:00Z`),
    };
    expect(isLimitUrgent(change, now)).toBe(urgent);
  });

  it('that can wait is sent within half a day, each receiver’s at another moment', () => {
    const ids = ['00000000', '40000000', '80000000', 'ffffffff'].map((end) => `019a8c2e-7b1d-7000-8000-0000${end}`);
    expect(ids.map(spreadMs)).toEqual([0, 10_800_000, 21_600_000, 43_199_999]);
  });
});

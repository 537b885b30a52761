import { describe, expect, it } from 'vitest';
import { changeDays } from '../../../server/domain/spendingPower/changeDays.ts';

describe('the changes of the limit', () => {
  it('are told day by day, each day once, in their order', () => {
    const change = (date: string, text: string) => ({ date, text });
    const [sales, refunds, purchases] = [change('2026-11-26', 'sales'), change('2026-11-26', 'refunds'), change('2026-11-24', 'purchases')];
    expect(changeDays([sales, refunds, purchases])).toEqual([
      { date: '2026-11-26', changes: [sales, refunds] },
      { date: '2026-11-24', changes: [purchases] },
    ]);
    expect(changeDays([])).toEqual([]);
  });
});

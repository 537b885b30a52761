import { describe, expect, it } from 'vitest';
import { nothingToImport } from '../../../server/domain/reports/accountingWords.ts';

describe('an import that would be empty', () => {
  it.each([
    [false, null, 'Nothing was booked in this range, so there is no file. Choose an earlier first day or a later last day.'],
    [false, '2026-11-20T12:00:00Z', 'Nothing was booked in this range, so there is no file. Choose an earlier first day or a later last day.'],
    [true, null, 'Nothing has been booked yet, so there is no file. Your purchases and repayments are offered here once they have settled.'],
    [
      true,
      '2026-11-20T12:00:00Z',
      'Nothing new has been booked since your last export on Nov 20, 2026. Choose “Of a range” to download earlier transactions again.',
    ],
  ])('since the last export %s, the last at %s, says what helps', (isSinceLast, lastExportAt, words) => {
    expect(nothingToImport(isSinceLast, lastExportAt)).toBe(words);
  });
});

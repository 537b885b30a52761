import { expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { repaymentReason } from '../../../server/domain/repayment/repaymentReason.ts';

const holidays = new Set(['2026-07-03', '2026-07-04', '2026-11-26']);
const isHoliday = (day: string) => holidays.has(day);

it.each([
  ['calendar', 30, '2026-07-02T23:59:59Z', '2026-08-01', '30 days after the purchase on Jul 2, 2026.'],
  ['calendar', 1, '2026-12-31T00:00:00Z', '2027-01-01', '1 day after the purchase on Dec 31, 2026.'],
  ['business', 1, '2026-07-02T12:00:00Z', '2026-07-06', '1 business day after the purchase on Jul 2, 2026; weekends and Jul 3, 2026 (holiday) not counted.'],
  ['business', 2, '2026-06-01T12:00:00Z', '2026-06-03', '2 business days after the purchase on Jun 1, 2026; weekends not counted.'],
  // The terms were others when the purchase was made, or are no terms at all.
  ['business', 10, '2026-06-01T12:00:00Z', '2026-07-01', '30 days after the purchase on Jun 1, 2026.'],
  ['calendar', 14, '2026-06-01T12:00:00Z', '2026-07-01', '30 days after the purchase on Jun 1, 2026.'],
  ['lunar', 14, '2026-06-01T12:00:00Z', '2026-06-01', '0 days after the purchase on Jun 1, 2026.'],
])('by %s terms of %i days, made at %s, due on %s: %s', (net_terms_type, net_terms, created_at, due, reason) => {
  expect(repaymentReason({ created_at: new Date(created_at), repayment_date: isoDate(due) }, { net_terms, net_terms_type }, isHoliday)).toBe(reason);
});

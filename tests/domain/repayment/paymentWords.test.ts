import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import { billingAddress } from '../../../server/domain/card/billingAddress.ts';
import { calendarEntryWords } from '../../../server/domain/repayment/calendarEntryWords.ts';
import { cashbackWords } from '../../../server/domain/repayment/cashbackWords.ts';
import { nextDrawWords } from '../../../server/domain/repayment/nextDraw.ts';
import { describePaidDues, whyPurchaseNotPayable } from '../../../server/domain/repayment/payNow.ts';
import { payNowEffects } from '../../../server/domain/repayment/payNowWords.ts';
import { coversWords, receiptDifference, receiptFacts } from '../../../server/domain/repayment/receiptWords.ts';

const bank = { institution_name: 'Chase', account_name: 'Checking', mask: '1234' };
const first = {
  due_date: '2026-12-01',
  debit_date: '2026-12-01',
  reason: null,
  is_arranged: false,
  amount_cents: 10_000,
  drawn_cents: 10_000,
  on_its_way_cents: 0,
};
const second = {
  due_date: '2026-12-06',
  debit_date: '2026-12-07',
  reason: 'Banks are closed on Sunday.',
  is_arranged: false,
  amount_cents: 2_050,
  drawn_cents: 2_050,
  on_its_way_cents: 0,
};

describe('the next draw in words', () => {
  it.each([
    ['names amount, day and bank', { entries: [first, second], bank }, 'Next: $100.00, drawn on Dec 1, 2026 from Chase, account ending in 1234.'],
    [
      'sums what is drawn on that day',
      { entries: [{ ...first, due_date: '2026-12-05', debit_date: '2026-12-07' }, second], bank },
      'Next: $120.50, drawn on Dec 7, 2026 from Chase, account ending in 1234.',
    ],
    [
      'leaves out what is on its way',
      { entries: [{ ...first, drawn_cents: 7_500, on_its_way_cents: 2_500 }, second], bank },
      'Next: $75.00 of $100.00, drawn on Dec 1, 2026 from Chase, account ending in 1234.',
    ],
    [
      'goes on with the next due once the first is on its way',
      { entries: [{ ...first, on_its_way_cents: 10_000 }, second], bank },
      'Next: $20.50, drawn on Dec 7, 2026 from Chase, account ending in 1234.',
    ],
    [
      'says that nothing is drawn without a bank',
      { entries: [first], bank: null },
      'Next: $100.00, due Dec 1, 2026. No bank account is linked, so it is not drawn.',
    ],
    [
      'says why nothing is drawn',
      { entries: [{ ...first, debit_date: null, drawn_cents: 0, reason: 'It is past due: pay it now.' }], bank },
      '$100.00, due Dec 1, 2026. It is past due: pay it now.',
    ],
    [
      'names of what failed in part only the rest that is drawn, and says why',
      { entries: [{ ...first, drawn_cents: 4_000, reason: '$60.00 of it is past due.' }], bank },
      'Next: $40.00 of $100.00, drawn on Dec 1, 2026 from Chase, account ending in 1234. $60.00 of it is past due.',
    ],
    [
      'says what is arranged',
      { entries: [{ ...first, reason: 'What is due Dec 1, 2026 is drawn on Dec 3, 2026.', is_arranged: true }], bank },
      'Next: $100.00, due Dec 1, 2026. What is due Dec 1, 2026 is drawn on Dec 3, 2026.',
    ],
    ['is silent when all is on its way', { entries: [{ ...first, on_its_way_cents: 10_000 }], bank }, null],
    ['is silent when nothing is due', { entries: [], bank }, null],
  ])('%s', (_, coming, words) => {
    expect(nextDrawWords(coming)).toBe(words);
  });
});

describe('the due dates that an amount pays, in words', () => {
  const due = (day: number, amount_cents: number) => ({ due_date: `2026-12-0${day}`, amount_cents });
  it.each([
    [[], 'It pays what you owe, oldest due first.'],
    [[due(1, 500)], 'Pays $5.00 due Dec 1, 2026.'],
    [[due(1, 500), due(2, 25)], 'Pays the oldest first: $5.00 due Dec 1, 2026, and $0.25 due Dec 2, 2026.'],
    [[due(1, 500), due(2, 25), due(9, 1)], 'Pays the oldest first: what is due from Dec 1, 2026 to Dec 9, 2026.'],
  ])('%#', (pays, words) => {
    expect(describePaidDues(pays)).toBe(words);
  });
});

describe('why one purchase cannot be paid', () => {
  const payable = { most_cents: 5_000, pending_cents: 0, in_flight_cents: 0, obstacle: null };
  it.each([
    ['it can', { amount_cents: 5_000, pending_cents: 0, payable }, null],
    ['no bank', { amount_cents: 5_000, pending_cents: 0, payable: { ...payable, obstacle: 'no_bank' as const } }, 'To pay now, link your bank account first.'],
    ['pending', { amount_cents: 0, pending_cents: 5_000, payable }, 'It is still pending. You can pay for it once it has settled, usually in 1 to 3 days.'],
    [
      'on its way',
      { amount_cents: 0, pending_cents: 0, payable: { ...payable, in_flight_cents: 100 } },
      'Nothing more is to be paid for it: a payment is on its way, or it is paid.',
    ],
    ['paid', { amount_cents: 0, pending_cents: 0, payable }, 'It is paid.'],
  ])('%s', (_, purchase, words) => {
    expect(whyPurchaseNotPayable(purchase)).toBe(words);
  });
});

it('a payment says before it is confirmed where it is drawn, what it pays, frees and earns, and what cannot be paid yet', () => {
  const preview = {
    pays: [],
    bank,
    settles_on: '2026-12-04',
    frees_cents: 500,
    available_after_cents: 10_000,
    frees_later_cents: 700,
    final_on: '2026-12-10',
    cashback_cents: 5,
    pending_cents: 0,
    in_flight_cents: 100,
  };
  expect(payNowEffects(preview)).toEqual([
    'Drawn from Chase, account ending in 1234, settled by Dec 4, 2026.',
    'It pays what you owe, oldest due first.',
    'Frees $5.00 then: you can spend $100.00.',
    'Frees $7.00 more on Dec 10, 2026, when the bank can no longer take it back.',
    'Earns you $0.05 of cashback.',
    '$1.00 is already on its way from your bank.',
  ]);
  const later = { ...preview, frees_cents: 0, cashback_cents: 0, in_flight_cents: 0 };
  expect(payNowEffects(later).slice(2)).toEqual(['Frees $7.00 on Dec 10, 2026, when the bank can no longer take it back.']);
  expect(payNowEffects({ ...later, frees_later_cents: 0 })).toHaveLength(2);
});

describe('a receipt', () => {
  const receipt = { number: 'R-1', due_date: '2026-12-06', debit_date: '2026-12-07', bank };
  it.each([
    ['before its day', '2026-12-05', false, false, ['For what is due', 'Will be drawn']],
    ['on the day of the debit', '2026-12-07', false, false, ['For what was due', 'Is drawn']],
    ['once settled, also on that day', '2026-12-06', true, false, ['For what was due', 'Was drawn']],
    ['when it came back', '2026-12-20', false, true, ['For what was due', 'Was to be drawn']],
  ])('%s names its days in their tense', (_, today, isSettled, isStopped, names) => {
    const facts = receiptFacts(receipt, { today: isoDate(today), isSettled, isStopped });
    expect(facts.map(([name]) => name)).toEqual(['Number', ...names, 'From']);
  });

  it('names no bank where none is known, and counts what it pays', () => {
    expect(receiptFacts({ ...receipt, bank: null }, { today: isoDate('2026-12-05'), isSettled: false, isStopped: false })).toHaveLength(3);
    expect([1, 3].map((covers_count) => coversWords({ covers_count, refunds_count: 0 }))).toEqual(['It pays one purchase:', 'It pays 3 purchases:']);
    expect(coversWords({ covers_count: 2, refunds_count: 1 })).toBe('It pays one purchase, less one refund:');
    expect(coversWords({ covers_count: 5, refunds_count: 2 })).toBe('It pays 3 purchases, less 2 refunds:');
    expect(coversWords({ covers_count: 1, refunds_count: 1 })).toBe('It takes off one refund:');
  });

  it('explains the difference between its amount and the purchases', () => {
    expect([-4_200, 0, 100].map((other_cents) => receiptDifference({ other_cents }))).toEqual([
      { label: 'Paid by credits, refunds or other payments', amount: '-$42.00' },
      null,
      { label: 'Parts of other purchases, or due before', amount: '$1.00' },
    ]);
  });
});

it('an entry of the calendar says why it is drawn later and what it earns', () => {
  expect(calendarEntryWords({ reason: 'Banks are closed on Sunday.', cashback_cents: 21 })).toBe('Banks are closed on Sunday. Earns $0.21 when paid in time.');
  expect(calendarEntryWords({ reason: null, cashback_cents: 0 })).toBeNull();
});

it('cashback earned says where it comes from, before and after the first', () => {
  expect(cashbackWords.earned(cents(0))).toMatch(/^You earn cashback on what you pay by its due date\./);
  expect(cashbackWords.earned(cents(1))).toBe('To date, for what you paid by its due date.');
});

it('the billing address is given line by line, or whole where it cannot be read', () => {
  const lines = billingAddress({ business_name: 'Corner Bakery LLC', business_address: '45 Market Street, Suite 4, Albany, NY 12207' });
  expect(lines.map(({ label, text }) => [label, text])).toEqual([
    ['Name', 'Corner Bakery LLC'],
    ['Street', '45 Market Street'],
    ['Apt, suite', 'Suite 4'],
    ['City', 'Albany'],
    ['State', 'NY'],
    ['ZIP', '12207'],
  ]);
  expect(billingAddress({ business_name: null, business_address: 'somewhere' }).map(({ text }) => text)).toEqual(['somewhere']);
});

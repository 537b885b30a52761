import { describe, expect, it } from 'vitest';
import type { Attempt } from './attempts.ts';
import type { CardCall, Decline } from './cardAccount.ts';
import type { Operation } from './linearizable.ts';
import type { Sale, Shown, Sweep } from './reads.ts';
import { judge, type ReceiverHistory } from './verdict.ts';

/** A receiver with $10 of spending power of whom nothing was asked. */
const nothing: ReceiverHistory = {
  name: 'receiver',
  power: 1_000,
  questions: [],
  payments: [],
  card: [],
  seenDebt: [],
  sales: [],
  reads: [],
  sweeps: [],
  repayments: [],
  calmsMs: [],
};

const question = (
  key: string,
  cents: number,
  answer: 'approved' | Decline | 'unknown',
  beganMs: number,
  endedMs = beganMs + 10,
): Attempt<'approved' | Decline> => ({
  key,
  cents,
  answer,
  beganMs,
  endedMs,
});
const call = (of: CardCall, beganMs: number, endedMs = beganMs + 10): Operation<CardCall> => ({ call: of, beganMs, endedMs, isCertain: true });
const payment = (key: string, cents: number, answer: 'accepted' | 'too much' | 'unknown', beganMs: number) => ({
  key,
  cents,
  answer,
  beganMs,
  endedMs: beganMs + 10,
});

const sale = (merchant: string, cents: number, beganMs: number): Sale => ({ merchant, cents, beganMs, endedMs: beganMs + 10, isCertain: true });
const sales = [sale('CEDAR', 500, 0), sale('FJORD', 300, 20), sale('LANTERN', 400, 40)];
const rowOf = ({ merchant, cents, beganMs }: Sale) => ({ merchant, cents, atMs: beganMs });
const rows = sales.map(rowOf);
const asked = { search: '', sort: 'merchant', direction: 'asc' } as const;
const page = (shown: Partial<Shown>): Shown => ({ ...asked, beganMs: 200, endedMs: 210, rows, place: { from: 1, to: 3, total: 3 }, ...shown });
const sweep = (shown: Partial<Sweep>): Sweep => ({ ...asked, atMs: 200, rows, total: 3, ...shown });

/** Returns the promises that a history breaks. */
const brokenBy = (history: Partial<ReceiverHistory>) =>
  Object.entries(judge({ ...nothing, ...history })).flatMap(([promise, failures]) => (failures.length > 0 ? [promise] : []));

const inOrder = 'decisions, card switch and limits have an order';
const paidInOrder = 'payments and the amount owed have an order';
const paidOnce = 'every payment is made once';
const readRight = 'pages and files show what was acknowledged, once and in order';
const whole = 'tables are whole when all is calm';

describe('decisions, switch and limits', () => {
  const pause = call({ kind: 'switch', isOpen: false }, 0);
  const resume = call({ kind: 'switch', isOpen: true }, 40);

  it('two purchases at once that fit together pass', () => {
    expect(brokenBy({ questions: [question('a', 400, 'approved', 0), question('b', 600, 'approved', 5)] })).toEqual([]);
  });

  it('finds two approvals that are together above spending power', () => {
    expect(brokenBy({ questions: [question('a', 600, 'approved', 0), question('b', 600, 'approved', 5)] })).toEqual([inOrder]);
  });

  it('finds a decline that no order explains', () => {
    expect(brokenBy({ questions: [question('a', 400, 'approved', 0), question('b', 600, 'over power', 5)] })).toEqual([inOrder]);
  });

  it('finds two answers to one question', () => {
    const twice = [question('a', 600, 'approved', 0), question('a', 600, 'over power', 20)];
    expect(brokenBy({ questions: twice })).toEqual(['the same question has the same answer']);
  });

  it('a question that is repeated until it is answered counts once', () => {
    const repeated = [question('a', 600, 'unknown', 0), question('a', 600, 'approved', 20), question('a', 600, 'approved', 40)];
    expect(brokenBy({ questions: [...repeated, question('b', 400, 'approved', 60)] })).toEqual([]);
  });

  it('finds an approval after an acknowledged pause', () => {
    expect(brokenBy({ card: [pause], questions: [question('a', 100, 'approved', 20)] })).toEqual([inOrder]);
  });

  it('finds a decline after an acknowledged resumption', () => {
    expect(brokenBy({ card: [pause, resume], questions: [question('a', 100, 'paused', 60)] })).toEqual([inOrder]);
  });

  it('a pause under way, or one without an answer, explains either', () => {
    const unknown = { ...pause, isCertain: false };
    const both = [question('a', 100, 'approved', 5), question('b', 100, 'paused', 30)];
    expect(brokenBy({ card: [{ ...pause, endedMs: 40 }], questions: both })).toEqual([]);
    expect(brokenBy({ card: [unknown], questions: both })).toEqual([]);
    expect(brokenBy({ card: [unknown], questions: [question('a', 100, 'approved', 5)], calmsMs: [100] })).toEqual([]);
  });

  it('a call without an answer takes effect before the next calm moment or never', () => {
    const late = [question('a', 100, 'approved', 60), question('b', 100, 'paused', 80)];
    expect(brokenBy({ card: [{ ...pause, isCertain: false }], questions: late, calmsMs: [50] })).toEqual([inOrder]);
  });

  it('finds an approval above the limit of one purchase', () => {
    expect(brokenBy({ card: [call({ kind: 'limit', cents: 200 }, 0)], questions: [question('a', 300, 'approved', 20)] })).toEqual([inOrder]);
  });

  it('lower spending power counts at once, higher when it was computed', () => {
    const lowered = call({ kind: 'power', cents: 100 }, 0);
    const raised = call({ kind: 'power', cents: 5_000 }, 0);
    expect(brokenBy({ card: [lowered], questions: [question('a', 300, 'approved', 20)] })).toEqual([inOrder]);
    expect(brokenBy({ card: [raised], questions: [question('a', 3_000, 'over power', 20), question('b', 3_000, 'approved', 40)] })).toEqual([]);
    expect(brokenBy({ card: [raised], questions: [question('a', 3_000, 'approved', 20), question('b', 2_000, 'over power', 40)] })).toEqual([inOrder]);
    expect(brokenBy({ card: [raised], calmsMs: [15], questions: [question('a', 3_000, 'over power', 20)] })).toEqual([inOrder]);
  });

  it('finds a stale read', () => {
    expect(brokenBy({ card: [pause, call({ kind: 'seen switch', isOpen: true }, 20)] })).toEqual([inOrder]);
    expect(brokenBy({ card: [call({ kind: 'limit', cents: 200 }, 0), call({ kind: 'seen limit', cents: null }, 20)] })).toEqual([inOrder]);
    expect(brokenBy({ card: [call({ kind: 'power', cents: 200 }, 0), call({ kind: 'seen power', cents: 1_000 }, 20)] })).toEqual([inOrder]);
  });

  it('shows the calls since the last quiet moment that the contradiction needs, and no other', () => {
    const earlier = Array.from({ length: 20 }, (_, place) => question(`e${place}`, 900, 'over power', 100 + place * 20));
    const history = {
      ...nothing,
      questions: [question('a', 500, 'approved', 0), ...earlier, question('b', 300, 'approved', 600), question('c', 300, 'approved', 605)],
      card: [call({ kind: 'seen switch', isOpen: true }, 600)],
    };
    expect(judge(history)[inOrder]).toEqual([
      expect.stringContaining('"approved":500'),
      '  0.600 s to 0.610 s: purchase of $3.00: approved',
      '> 0.605 s to 0.615 s: purchase of $3.00: approved',
    ]);
  });
});

describe('payments', () => {
  const bought = [sale('CEDAR', 1_000, 0)];
  const seen = (kind: 'seen payable' | 'seen in flight', cents: number, beganMs: number) => ({
    call: { kind, cents },
    beganMs,
    endedMs: beganMs + 10,
    isCertain: true,
  });

  it('a payment that was repeated by its key falls once from what is owed', () => {
    const payments = [payment('a', 400, 'unknown', 100), payment('a', 400, 'accepted', 120)];
    const repayments = [{ atMs: 200, shown: [400], debited: [400] }];
    const seenDebt = [seen('seen payable', 600, 140), seen('seen in flight', 400, 140)];
    expect(brokenBy({ sales: bought, payments, repayments, seenDebt, calmsMs: [50] })).toEqual([]);
  });

  it('finds a payment that was made twice', () => {
    const payments = [payment('a', 400, 'unknown', 100), payment('a', 400, 'accepted', 120)];
    expect(brokenBy({ sales: bought, payments, seenDebt: [seen('seen payable', 200, 140)], calmsMs: [50] })).toEqual([paidInOrder]);
    expect(brokenBy({ sales: bought, payments, repayments: [{ atMs: 200, shown: [400, 400], debited: [400] }], calmsMs: [50] })).toEqual([paidOnce]);
    expect(brokenBy({ sales: bought, payments, repayments: [{ atMs: 200, shown: [400], debited: [400, 400] }], calmsMs: [50] })).toEqual([paidOnce]);
  });

  it('finds a payment that was accepted and is lost, and one that nobody asked for', () => {
    const payments = [payment('a', 400, 'accepted', 100)];
    expect(brokenBy({ sales: bought, payments, repayments: [{ atMs: 200, shown: [], debited: [400] }], calmsMs: [50] })).toEqual([paidOnce]);
    expect(brokenBy({ sales: bought, repayments: [{ atMs: 200, shown: [400], debited: [] }], calmsMs: [50] })).toEqual([paidOnce]);
  });

  it('finds payments above what is owed, and a purchase that is not owed when all is calm', () => {
    const payments = [payment('a', 600, 'accepted', 100), payment('b', 600, 'accepted', 105)];
    expect(brokenBy({ sales: bought, payments, calmsMs: [50] })).toEqual([paidInOrder]);
    expect(brokenBy({ sales: bought, seenDebt: [seen('seen payable', 0, 100)], calmsMs: [50] })).toEqual([paidInOrder]);
    expect(brokenBy({ sales: bought, seenDebt: [seen('seen payable', 0, 100)], calmsMs: [500] })).toEqual([]);
  });

  it('a refusal does not say that an attempt before it, without an answer, has failed', () => {
    const payments = [payment('a', 400, 'unknown', 100), payment('a', 400, 'too much', 120)];
    const seenDebt = [seen('seen payable', 600, 300)];
    expect(brokenBy({ sales: [{ ...bought[0], isCertain: true } as Sale], payments, seenDebt, calmsMs: [400] })).toEqual([]);
  });
});

describe('pages and files', () => {
  it('a page, a file and a whole table that agree with the purchases pass', () => {
    const reads = [page({}), page({ place: null }), page({ search: 'fjo', rows: rows.slice(1, 2), place: { from: 1, to: 1, total: 1 } })];
    expect(brokenBy({ sales, reads, sweeps: [sweep({})], calmsMs: [100] })).toEqual([]);
  });

  it('a purchase may be missing until it was shown once or all was calm', () => {
    const early = page({ beganMs: 60, endedMs: 70, rows: rows.slice(0, 2), place: { from: 1, to: 2, total: 2 } });
    expect(brokenBy({ sales, reads: [early], calmsMs: [100] })).toEqual([]);
    expect(brokenBy({ sales, reads: [early], calmsMs: [55] })).toEqual([readRight]);
    expect(brokenBy({ sales, reads: [page({ beganMs: 52, endedMs: 58 }), early], calmsMs: [100] })).toEqual([readRight]);
  });

  it.each([
    ['a lost row', { rows: rows.slice(1), place: { from: 1, to: 2, total: 2 } }],
    ['a lost row of a file', { rows: rows.slice(1), place: null }],
    ['a row that is there twice', { rows: [...rows, ...rows.slice(2)], place: { from: 1, to: 4, total: 4 } }],
    ['a wrong order', { direction: 'desc' }],
    ['a wrong order of amounts', { sort: 'amount' }],
    ['a total that is not the number of rows', { place: { from: 1, to: 3, total: 4 } }],
    ['numbers of rows that are not theirs', { place: { from: 1, to: 2, total: 3 } }],
    ['a purchase that was never made', { rows: [{ merchant: 'AMBER', cents: 700, atMs: 0 }, ...rows], place: { from: 1, to: 4, total: 4 } }],
    ['a purchase at another merchant', { rows: [{ merchant: 'AMBER', cents: 500, atMs: 0 }, ...rows.slice(1)] }],
    ['rows that were not searched for', { search: 'fjord' }],
  ] as const)('finds %s', (_, shown) => {
    expect(brokenBy({ sales, reads: [page(shown)], calmsMs: [100] })).toEqual([readRight]);
  });

  it.each([
    ['lost', { rows: rows.slice(1), total: 2 }],
    ['announced only', { total: 4 }],
    ['there twice', { rows: [...rows, ...rows.slice(2)], total: 4 }],
    ['in the wrong place', { direction: 'desc' }],
  ] as const)('finds a row of a whole table that is %s', (_, shown) => {
    expect(brokenBy({ sales, sweeps: [sweep(shown)] })).toEqual([whole]);
  });
});

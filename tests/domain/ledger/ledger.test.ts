import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  isOutdated,
  type LedgerBalances,
  type LedgerSubject,
  type LedgerTransfer,
  ledgerBalances,
  manualTypes,
  missingTransfers,
  outstanding,
} from '../../../server/domain/ledger/ledger.ts';

const at = (hour: number) => new Date(Date.UTC(2026, 5, 1, hour));

/** Books each state as it comes, the way a job does: the newest known state of an object against what is in the books. */
function book(states: readonly LedgerSubject[]): readonly LedgerTransfer[] {
  const known = new Map<string, LedgerSubject>();
  const transfers: LedgerTransfer[] = [];
  for (const fetched of states) {
    const before = known.get(fetched.subject_id);
    const state = before && isOutdated(fetched.as_of, before.as_of) ? before : fetched;
    known.set(state.subject_id, state);
    transfers.push(...missingTransfers(state, transfers));
  }
  return transfers;
}

function card(hour: number, status: string, pending: number, settled: number, token = 'purchase'): LedgerSubject {
  return { type: 'card_transaction', subject_id: token, status, pending_cents: cents(pending), settled_cents: cents(settled), as_of: at(hour) };
}

function repayment(hour: number, status: string, amount: number): LedgerSubject {
  return { type: 'repayment', subject_id: 'draw', status, amount_cents: cents(amount), as_of: at(hour) };
}

function sumOf(balances: LedgerBalances): number {
  return Object.values(balances).reduce((sum, balance) => sum + balance, 0);
}

function lines(transfers: readonly LedgerTransfer[]): string[] {
  return transfers.map((transfer) => `${transfer.kind} ${transfer.debit_account}<${transfer.credit_account} ${transfer.amount_cents}`);
}

describe('a purchase', () => {
  it.each<[string, LedgerSubject[], string[], number, number]>([
    ['that is held', [card(1, 'PENDING', 10_000, 0)], ['authorisation pending<card_network 10000'], 10_000, 0],
    [
      'that settles as it was held',
      [card(1, 'PENDING', 10_000, 0), card(2, 'SETTLED', 0, 10_000)],
      ['authorisation pending<card_network 10000', 'settlement owed<pending 10000'],
      0,
      10_000,
    ],
    [
      'that settles over what was held',
      [card(1, 'PENDING', 10_000, 0), card(2, 'SETTLED', 0, 12_500)],
      ['authorisation pending<card_network 10000', 'settlement owed<pending 10000', 'settlement owed<card_network 2500'],
      0,
      12_500,
    ],
    [
      'that settles under what was held',
      [card(1, 'PENDING', 10_000, 0), card(2, 'SETTLED', 0, 7_500)],
      ['authorisation pending<card_network 10000', 'settlement owed<pending 7500', 'release card_network<pending 2500'],
      0,
      7_500,
    ],
    [
      'that settles in parts',
      [card(1, 'PENDING', 10_000, 0), card(2, 'PENDING', 6_000, 4_000), card(3, 'SETTLED', 0, 10_000)],
      ['authorisation pending<card_network 10000', 'settlement owed<pending 4000', 'settlement owed<pending 6000'],
      0,
      10_000,
    ],
    [
      'that settles in part and is then let go',
      [card(1, 'PENDING', 10_000, 0), card(2, 'PENDING', 6_000, 4_000), card(3, 'SETTLED', 0, 4_000)],
      ['authorisation pending<card_network 10000', 'settlement owed<pending 4000', 'release card_network<pending 6000'],
      0,
      4_000,
    ],
    ['that settles without having been held', [card(2, 'SETTLED', 0, 900)], ['settlement owed<card_network 900'], 0, 900],
    [
      'whose hold is raised, as for a tip',
      [card(1, 'PENDING', 5_000, 0), card(2, 'PENDING', 6_000, 0)],
      ['authorisation pending<card_network 5000', 'authorisation pending<card_network 1000'],
      6_000,
      0,
    ],
    [
      'that is voided',
      [card(1, 'PENDING', 10_000, 0), card(2, 'VOIDED', 10_000, 0)],
      ['authorisation pending<card_network 10000', 'void card_network<pending 10000'],
      0,
      0,
    ],
    [
      'whose hold expires',
      [card(1, 'PENDING', 10_000, 0), card(2, 'EXPIRED', 0, 0)],
      ['authorisation pending<card_network 10000', 'expiry card_network<pending 10000'],
      0,
      0,
    ],
    ['that was declined', [card(1, 'DECLINED', 0, 0)], [], 0, 0],
    [
      'that is taken back within itself',
      [card(1, 'SETTLED', 0, 10_000), card(2, 'SETTLED', 0, 7_000)],
      ['settlement owed<card_network 10000', 'refund card_network<owed 3000'],
      0,
      7_000,
    ],
    [
      'that bounces after it settled',
      [card(1, 'SETTLED', 0, 800), card(2, 'BOUNCED', 0, 800)],
      ['settlement owed<card_network 800', 'release card_network<owed 800'],
      0,
      0,
    ],
  ])('%s', (_, states, expected, pending, owed) => {
    const transfers = book(states);
    expect(lines(transfers)).toEqual(expected);
    expect(ledgerBalances(transfers)).toMatchObject({ pending, owed });
  });
});

describe('money that comes back', () => {
  it.each<[string, LedgerSubject[], string[], number]>([
    [
      'by a refund, once it has settled',
      [card(1, 'PENDING', -2_000, 0, 'return'), card(2, 'SETTLED', 0, -2_000, 'return')],
      ['refund card_network<owed 2000'],
      -2_000,
    ],
    ['by a refund that is announced and never made', [card(1, 'PENDING', -2_000, 0, 'return'), card(2, 'EXPIRED', 0, 0, 'return')], [], 0],
    [
      'by a repayment, once it has settled',
      [repayment(1, 'pending', 5_000), repayment(2, 'posted', 5_000), repayment(3, 'settled', 5_000)],
      ['repayment bank<owed 5000'],
      -5_000,
    ],
    [
      'by a repayment once, though its funds arrive after it settled',
      [repayment(3, 'settled', 5_000), repayment(4, 'funds_available', 5_000)],
      ['repayment bank<owed 5000'],
      -5_000,
    ],
    [
      'by a repayment that the bank returns',
      [repayment(3, 'settled', 5_000), repayment(4, 'returned', 5_000)],
      ['repayment bank<owed 5000', 'repayment_return owed<bank 5000'],
      0,
    ],
    ['by a repayment that fails', [repayment(1, 'pending', 5_000), repayment(2, 'failed', 5_000)], [], 0],
    [
      'by a statement credit',
      [{ type: 'manual', transaction_type: 'statement_credit', subject_id: 'row', amount_cents: cents(150), as_of: at(1) }],
      ['statement_credit adjustments<owed 150'],
      -150,
    ],
    [
      'by a chargeback that is lost again',
      [
        { type: 'manual', transaction_type: 'chargeback', subject_id: 'row', amount_cents: cents(990), as_of: at(1) },
        { type: 'manual', transaction_type: 'chargeback', subject_id: 'other row', amount_cents: cents(-990), as_of: at(2) },
      ],
      ['chargeback adjustments<owed 990', 'chargeback_reversal owed<adjustments 990'],
      0,
    ],
    [
      'by cashback that is less after a return',
      [
        { type: 'cashback', subject_id: 'cashback:2026-07-06', amount_cents: cents(100), as_of: at(1) },
        { type: 'cashback', subject_id: 'cashback:2026-07-06', amount_cents: cents(40), as_of: at(2) },
      ],
      ['cashback cashback<owed 100', 'cashback_reversal owed<cashback 60'],
      -40,
    ],
  ])('%s', (_, states, expected, owed) => {
    const transfers = book(states);
    expect(lines(transfers)).toEqual(expected);
    expect(outstanding(ledgerBalances(transfers))).toBe(owed);
  });
});

describe('whatever is reported, in whatever order and however often', () => {
  const amount = fc.integer({ min: -500_000, max: 20_000_000 }).map(cents);
  const payment = fc.integer({ min: 1, max: 15_000_000 }).map(cents);
  const cardState = fc.record({
    type: fc.constant('card_transaction' as const),
    status: fc.constantFrom('PENDING', 'PENDING', 'SETTLED', 'SETTLED', 'DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'),
    pending_cents: amount,
    settled_cents: amount,
  });
  const repaymentState = fc.record({
    type: fc.constant('repayment' as const),
    status: fc.constantFrom('pending', 'posted', 'settled', 'funds_available', 'cancelled', 'failed', 'returned'),
    amount_cents: payment,
  });
  const manualState = fc.record({ type: fc.constant('manual' as const), transaction_type: fc.constantFrom(...manualTypes), amount_cents: amount });
  const cashbackState = fc.record({ type: fc.constant('cashback' as const), amount_cents: payment });

  function lifeOf<State>(state: fc.Arbitrary<State>): fc.Arbitrary<State[]> {
    return fc.array(state, { minLength: 1, maxLength: 5 });
  }

  /** The life of a few objects: each a row of states, one an hour. */
  const lives = fc
    .array(fc.oneof(lifeOf(cardState), lifeOf(repaymentState), lifeOf(manualState), lifeOf(cashbackState)), { minLength: 1, maxLength: 6 })
    .map((objects) =>
      objects.map((states, object) => states.map((state, hour): LedgerSubject => ({ ...state, subject_id: `object ${object}`, as_of: at(hour) }))),
    );

  const reports = lives.chain((objects) => {
    const all = objects.flat();
    const repeated = fc
      .array(fc.constantFrom(...all), { maxLength: 12 })
      .chain((again) => fc.shuffledSubarray([...all, ...again], { minLength: all.length + again.length }));
    return fc.record({ inOrder: fc.constant(all), delivered: repeated, last: fc.constant(objects.flatMap((states) => states.slice(-1))) });
  });

  it('the books end the same, and the same as if only the last states had been seen', () => {
    fc.assert(
      fc.property(reports, ({ inOrder, delivered, last }) => {
        const balances = ledgerBalances(book(delivered));
        expect(balances).toEqual(ledgerBalances(book(inOrder)));
        expect(balances).toEqual(ledgerBalances(book(last)));
      }),
      { numRuns: 500 },
    );
  });

  it('no cent is made or lost at any step, every amount is above zero, and no transfer is booked twice', () => {
    fc.assert(
      fc.property(reports, ({ delivered }) => {
        const transfers = book(delivered);
        transfers.forEach((_, index) => {
          expect(sumOf(ledgerBalances(transfers.slice(0, index + 1)))).toBe(0);
        });
        expect(transfers.every((transfer) => transfer.amount_cents > 0 && transfer.debit_account !== transfer.credit_account)).toBe(true);
        expect(new Set(transfers.map((transfer) => transfer.external_id)).size).toBe(transfers.length);
      }),
    );
  });

  it('a state that was booked is booked: asking again finds nothing missing', () => {
    fc.assert(
      fc.property(reports, ({ delivered, last }) => {
        const transfers = book(delivered);
        expect(last.flatMap((state) => missingTransfers(state, transfers))).toEqual([]);
      }),
    );
  });

  it('what is outstanding is what the last states add up to', () => {
    fc.assert(
      fc.property(reports, ({ delivered, last }) => {
        const excluded = ['DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'];
        let spent = 0;
        let credited = 0;
        for (const state of last) {
          if (state.type === 'card_transaction') spent += excluded.includes(state.status) ? 0 : Math.max(0, state.pending_cents) + state.settled_cents;
          else if (state.type === 'repayment') credited += ['settled', 'funds_available'].includes(state.status) ? state.amount_cents : 0;
          else credited += state.amount_cents;
        }
        expect(outstanding(ledgerBalances(book(delivered)))).toBe(spent - credited);
      }),
    );
  });
});

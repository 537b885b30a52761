import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DomainError } from '../../../server/domain/basics/errors.ts';
import { cents } from '../../../server/domain/basics/money.ts';
import {
  cardReaderOf,
  displayCard,
  explainSwitch,
  isCardCheck,
  isCounted,
  nameOnCard,
  requestedState,
  type ShownCard,
  spendFigures,
  toggledState,
} from '../../../server/domain/card/card.ts';
import { explainDecline } from '../../../server/domain/card/declines.ts';
import { endInWords } from '../../../server/domain/card/endOfCard.ts';

describe('the switch of a card', () => {
  it.each([
    ['OPEN', 'PAUSED'],
    ['PAUSED', 'OPEN'],
    ['PENDING_ACTIVATION', 'OPEN'],
  ] as const)('leads from %s to %s', (state, next) => {
    expect(toggledState(state)).toBe(next);
    expect(requestedState(state, next)).toBe(next);
  });

  it.each(['CLOSED', 'PENDING_FULFILLMENT', '', 'open', 'constructor'])('refuses in state %j, with the text that is logged', (state) => {
    const text = `Cannot toggle card that's in state ${state}`;
    expect(() => toggledState(state)).toThrow(new DomainError('card_not_toggleable', { state }, text));
    expect(() => requestedState(state, 'OPEN')).toThrow(text);
    expect(() => requestedState(state, 'PAUSED')).toThrow(text);
  });

  it('lets a request be repeated, and does not pause a card that was never active', () => {
    expect(requestedState('OPEN', 'OPEN')).toBe('OPEN');
    expect(requestedState('PAUSED', 'PAUSED')).toBe('PAUSED');
    expect(() => requestedState('PENDING_ACTIVATION', 'PAUSED')).toThrow("Cannot toggle card that's in state PENDING_ACTIVATION");
  });
});

const shown: ShownCard = { state: 'OPEN', is_on_hold: false, is_account_held: false, plastic: null };
const mailed = { mailed_at: '2026-07-03T12:00:00Z' };
const notMailed = { mailed_at: null };

it.each<[string, string, string, string | null]>([
  ['OPEN', 'Card Active', 'enabled', null],
  ['PAUSED', 'Card Paused', 'enabled', null],
  ['PENDING_ACTIVATION', 'Card Paused', 'absent', 'Paused only for purchases in person: it works online now. The plastic is in the mail.'],
  ['PENDING_FULFILLMENT', 'Card Paused', 'disabled', 'Paused only for purchases in person: it works online now. The plastic is in the mail.'],
  ['CLOSED', 'Card Paused', 'disabled', 'This card is closed for good and cannot be opened again. Get a new one under Cards.'],
  ['SOMETHING_NEW', 'Card Paused', 'disabled', 'This card cannot be used at the moment. Ask support about it.'],
])('a card in state %s reads %j with its switch %s', (state, label, toggle, explanation) => {
  expect(displayCard({ ...shown, state, plastic: mailed })).toEqual({ label, toggle, explanation });
});

it.each<[string, Partial<ShownCard>, string | null]>([
  ['is ordered', { state: 'PENDING_FULFILLMENT', plastic: notMailed }, 'Paused only for purchases in person: it works online now. The plastic is ordered.'],
  [
    'is made and not mailed',
    { state: 'PENDING_ACTIVATION', plastic: notMailed },
    'Paused only for purchases in person: it works online now. The plastic is being made.',
  ],
  [
    'is held by its holder',
    { state: 'PENDING_ACTIVATION', plastic: mailed, is_on_hold: true },
    'Paused: every purchase is declined until you reopen the card. The plastic is in the mail.',
  ],
  [
    'is held with its account, whatever its holder does',
    { state: 'PENDING_ACTIVATION', plastic: mailed, is_on_hold: true, is_account_held: true },
    'Your account is on hold, so every purchase is declined. The plastic is in the mail.',
  ],
  ['was opened at the issuer while it was held', { is_on_hold: true }, 'Paused: every purchase is declined until you reopen the card.'],
])('a card that %s says the truth below its label', (_, different, explanation) => {
  expect(displayCard({ ...shown, ...different }).explanation).toBe(explanation);
});

it.each<[string, Partial<ShownCard>, string]>([
  ['is held by its holder', { is_on_hold: true }, 'Paused: every purchase is declined until the customer reopens the card.'],
  [
    'is held with its account',
    { state: 'PENDING_ACTIVATION', plastic: mailed, is_account_held: true },
    'The account is on hold, so every purchase is declined. The plastic is in the mail.',
  ],
  ['is closed', { state: 'CLOSED' }, 'This card is closed for good and cannot be opened again.'],
  ['is in a state that nobody knows', { state: 'SOMETHING_NEW' }, 'This card cannot be used at the moment: the card issuer knows why.'],
])('staff are not addressed as the holder of a card that %s', (_, different, explanation) => {
  expect(displayCard({ ...shown, ...different }, 'staff').explanation).toBe(explanation);
});

it.each([
  ['owner', 'PAUSED', true, 'Your account is on hold, so the card stays paused. It opens again once that has ended.'],
  ['admin', 'PAUSED', true, 'Your account is on hold, so the card stays paused. It opens again once that has ended.'],
  ['cardholder', 'PAUSED', true, 'Your account is on hold, so the card stays paused. It opens again once that has ended: ask the owner.'],
  ['cardholder', 'PAUSED', false, 'Ask the owner or an admin to reopen it.'],
  ['bookkeeper', 'OPEN', false, 'Ask the owner or an admin to pause it.'],
] as const)('the %s, who may not use the switch of a card that is %s, its account held: %s, is told why or by whom', (role, state, is_account_held, words) => {
  expect(explainSwitch({ state, is_account_held }, role)).toBe(words);
});

it.each([
  ['owner', 'Paused: every purchase is declined until you reopen the card.'],
  ['cardholder', 'Paused: every purchase is declined until the owner or an admin reopens the card.'],
] as const)('the %s is told who reopens a card on its way', (role, explanation) => {
  expect(displayCard({ ...shown, is_on_hold: true }, cardReaderOf(role)).explanation).toBe(explanation);
});

it.each([
  ['CLOSED', null, 'closed'],
  ['OPEN', 'lost', 'replaced'],
  ['PAUSED', null, 'its holder left'],
  ['PAUSED', null, null],
])('a card that is %s and lost: %s has the words of the list where those of its state know less: %j', (state, loss, explanation) => {
  expect(endInWords(state, { loss, explanation })).toBe(explanation);
});

it('a card that takes purchases, or whose list is not read yet, has the words of its state', () => {
  for (const state of ['OPEN', 'PENDING_FULFILLMENT', 'PENDING_ACTIVATION']) expect(endInWords(state, { loss: null, explanation: 'in the mail' })).toBeNull();
  expect(endInWords('CLOSED', undefined)).toBeNull();
});

describe('spend figures', () => {
  it('count every transaction but declined, voided, bounced and expired ones, refunds as negative', () => {
    const transactions = [
      { status: 'SETTLED', amount_cents: cents(12_345) },
      { status: 'PENDING', amount_cents: cents(655) },
      { status: 'SETTLED', amount_cents: cents(-1_000) },
      { status: 'DECLINED', amount_cents: cents(999_999) },
      { status: 'VOIDED', amount_cents: cents(5_000) },
      { status: 'BOUNCED', amount_cents: cents(7) },
      { status: 'EXPIRED', amount_cents: cents(70) },
    ];
    expect(transactions.map(isCounted)).toEqual([true, true, true, false, false, false, false]);
    expect(spendFigures({ spend_limit: cents(50_000) }, transactions)).toEqual({ spendLimit: 50_000, totalSpent: 12_000, availableCredit: 38_000 });
  });

  it('are zero for a new card, and fall below zero when the limit was lowered', () => {
    expect(spendFigures({ spend_limit: cents(100) }, [])).toEqual({ spendLimit: 100, totalSpent: 0, availableCredit: 100 });
    expect(spendFigures({ spend_limit: cents(100) }, [{ status: 'SETTLED', amount_cents: cents(150) }]).availableCredit).toBe(-50);
  });
});

it.each([
  ['declined, as with a paused card', {}, true],
  ['asked abroad and of nothing there either', { foreign_amount: 0n }, true],
  ['bought and come back whole', { settled_at: new Date('2026-07-02T12:00:00Z') }, false],
  ['held for a dollar, as at a fuel pump', { amount_cents: 100n }, false],
  ['declined abroad, of which the issuer tells no dollars', { foreign_amount: 4_210n }, false],
])('a transaction that is %s is a card check or not', (_, different, isCheck) => {
  expect(isCardCheck({ amount_cents: 0n, settled_at: null, foreign_amount: null, ...different })).toBe(isCheck);
});

describe('the name on the card', () => {
  it.each([
    ['Blue Bottle', 'Blue Bottle'],
    ['Twenty-One Characters', 'Twenty-One Characters'],
    ['Twenty-One Characters!', 'Twenty-One'],
    ['Northwind Traders of Portland', 'Northwind Traders of'],
    ['Harbor Supply International Company', 'Harbor Supply'],
    ['  Acme \t  Paper\nGoods ', 'Acme Paper Goods'],
    ['Donaudampfschifffahrts', 'Donaudampfschifffahrt'],
    ['Donaudampfschifffahrts Co', 'Donaudampfschifffahrt'],
    ['A Donaudampfschifffahrts Co', 'A'],
    ['Ab Longestwordimaginable X', 'Ab'],
    ['', ''],
    ['🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁', '🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁🧁'],
  ])('of %j is %j', (businessName, name) => {
    expect(nameOnCard(businessName)).toBe(name);
  });

  it('is the longest run of whole words from the beginning that fits', () => {
    const word = fc.stringMatching(/^[A-Za-z&.']{1,12}$/);
    fc.assert(
      fc.property(fc.array(word, { minLength: 1, maxLength: 8 }), (words) => {
        const name = nameOnCard(words.join(' '));
        const count = name.split(' ').length;
        expect(name).toBe(words.slice(0, count).join(' '));
        expect(name.length).toBeLessThanOrEqual(21);
        expect(count === words.length || words.slice(0, count + 1).join(' ').length > 21).toBe(true);
      }),
    );
  });
});

describe('a declined purchase', () => {
  it.each([
    ['USER_TRANSACTION_LIMIT', 'pay_now'],
    ['CARD_SPEND_LIMIT_EXCEEDED', 'pay_now'],
    ['INSUFFICIENT_FUNDS', 'pay_now'],
    ['ACCOUNT_DELINQUENT', 'pay_now'],
    ['CARD_PAUSED', 'reopen'],
    ['BANK_NOT_VERIFIED', 'relink'],
    ['BANK_CONNECTION_ERROR', 'relink'],
    ['CARD_CLOSED', 'other_card'],
    ['SUSPECTED_FRAUD', 'support'],
    ['INCORRECT_PIN', 'card_details'],
    ['UNAUTHORIZED_MERCHANT', 'none'],
    ['UNKNOWN_HOST_TIMEOUT', 'none'],
    ['A_CODE_OF_NEXT_YEAR', 'support'],
    ['toString', 'support'],
  ])('for %s is helped by %s', (result, remedy) => {
    const decline = explainDecline(result);
    expect(decline?.remedy).toBe(remedy);
    expect(decline?.reason).toMatch(/^[A-Z].*\.$/);
  });

  it('is none when it was approved', () => {
    expect(explainDecline('APPROVED')).toBeNull();
  });
});

import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { decidePurchase, type IdentifiedQuestion, isSameQuestion, type PurchaseFacts, type Question } from '../../../server/domain/card/authorization.ts';
import { noControls } from '../../../server/domain/card/controls/controls.ts';
import { nothingSpent } from '../../../server/domain/card/controls/firstFailingControl.ts';
import { controlsInForce } from '../../../server/domain/card/controls/limitRaises.ts';

const question: Question = { kind: 'purchase', amount_cents: cents(5_000), cash_cents: cents(0), categoryCode: '5131' };
const asked = (different: Partial<Question>): Pick<PurchaseFacts, 'question'> => ({ question: { ...question, ...different } });

const facts: PurchaseFacts = {
  question,
  merchant: { descriptor: 'FJORD TEXTILES IMPORT', country: 'USA' },
  now: new Date('2026-07-01T12:00:00Z'),
  timeZone: 'America/New_York',
  blockedCategories: ['cash', 'gambling'],
  controls: null,
  isLost: false,
  isByEndedWallet: false,
  cardState: 'OPEN',
  isOnOwnHold: false,
  receiver: {
    is_locked: false,
    is_fraud: false,
    is_black_listed: false,
    is_business_refused: false,
    is_closing: false,
    has_unpaid_draw: false,
    are_debits_stopped: false,
    has_flagged_identity: false,
  },
  total_cents: cents(10_000),
  outstanding_cents: cents(3_000),
  approved_cents: cents(2_000),
  held_back_cents: cents(0),
};

describe('a purchase', () => {
  it.each<[string, Partial<PurchaseFacts>]>([
    ['takes the last cent', {}],
    ['takes less', asked({ amount_cents: cents(1) })],
    [
      'takes nothing from a receiver without power',
      { ...asked({ amount_cents: cents(0) }), total_cents: null, outstanding_cents: cents(0), approved_cents: cents(0) },
    ],
    ['takes nothing from a receiver who owes too much', { ...asked({ amount_cents: cents(0) }), outstanding_cents: cents(50_000) }],
    ['adds a credit to the power', { ...asked({ amount_cents: cents(11_000) }), outstanding_cents: cents(-3_000) }],
    ['goes with a card that is on its way', { cardState: 'PENDING_FULFILLMENT' }],
    ['goes with a card that is not activated', { cardState: 'PENDING_ACTIVATION' }],
    ['only asks a cash machine for the balance', asked({ kind: 'balance_inquiry', amount_cents: cents(0), categoryCode: '6011' })],
    ['gives money back from a money transfer', asked({ kind: 'credit', amount_cents: cents(0), categoryCode: '4829' })],
  ])('is approved when it %s', (_, different) => {
    expect(decidePurchase({ ...facts, ...different })).toEqual({ approved: true });
  });

  it.each<[string, Partial<PurchaseFacts>, string, number | null]>([
    ['is a cent more than is left', asked({ amount_cents: cents(5_001) }), 'over_spending_power', 1],
    ['would be paid with what the bank may still take back', { held_back_cents: cents(1_200) }, 'over_spending_power', 1_200],
    ['is made before there is any power', { total_cents: null, outstanding_cents: cents(0), approved_cents: cents(0) }, 'over_spending_power', 5_000],
    ['would come on top of too much: the whole of it is missing', { outstanding_cents: cents(90_000) }, 'over_spending_power', 5_000],
    ['would use up a credit while the power is 0', { total_cents: cents(0), outstanding_cents: cents(-9_000) }, 'over_spending_power', 5_000],
    ['is made with a paused card', { cardState: 'PAUSED' }, 'card_not_open', null],
    ['is made with a closed card', { cardState: 'CLOSED' }, 'card_not_open', null],
    ['is made with a card that its holder holds on its way', { cardState: 'PENDING_ACTIVATION', isOnOwnHold: true }, 'own_hold', null],
    ['is made with an open card whose hold was not released', { isOnOwnHold: true }, 'own_hold', null],
    ['is made by a wallet that somebody added who holds the card no more', { isByEndedWallet: true }, 'wallet_ended', null],
    ['is made with a closed card that was held', { cardState: 'CLOSED', isOnOwnHold: true }, 'card_not_open', null],
    ['is made on a locked account', { receiver: { ...facts.receiver, is_locked: true } }, 'account_held', null],
    ['is made on a black-listed account', { receiver: { ...facts.receiver, is_black_listed: true } }, 'account_held', null],
    ['is made for a business that the issuer refuses by now', { receiver: { ...facts.receiver, is_business_refused: true } }, 'business_refused', null],
    ['is made on an account marked as fraud, paused or not', { cardState: 'PAUSED', receiver: { ...facts.receiver, is_fraud: true } }, 'fraud', null],
    ['is made while a repayment that came back is owed', { receiver: { ...facts.receiver, has_unpaid_draw: true } }, 'unpaid_draw', null],
    ['is made while the merchant has stopped the debits', { receiver: { ...facts.receiver, are_debits_stopped: true } }, 'debits_stopped', null],
    ['is made by an account that shares an EIN with another', { receiver: { ...facts.receiver, has_flagged_identity: true } }, 'shared_identity', null],
    ['is made after the account was asked to close', { receiver: { ...facts.receiver, is_closing: true } }, 'closing', null],
    [
      'is made on an account that is held by everything at once: the gravest is told',
      { receiver: { ...facts.receiver, is_locked: true, is_fraud: true, is_closing: true, has_unpaid_draw: true } },
      'fraud',
      null,
    ],
    ['is cash by its merchant', asked({ categoryCode: '6011' }), 'cash', null],
    ['hands out a cent in cash', asked({ cash_cents: cents(1) }), 'cash', null],
  ])('is refused when it %s', (_, different, reason, short_by_cents) => {
    expect(decidePurchase({ ...facts, ...different })).toEqual({ approved: false, reason, short_by_cents, control: null });
  });
});

const held: [string, Partial<PurchaseFacts>][] = [
  ['on a locked account', { receiver: { ...facts.receiver, is_locked: true } }],
  ['on a black-listed account', { receiver: { ...facts.receiver, is_black_listed: true } }],
  ['on an account marked as fraud', { receiver: { ...facts.receiver, is_fraud: true } }],
  ['while a repayment that came back is owed', { receiver: { ...facts.receiver, has_unpaid_draw: true } }],
  ['while debits are stopped', { receiver: { ...facts.receiver, are_debits_stopped: true } }],
  ['on an account that is closing', { receiver: { ...facts.receiver, is_closing: true } }],
  ['with a lost card', { isLost: true }],
  ['with a paused card', { cardState: 'PAUSED' }],
  ['with a closed card', { cardState: 'CLOSED' }],
  ['with a card that its holder holds', { isOnOwnHold: true }],
];
const otherMerchantsOnly = controlsInForce({ ...noControls, merchants: { mode: 'allow', names: ['SEARCHLIGHT ADS'] } }, [], facts.now);
const refused: [string, Partial<PurchaseFacts>][] = [
  ['at a merchant of cash', asked({ categoryCode: '6011' })],
  ['in a category that no card of the program can be used for', asked({ categoryCode: '7995' })],
  ['at a merchant that the card’s controls refuse', { controls: { inForce: otherMerchantsOnly, spent: nothingSpent } }],
  ['far over the limit', { outstanding_cents: cents(90_000) }],
];

describe('a refund', () => {
  it.each([...held, ...refused])('is approved %s', (_, { question: other = question, ...different }) => {
    expect(decidePurchase({ ...facts, ...different, question: { ...other, kind: 'credit' } })).toEqual({ approved: true });
  });
});

describe.each([
  ['a $0 authorization', { kind: 'purchase', amount_cents: cents(0) }],
  ['a balance inquiry', { kind: 'balance_inquiry', amount_cents: cents(0) }],
] as const)('%s', (_name, nothing) => {
  it.each(refused)('is approved %s', (_, { question: other = question, ...different }) => {
    expect(decidePurchase({ ...facts, ...different, question: { ...other, ...nothing } })).toEqual({ approved: true });
  });

  it.each(held)('is declined %s', (_, different) => {
    expect(decidePurchase({ ...facts, ...different, question: { ...question, ...nothing } })).toMatchObject({ approved: false });
  });
});

describe('a question about a transaction', () => {
  const named: IdentifiedQuestion = { ...question, eventToken: 'event-1', cardToken: 'card-1' };
  const unnamed: IdentifiedQuestion = { ...named, eventToken: null };
  const year = 31_536_000_000;

  it('with the token of its authorization is the same for ever', () => {
    expect(isSameQuestion(named, named, year)).toBe(true);
  });

  it('without that token is the same for a minute, and then an increment of the same amount', () => {
    expect(isSameQuestion(unnamed, unnamed, 60_000)).toBe(true);
    expect(isSameQuestion(unnamed, unnamed, 60_001)).toBe(false);
    expect(isSameQuestion(named, unnamed, 60_001)).toBe(false);
  });

  it.each<[string, Partial<IdentifiedQuestion>]>([
    ['another authorization', { eventToken: 'event-2' }],
    ['another amount', { amount_cents: cents(1_900_000_000) }],
    ['cash', { cash_cents: cents(2_000) }],
    ['another kind of merchant', { categoryCode: '6011' }],
    ['a credit', { kind: 'credit' }],
    ['another card', { cardToken: 'card-2' }],
  ])('about %s is a new one at once', (_, different) => {
    expect(isSameQuestion({ ...named, ...different }, named, 0)).toBe(false);
  });

  it.each<[string, Partial<IdentifiedQuestion>]>([
    ['another amount', { amount_cents: cents(5_001) }],
    ['cash', { cash_cents: cents(2_000) }],
  ])('without a token, about %s, is a new one at once', (_, different) => {
    expect(isSameQuestion({ ...unnamed, ...different }, unnamed, 0)).toBe(false);
  });
});

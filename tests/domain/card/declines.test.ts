import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { describeDecline, explainDecline, type RemedyState, remedyStateOf, remedyStateOfCard } from '../../../server/domain/card/declines.ts';
import type { Remedy } from '../../../server/domain/card/declineWays.ts';

const remedyState: RemedyState = { cardState: 'PAUSED', isOnOwnHold: true, available_cents: 4_999, total_cents: 20_000, isBankVerified: false };
const declined = { merchant: 'ACME', amount_cents: 8_410, short_by_cents: 1_200, reason: 'Too much.', remedy: 'pay_now' as const };

it('a purchase of unknown amount is not said to be possible again by what is available', () => {
  expect(describeDecline({ ...declined, amount_cents: 0 }, { ...remedyState, available_cents: 1_000_000 }).isMended).toBe(false);
});

describe('a declined purchase may be tried again', () => {
  it.each<[string, Remedy, Partial<RemedyState>, boolean]>([
    ['not while less is available than it cost', 'pay_now', {}, false],
    ['as soon as as much is available', 'pay_now', { available_cents: 5_000 }, true],
    ['not while it is not known what is available', 'pay_now', { available_cents: null }, false],
    ['not while the card is paused', 'reopen', {}, false],
    ['not without a card', 'reopen', { cardState: null }, false],
    ['when the card is open again', 'reopen', { cardState: 'OPEN' }, true],
    ['not while the card is held', 'release', {}, false],
    ['when the hold was released', 'release', { isOnOwnHold: false }, true],
    ['not while it is not known whether the card is held', 'release', { isOnOwnHold: null }, false],
    ['not while the bank asks to sign in', 'relink', {}, false],
    ['when the bank is linked again', 'relink', { isBankVerified: true }, true],
    ['when the card was activated', 'activate', { cardState: 'OPEN' }, true],
    ['never by itself where nothing of ours helps', 'none', { cardState: 'OPEN', available_cents: 9_999, isBankVerified: true }, false],
  ])('%s', (_, remedy, now, expected) => {
    expect(describeDecline({ ...declined, remedy, amount_cents: 5_000 }, { ...remedyState, ...now }).isMended).toBe(expected);
  });
});

describe('of a card that was closed since', () => {
  it('it says only once that it is closed', () => {
    const closed: RemedyState = { ...remedyState, cardState: 'CLOSED', isOnOwnHold: false };
    expect(describeDecline({ ...declined, short_by_cents: null, reason: 'This card is closed.', remedy: 'replacement' }, closed)).toMatchObject({
      text: 'This card is closed.',
      remedy: 'replacement',
    });
  });
});

describe('a decision of our own is explained by its reason', () => {
  it.each([
    ['cash', 'UNAUTHORIZED_MERCHANT', 'none', /not for cash.*cash back/],
    ['unpaid_draw', 'CARD_PAUSED', 'pay_now', /repayment did not go through/],
    ['account_held', 'CARD_PAUSED', 'support', /on hold until our team releases it/],
    ['card_not_open', 'CARD_PAUSED', 'reopen', /paused/],
    ['wallet_ended', 'CARD_PAUSED', 'card_details', /may pay with it no more/],
    ['own_hold', 'CARD_PAUSED', 'release', /^Your card is paused\.$/],
    ['over_spending_power', 'INSUFFICIENT_FUNDS', 'pay_now', /spending power/],
  ])('%s, of which the issuer is told %s', (reason, result, remedy, text) => {
    expect(explainDecline(result, reason)).toEqual({ reason: expect.stringMatching(text), remedy });
  });

  it('and by the code where the issuer decided, or a newer version knows another reason', () => {
    expect(explainDecline('CARD_PAUSED')?.remedy).toBe('reopen');
    expect(explainDecline('CARD_PAUSED', 'full_moon')?.remedy).toBe('reopen');
    expect(explainDecline('APPROVED', null)).toBeNull();
  });

  it('and by the limits of the card too where the issuer alone found it over one, which has one code for all limits', () => {
    const of = (hasLimits: boolean, result = 'USER_TRANSACTION_LIMIT', reason: string | null = null) =>
      explainDecline(result, reason, { merchant: 'ACME', categoryCode: null, control: null, hasLimits });
    expect(of(true)).toEqual({ reason: expect.stringMatching(/limits of this card, or than your available spending power/), remedy: 'card_limits' });
    expect(of(false)?.remedy).toBe('pay_now');
    expect(of(true, 'INSUFFICIENT_FUNDS', 'over_spending_power')?.remedy).toBe('pay_now');
    expect(of(true, 'CARD_PAUSED')?.remedy).toBe('reopen');
  });

  it('and by the limit of the card that the purchase exceeds, where that is known, with the raise that helps', () => {
    const control = { control: 'per_week', limit_cents: cents(20_000), spent_cents: cents(1_250) } as const;
    expect(explainDecline('USER_TRANSACTION_LIMIT', null, { merchant: 'ACME', categoryCode: null, control, hasLimits: true })).toEqual({
      reason: 'This card may spend $200.00 a week; $12.50 has been spent since Monday.',
      remedy: 'raise',
    });
  });
});

describe('a declined purchase is described', () => {
  it.each([
    ['by its reason and what was missing', {}, {}, '$84.10 at ACME', 'Too much. It was $12.00 over.', false],
    ['without an amount that the issuer does not tell', { amount_cents: 0, short_by_cents: null }, {}, 'ACME', 'Too much.', false],
    [
      'as one that may be tried again',
      {},
      { available_cents: 8_410, cardState: 'OPEN', isOnOwnHold: false },
      '$84.10 at ACME',
      'You have enough to spend again. Try the purchase again.',
      true,
    ],
    [
      'as one for which the hold has to go first',
      {},
      { available_cents: 8_410, cardState: 'OPEN' },
      '$84.10 at ACME',
      'You have enough to spend again. Once your card is open again, try the purchase again.',
      true,
    ],
    [
      'as one for which the card has to be reopened first',
      { remedy: 'release' as const },
      { isOnOwnHold: false },
      '$84.10 at ACME',
      'Your card was reopened. Once your card is open again, try the purchase again.',
      true,
    ],
    [
      'as one that a control stopped, on a card that has to be opened as well',
      { remedy: 'raise' as const, short_by_cents: null },
      { isOnOwnHold: false },
      '$84.10 at ACME',
      'Too much. The card is paused as well.',
      false,
    ],
    [
      'as one that a control stopped, on a card whose hold has to be released as well',
      { remedy: 'raise' as const, short_by_cents: null },
      {},
      '$84.10 at ACME',
      'Too much. The card is paused as well.',
      false,
    ],
    [
      'as one that the control allows by now, once the card is open again',
      { remedy: 'raise' as const, is_raised: true },
      { isOnOwnHold: false },
      '$84.10 at ACME',
      'The controls of this card allow the purchase now. Once your card is open again, try the purchase again.',
      true,
    ],
    [
      'as one that only another card can make, where this one is closed',
      { remedy: 'raise' as const, is_raised: true, short_by_cents: null },
      { cardState: 'CLOSED', isOnOwnHold: false },
      '$84.10 at ACME',
      'Too much. This card is closed by now: use another of your cards.',
      false,
    ],
    [
      'as one that may be tried again with another card, where this one is closed',
      {},
      { available_cents: 8_410, cardState: 'CLOSED', isOnOwnHold: false },
      '$84.10 at ACME',
      'You have enough to spend again. This card is closed by now: use another of your cards.',
      true,
    ],
  ])('%s', (_, different, now, purchase, text, isMended) => {
    expect(describeDecline({ ...declined, ...different }, { ...remedyState, ...now })).toMatchObject({ purchase, text, isMended });
  });

  it.each<[Remedy, Remedy]>([
    ['raise', 'other_card'],
    ['release', 'other_card'],
    ['card_limits', 'other_card'],
    ['replacement', 'replacement'],
    ['pay_now', 'pay_now'],
    ['none', 'none'],
  ])('with %s leads to %s where its card is closed', (remedy, expected) => {
    expect(describeDecline({ ...declined, remedy }, { ...remedyState, cardState: 'CLOSED', isOnOwnHold: false })).toMatchObject({
      remedy: expected,
      isMended: false,
    });
  });

  it.each([
    ['offers to pay for a purchase within the limit', {}, 8_410, 'pay_now', /over\.$/],
    [
      'leads to what raises the limit for one above it, and says why',
      {},
      8_409,
      'raise_limit',
      /power\. It was \$12\.00 over\. It is more than your whole limit of \$84\.09\.$/,
    ],
    ['offers to pay where the limit is not known', {}, null, 'pay_now', /over\.$/],
    [
      'leads there too where the issuer declined it and does not say how much was missing',
      { short_by_cents: null },
      8_409,
      'raise_limit',
      /power\. It is more than your whole/,
    ],
    ['offers to pay what stopped the card, whatever the limit', { reason: 'Too late.', short_by_cents: null }, 1, 'pay_now', /^Too late\.$/],
  ])('and %s', (_, different, total_cents, remedy, text) => {
    const { reason = '' } = explainDecline('INSUFFICIENT_FUNDS') ?? {};
    const described = describeDecline({ ...declined, reason, ...different }, { ...remedyState, total_cents });
    expect(described).toMatchObject({ remedy, text: expect.stringMatching(text), isMended: false });
  });

  it('reads what a remedy can change from the card and the account', () => {
    const account = { availableSpendPowerCents: 5, totalSpendPowerCents: 9, plaid_account_verification_status: 'relink' };
    expect(remedyStateOf({ state: 'PAUSED', is_on_hold: true }, account)).toEqual({
      cardState: 'PAUSED',
      isOnOwnHold: true,
      available_cents: 5,
      total_cents: 9,
      isBankVerified: false,
    });
    expect(remedyStateOf(null, account)).toMatchObject({ cardState: null, isOnOwnHold: null });
  });

  it.each([
    ['automatically_verified', true],
    ['manually_verified', true],
    ['verification_expired', false],
    ['pending_manual_verification', false],
    [null, false],
  ])('does not call a bank linked again that is %s: %s', (plaid_account_verification_status, isBankVerified) => {
    const account = { availableSpendPowerCents: 5, totalSpendPowerCents: 9, plaid_account_verification_status };
    expect(remedyStateOf(null, account).isBankVerified).toBe(isBankVerified);
  });
});

describe('a purchase with one of several cards', () => {
  const ofHome = { cardState: 'OPEN', isOnOwnHold: true, available_cents: 100, total_cents: 1_000, isBankVerified: true };
  const cards = [
    { token: 'first', state: 'OPEN', is_on_hold: false },
    { token: 'ads', state: 'PAUSED', is_on_hold: false },
    { token: 'mailed', state: 'PENDING_ACTIVATION', is_on_hold: true },
  ];

  it('is mended by the state of its own card', () => {
    expect(remedyStateOfCard('first', ofHome, { first: 'first', cards })).toEqual(ofHome);
    expect(remedyStateOfCard('ads', ofHome, { first: 'first', cards })).toEqual({ ...ofHome, cardState: 'PAUSED', isOnOwnHold: false });
    expect(remedyStateOfCard('mailed', ofHome, { first: 'first', cards })).toEqual({ ...ofHome, cardState: 'PENDING_ACTIVATION', isOnOwnHold: true });
  });

  it('is not mended where that card is not seen', () => {
    expect(remedyStateOfCard('gone', ofHome, { first: null, cards })).toMatchObject({ cardState: null, isOnOwnHold: null });
  });
});

import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import { decidePurchase, type PurchaseFacts } from '../../../server/domain/card/authorization.ts';

const facts: PurchaseFacts = {
  amount_cents: cents(5_000),
  cardState: 'OPEN',
  receiver: { is_locked: false, is_fraud: false, is_black_listed: false },
  total_cents: cents(10_000),
  outstanding_cents: cents(3_000),
  approved_cents: cents(2_000),
};

describe('a purchase', () => {
  it.each<[string, Partial<PurchaseFacts>]>([
    ['takes the last cent', {}],
    ['takes less', { amount_cents: cents(1) }],
    ['takes nothing from a receiver without power', { amount_cents: cents(0), total_cents: null, outstanding_cents: cents(0), approved_cents: cents(0) }],
    ['takes nothing from a receiver who owes too much', { amount_cents: cents(0), outstanding_cents: cents(50_000) }],
    ['adds a credit to the power', { amount_cents: cents(11_000), outstanding_cents: cents(-3_000) }],
    ['goes with a card that is on its way', { cardState: 'PENDING_FULFILLMENT' }],
    ['goes with a card that is not activated', { cardState: 'PENDING_ACTIVATION' }],
  ])('is approved when it %s', (_, different) => {
    expect(decidePurchase({ ...facts, ...different })).toEqual({ approved: true });
  });

  it.each<[string, Partial<PurchaseFacts>, string, number | null]>([
    ['is a cent more than is left', { amount_cents: cents(5_001) }, 'over_spending_power', 1],
    ['is made before there is any power', { total_cents: null, outstanding_cents: cents(0), approved_cents: cents(0) }, 'over_spending_power', 5_000],
    ['would come on top of too much: the whole of it is missing', { outstanding_cents: cents(90_000) }, 'over_spending_power', 5_000],
    ['is made with a paused card', { cardState: 'PAUSED' }, 'card_not_open', null],
    ['is made with a closed card', { cardState: 'CLOSED' }, 'card_not_open', null],
    ['is made on a locked account', { receiver: { ...facts.receiver, is_locked: true } }, 'account_held', null],
    ['is made on a black-listed account', { receiver: { ...facts.receiver, is_black_listed: true } }, 'account_held', null],
    ['is made on an account marked as fraud, paused or not', { cardState: 'PAUSED', receiver: { ...facts.receiver, is_fraud: true } }, 'fraud', null],
  ])('is refused when it %s', (_, different, reason, short_by_cents) => {
    expect(decidePurchase({ ...facts, ...different })).toEqual({ approved: false, reason, short_by_cents });
  });
});

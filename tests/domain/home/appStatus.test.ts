import { describe, expect, it } from 'vitest';
import { appStatus } from '../../../server/domain/home/appStatus.ts';

const open = { state: 'OPEN', is_on_hold: false };
const works = {
  closing: null,
  isOnboarding: false,
  card: open,
  cardFailure: null,
  isHeld: false,
  isBankBroken: false,
  isDebitStopped: false,
  available_cents: 100,
};

describe('whether the app works', () => {
  it.each([
    ['a card that can be used', {}, 'All working'],
    ['a card whose plastic is in the mail', { card: { ...open, state: 'PENDING_FULFILLMENT' } }, 'All working'],
    ['a paused card', { card: { ...open, state: 'PAUSED' } }, 'Paused by you'],
    ['a card that the merchant holds', { card: { ...open, is_on_hold: true } }, 'Paused by you'],
    ['an account on hold', { isHeld: true }, 'Account on hold'],
    ['a closed card', { card: { ...open, state: 'CLOSED' } }, 'Card not usable'],
    ['an issuer that does not answer', { card: null, cardFailure: 'provider_unavailable' }, 'Card issuer not answering'],
    ['a database of ours that does not answer', { card: null, cardFailure: 'not_ready' }, 'Card not shown'],
    ['a defect of ours', { card: null, cardFailure: 'unexpected' }, 'Card not shown'],
    ['a bank that wants a new sign-in', { isBankBroken: true }, 'Bank not connected'],
    ['debits that were ended', { isDebitStopped: true }, 'Debits stopped'],
    ['no spending power left', { available_cents: 0 }, 'Nothing left to spend'],
    ['more owed than the limit', { available_cents: -5_000 }, 'Nothing left to spend'],
    ['an amount that is not known yet', { available_cents: null }, 'All working'],
    ['a paused card without spending power', { available_cents: 0, card: { ...open, state: 'PAUSED' } }, 'Paused by you'],
    ['setup that is not finished', { isOnboarding: true, card: null }, 'Setup unfinished'],
    ['an account that is being closed', { closing: 'closing' as const, card: null }, 'Closing'],
    ['a closed account', { closing: 'closed' as const, card: null }, 'Closed'],
    ['a paused card whose bank is broken', { card: { ...open, state: 'PAUSED' }, isBankBroken: true }, 'Bank not connected'],
  ])('%s', (_what, facts, label) => {
    expect(appStatus({ ...works, ...facts }).label).toBe(label);
  });
});

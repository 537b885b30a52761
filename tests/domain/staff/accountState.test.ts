import { describe, expect, it } from 'vitest';
import { onboardingSteps } from '../../../server/domain/onboarding/onboarding.ts';
import { accountStateInWords, homeCardInWords } from '../../../server/domain/staff/accountState.ts';

const waiting = { key: 'kyb_accepted_and_card_ready', step: 'KYB_ACCEPT' };
const open = { closing: null, blocks: [], completion: [{ ...waiting, isComplete: true }] };
const unfinished = [{ ...waiting, isComplete: false }];

describe('the state of an account at a glance', () => {
  it.each([
    [open, 'Open'],
    // As the merchant counts them.
    [
      { ...open, completion: [...onboardingSteps.slice(0, -1).map((step) => ({ key: step, step, isComplete: true })), ...unfinished] },
      'Setup unfinished, at step 8 of 8: Approval',
    ],
    [{ ...open, blocks: ['locked'] as const }, 'The account is locked'],
    [
      { ...open, blocks: ['fraud', 'unpaid_draw'] as const, completion: unfinished },
      'The account is marked as fraud; A repayment did not go through and is still owed',
    ],
    [{ ...open, blocks: ['closing'] as const, closing: 'closing' as const }, 'Closing'],
    [{ ...open, blocks: ['closing'] as const, closing: 'closed' as const }, 'Closed'],
  ])('of %o is %s', (facts, words) => {
    expect(accountStateInWords(facts)).toBe(words);
  });
});

describe('the card of home at a glance', () => {
  it.each([
    [null, 'None yet'],
    [{ state: 'OPEN', is_on_hold: false }, 'Active'],
    [{ state: 'PAUSED', is_on_hold: false }, 'Paused'],
    [{ state: 'PENDING_FULFILLMENT', is_on_hold: true }, 'Paused by the customer'],
    [{ state: 'PENDING_ACTIVATION', is_on_hold: false }, 'Active, its plastic is on its way'],
    [{ state: 'CLOSED', is_on_hold: false }, 'Closed'],
  ])('of %o is %s', (card, words) => {
    expect(homeCardInWords(card)).toBe(words);
  });
});

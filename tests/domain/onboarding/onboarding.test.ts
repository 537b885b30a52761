import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { holdInWords } from '../../../server/domain/onboarding/holdInWords.ts';
import {
  completionChecklist,
  forceStep,
  isBackAtBank,
  isBeforeCard,
  isOnboarded,
  missingBefore,
  missingScreen,
  type OnboardingFacts,
  type OnboardingReceiver,
  type OnboardingStep,
  onboardingStep,
  onboardingSteps,
  screenFor,
  verificationStatus,
} from '../../../server/domain/onboarding/onboarding.ts';
import type { Receiver } from '../../../server/domain/receiver/receiver.ts';
import { newReceiver } from '../../support/receiver.ts';

const nothingKnown: OnboardingFacts = { plaid_account_verification_status: null, kybStatus: null, card: null };
const allGood: OnboardingFacts = { plaid_account_verification_status: 'automatically_verified', kybStatus: 'ACCEPTED', card: { spend_limit: 50_000 } };

/** Each step's own doing, in the order of the steps. */
const doings: readonly [OnboardingStep, Partial<Receiver>, Partial<OnboardingFacts>][] = [
  ['PRIVACY_POLICY', { accepted_privacy_policy: true }, {}],
  ['TERMS_AND_CONDITIONS', { accepted_terms_and_conditions: true }, {}],
  ['CARD_HOLDERS_AGREEMENT', { accepted_card_holders_agreement: true }, {}],
  ['KYB', { lithic_account_holder_token: 'holder' }, { kybStatus: 'PENDING_REVIEW' }],
  ['BANK_LINK', { plaid_access_token: 'h_bank', plaid_item_id: 'item' }, { plaid_account_verification_status: 'relink' }],
  ['BANK_RELINK', {}, { plaid_account_verification_status: 'pending_manual_verification' }],
  ['BANK_LINK_PENDING', {}, { plaid_account_verification_status: 'manually_verified' }],
  ['ACCOUNTING_CONNECTION', { rutter_access_token: 'h_store' }, {}],
  ['CARD_ISSUE', { lithic_card_token: 'card' }, { card: { spend_limit: 1 } }],
  ['PHYSICAL_CARD_ISSUE', { card_request: 'physical' }, {}],
  ['KYB_ACCEPT', {}, { kybStatus: 'ACCEPTED', card: { spend_limit: 50_000 } }],
];

/** The receiver and facts of a merchant who did the first `count` things. */
function walked(count: number): [OnboardingReceiver, OnboardingFacts] {
  const done = doings.slice(0, count);
  return [newReceiver(Object.assign({}, ...done.map(([, fields]) => fields))), Object.assign({}, nothingKnown, ...done.map(([, , facts]) => facts))];
}

const stepOf = (receiver: OnboardingReceiver | null, facts: OnboardingFacts) => onboardingStep(completionChecklist(receiver, facts));
const onboarded = walked(doings.length)[0];

it('the steps have the numbers that pages and links use', () => {
  expect(onboardingSteps.map((step, number) => [number, step])).toEqual([
    [0, 'LOADING'],
    [1, 'PRIVACY_POLICY'],
    [2, 'TERMS_AND_CONDITIONS'],
    [3, 'CARD_HOLDERS_AGREEMENT'],
    [4, 'KYB'],
    [5, 'BANK_LINK'],
    [6, 'BANK_RELINK'],
    [7, 'BANK_LINK_PENDING'],
    [8, 'ACCOUNTING_CONNECTION'],
    [9, 'CARD_ISSUE'],
    [10, 'PHYSICAL_CARD_ISSUE'],
    [11, 'KYB_ACCEPT'],
  ]);
  expect([-1, 4, 12, -2, 1.5].map((step) => screenFor(step, false))).toEqual(['FINISHED', 'KYB', 'LOADING', 'LOADING', 'LOADING']);
});

describe('a merchant walks through', () => {
  it('without a user record there is only loading', () => {
    expect(stepOf(null, allGood)).toBe(0);
    expect(completionChecklist(null, allGood).every((entry) => !entry.isComplete)).toBe(true);
  });

  it.each([
    [0, 1],
    [1, 2],
    [2, 3],
    [3, 4],
    [4, 5],
    [5, 6],
    [6, 7],
    [7, 8],
    [8, 9],
    [9, 9], // the virtual card is there, the question of the physical one is open
    [10, 11],
    [11, -1],
  ])('after %i things done the step is %i', (count, step) => {
    expect(stepOf(...walked(count))).toBe(step);
  });

  it('lists twelve entries, each with the step that completes it', () => {
    const checklist = completionChecklist(...walked(0));
    expect(checklist.map((entry) => entry.step)).toEqual(onboardingSteps);
    expect(new Set(checklist.map((entry) => entry.key)).size).toBe(12);
  });

  it('the step is the first incomplete entry, whatever else is complete', () => {
    const flags = fc.array(fc.boolean(), { minLength: 12, maxLength: 12 });
    fc.assert(
      fc.property(flags, (complete) => {
        const checklist = completionChecklist(...walked(0)).map((entry, place) => ({ ...entry, isComplete: complete[place] ?? false }));
        expect(onboardingStep(checklist)).toBe(complete.indexOf(false));
      }),
    );
  });
});

describe('BLANK, the sentinel of a skipped step', () => {
  const blankBank = { ...onboarded, plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' };

  it.each(['relink', 'verification_expired', 'pending_manual_verification', null])('in both bank fields passes the bank whatever its status (%s)', (status) => {
    expect(stepOf(blankBank, { ...allGood, plaid_account_verification_status: status })).toBe(-1);
  });

  it.each([
    [{ plaid_access_token: 'BLANK' }, 'relink', 6],
    [{ plaid_item_id: 'BLANK' }, 'relink', 6],
    [{ plaid_access_token: 'BLANK' }, 'pending_manual_verification', 7],
    [{ plaid_item_id: 'BLANK' }, 'pending_manual_verification', 7],
    [{ plaid_access_token: 'BLANK', plaid_item_id: null }, null, 5],
  ])('in one bank field alone passes nothing: %o, %s', (fields, status, step) => {
    expect(stepOf({ ...onboarded, ...fields }, { ...allGood, plaid_account_verification_status: status })).toBe(step);
  });

  it('in the account holder passes KYB whatever its status, but not a missing card', () => {
    const skipped = { ...onboarded, lithic_account_holder_token: 'BLANK' };
    expect(stepOf(skipped, { ...allGood, kybStatus: null })).toBe(-1);
    expect(stepOf(skipped, { ...allGood, kybStatus: 'REJECTED' })).toBe(-1);
    expect(stepOf(skipped, { ...allGood, card: null })).toBe(11);
  });

  it('in the accounting connection passes that step', () => {
    expect(stepOf({ ...onboarded, rutter_access_token: 'BLANK' }, allGood)).toBe(-1);
  });
});

describe('the bank', () => {
  it.each([
    ['relink', 6],
    ['verification_expired', 6],
    ['automatically_verified', -1],
    ['manually_verified', -1],
    ['pending_automatic_verification', 7],
    ['pending_manual_verification', 7],
    ['verification_failed', 7],
    ['database_matched', 7],
    ['database_insights_pass', 7],
    ['unsent', 7],
    ['', 7],
    [null, 7],
  ])('status %s puts an otherwise finished merchant on step %i', (status, step) => {
    expect(stepOf(onboarded, { ...allGood, plaid_account_verification_status: status })).toBe(step);
  });

  it.each([
    [{ verification_status: 'pending_manual_verification' }, 'pending_manual_verification'],
    [{ verification_status: null }, 'automatically_verified'],
    [{ verification_status: '' }, 'automatically_verified'],
    [{}, 'automatically_verified'],
    ['failed' as const, 'relink'],
  ])('the answer %o reads %s', (answer, status) => {
    expect(verificationStatus(answer)).toBe(status);
  });
});

describe('the last step', () => {
  it.each([
    ['ACCEPTED', { spend_limit: 2 }, -1],
    ['ACCEPTED', { spend_limit: 1 }, 11],
    ['ACCEPTED', { spend_limit: 0 }, 11],
    ['ACCEPTED', null, 11],
    ['PENDING_REVIEW', { spend_limit: 2 }, 11],
    ['accepted', { spend_limit: 2 }, 11],
    [null, { spend_limit: 2 }, 11],
  ])('KYB %s and card %o: %i', (kybStatus, card, step) => {
    expect(stepOf(onboarded, { ...allGood, kybStatus, card })).toBe(step);
  });
});

it.each([
  [4, null, 4, false],
  [-1, null, -1, true],
  [4, -1, -1, true],
  [-1, 4, 4, false],
  [-1, 0, 0, false],
  [-1, 99, 99, false],
])('step %i with %s forced is %i, onboarded %s', (step, forced, shown, counts) => {
  expect(forceStep(step, forced)).toBe(shown);
  expect(isOnboarded(forceStep(step, forced))).toBe(counts);
});

it.each([
  [9, false, 'CARD_ISSUE'],
  [9, true, 'PHYSICAL_CARD_ISSUE'],
  [10, false, 'PHYSICAL_CARD_ISSUE'],
  [4, true, 'KYB'],
  [-1, true, 'FINISHED'],
  [99, false, 'LOADING'],
])('step %i, physical card wanted %s: screen %s', (step, wants, screen) => {
  expect(screenFor(step, wants)).toBe(screen);
});

describe('effects in order', () => {
  it('a step is open once everything before it is done, and stays open for a repetition', () => {
    doings.forEach(([step], place) => {
      for (let count = 0; count <= doings.length; count += 1) {
        expect([step, count, missingBefore(step, ...walked(count)).length === 0]).toEqual([step, count, count >= place]);
      }
    });
  });

  it('says what is missing', () => {
    expect(missingBefore('ACCOUNTING_CONNECTION', ...walked(6))).toEqual(['bank_verified']);
    expect(missingBefore('PHYSICAL_CARD_ISSUE', ...walked(8))).toEqual(['card_requested']);
    expect(missingBefore('KYB', null, nothingKnown)).toEqual(['user', 'privacy_policy', 'terms_and_conditions', 'card_holders_agreement']);
    expect(missingBefore('LOADING', null, nothingKnown)).toEqual([]);
  });

  it('the address of the physical card may be given while the ordered card waits for the issuer', () => {
    const [receiver, facts] = walked(8);
    expect(missingBefore('PHYSICAL_CARD_ISSUE', receiver, { ...facts, isCardOrdered: true })).toEqual([]);
    expect(missingBefore('KYB_ACCEPT', receiver, { ...facts, isCardOrdered: true })).toEqual(['card_requested', 'physical_card_settled']);
  });

  it('a skipped step is no obstacle', () => {
    const [receiver, facts] = walked(4);
    const skipped = { ...receiver, plaid_access_token: 'BLANK', plaid_item_id: 'BLANK', rutter_access_token: 'BLANK' };
    expect(missingBefore('CARD_ISSUE', skipped, facts)).toEqual([]);
  });
});

describe('a forced step without a screen', () => {
  const nothing = [
    { key: 'bank_linked', isComplete: false },
    { key: 'kyb_submitted', isComplete: false },
  ];
  const everything = nothing.map(({ key }) => ({ key, isComplete: true }));

  it.each([0, 12, 99, -2, 'four', '1.5'])('%s is said to be none', (forced) => {
    expect(missingScreen(forced, everything)).toBe(`There is no step “${forced}”. The steps have the numbers 1 to 11.`);
  });

  it('of the bank or the decision waits for what it speaks of', () => {
    expect([6, 7, 11].map((forced) => missingScreen(forced, nothing))).toEqual([
      'Step 6 has nothing to show yet: no bank account is linked.',
      'Step 7 has nothing to show yet: no bank account is linked.',
      'Step 11 has nothing to show yet: no business verification was sent.',
    ]);
    expect([6, 7, 11].map((forced) => missingScreen(forced, everything))).toEqual([null, null, null]);
  });

  it('is none of the others, in order or out of it', () => {
    expect([null, -1, 1, 2, 3, 4, 5, 8, 9, 10].map((forced) => missingScreen(forced, nothing))).toEqual(Array(10).fill(null));
  });
});

describe('a merchant is back at the bank', () => {
  const checklist = (open: readonly string[]) =>
    ['user', 'kyb_submitted', 'bank_linked', 'bank_link_healthy', 'bank_verified', 'card_requested'].map((key) => ({ key, isComplete: !open.includes(key) }));
  it.each([
    ['when only the bank link is open', ['bank_link_healthy', 'bank_verified'], true, false],
    ['when the bank was never linked and all else is done', ['bank_linked', 'bank_link_healthy', 'bank_verified'], true, false],
    ['not when the card is open too, which is still to come', ['bank_link_healthy', 'card_requested'], false, true],
    ['not when nothing is open', [], false, false],
  ])('%s', (_, open, isBack, isBefore) => {
    expect(isBackAtBank(checklist(open))).toBe(isBack);
    expect(isBeforeCard(checklist(open))).toBe(isBefore);
  });
});

describe('a merchant who waits for the card at the end', () => {
  const held = (account: Partial<Receiver>, blocks: Parameters<typeof holdInWords>[0]['blocks'] = []) => holdInWords({ ...newReceiver(), ...account, blocks });

  it.each([{ is_locked: true }, { is_fraud: true }, { is_black_listed: true }])('reads that staff have put a hold on the account: %j', (flag) => {
    expect(held(flag)).toContain('until we let it go on');
  });

  it('reads that our team looks at an EIN or store first that another account has', () => {
    expect(held({}, ['shared_identity'])).toContain('our team checks yours first');
  });

  it('reads of no hold where a card opens', () => {
    expect([held({}), held({}, ['unpaid_draw', 'debits_stopped'])]).toEqual([null, null]);
  });
});

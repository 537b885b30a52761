import { expect, it } from 'vitest';
import { type AgreementVersion, acceptedFlags, agreementsToAccept } from '../../../server/domain/onboarding/agreements.ts';

const privacy = (version: string): AgreementVersion => ({ document: 'privacy_policy', version });
const terms = (version: string): AgreementVersion => ({ document: 'terms_and_conditions', version });
const cardHolders = (version: string): AgreementVersion => ({ document: 'card_holders_agreement', version });
const present = [cardHolders('1'), terms('3'), privacy('2')];

it.each([
  ['nothing accepted asks all three, in order', [], ['privacy_policy', 'terms_and_conditions', 'card_holders_agreement']],
  ['all accepted asks nothing', [privacy('2'), terms('3'), cardHolders('1')], []],
  ['a new version asks again', [privacy('1'), terms('3'), cardHolders('1')], ['privacy_policy']],
  ['older acceptances beside the present one do no harm', [privacy('1'), privacy('2'), terms('3'), cardHolders('1')], []],
  ['the version of another document does not count', [terms('2'), terms('3'), cardHolders('1')], ['privacy_policy']],
])('%s', (_, accepted, open) => {
  expect(agreementsToAccept(present, accepted)).toEqual(open);
});

it('the flags of the receiver follow', () => {
  expect(acceptedFlags(present, [privacy('2'), terms('2')])).toEqual({
    accepted_privacy_policy: true,
    accepted_terms_and_conditions: false,
    accepted_card_holders_agreement: false,
  });
});

import { describe, expect, it } from 'vitest';
import { kybPages } from '../../server/domain/kyb/kyb.ts';
import { agreementDocuments } from '../../server/domain/onboarding/agreements.ts';
import { milestones } from '../../server/domain/onboarding/milestones.ts';
import { openingParts, openingSteps, openingTexts } from '../../server/domain/onboarding/openingTexts.ts';
import { currentAgreements } from '../../server/programs/agreements/index.ts';
import { programs } from '../../server/programs/all.ts';
import { readProgramTerms } from '../../server/services/onboarding/readAgreement.ts';

/** The terms of each program, by hand: when a purchase is due, and the cashback on what is repaid in time. */
const terms: Readonly<Record<string, readonly [due: string, cashback: string]>> = {
  headway: ['30 calendar days', '1%'],
  boost: ['15 calendar days', '1.5%'],
  card: ['30 business days', '2%'],
  'harbor-new': ['45 calendar days', '1%'],
  'meridian-new': ['30 calendar days', '1.25%'],
};

const figures = (text: string) => text.replaceAll(' %', '%').match(/\d[\d,.]*\d%?|\d%?/g) ?? [];

describe.each(programs.map((program) => [program.key, program] as const))('%s', (key, program) => {
  const [due, cashback] = terms[key] ?? ['', ''];

  it.each(agreementDocuments)('%s: every figure of its points stands in its text', (document) => {
    const { text, inShort } = currentAgreements[document];
    const whole = new Set(figures(text(program)));
    const points = inShort(program);
    expect(points.length).toBeGreaterThanOrEqual(3);
    expect(points.flatMap(figures).filter((figure) => !whole.has(figure))).toEqual([]);
    expect(points.join(' ')).not.toMatch(/undefined|NaN|\$\{/);
  });

  it('says in short when a purchase is due and what repaying in time earns', () => {
    expect(currentAgreements.terms_and_conditions.inShort(program).join(' ')).toContain(`due ${due} after`);
    const card = currentAgreements.card_holders_agreement.inShort(program).join(' ');
    expect(card).toContain(`due ${due} after`);
    expect(card).toContain(`cashback of ${cashback}.`);
  });

  it('opens with these terms', () => {
    const opening = openingParts(readProgramTerms({ ...program, authUrl: '', siteUrl: '', sender: { name: '', address: '' } }), { isInStore: false })
      .flatMap(({ points }) => points)
      .join(' ');
    expect(opening).toContain(`due ${due} after you make it`);
    expect(opening).toContain(`${cashback} cashback`);
    // The costs in short are those of the agreement.
    const agreement = currentAgreements.card_holders_agreement.text(program);
    for (const promise of [
      'there is no interest',
      'no yearly fee',
      'no fee for the virtual card',
      'none for repaying sooner',
      'may cost you what it costs us',
    ]) {
      expect(agreement).toContain(promise);
    }
    expect(opening).toContain('No interest, no yearly fee, no fee for the virtual card, and none for paying sooner.');
    expect(opening).toContain('A repayment that your bank returns may cost you what it costs us.');
  });
});

describe('the points of an agreement', () => {
  it.each([
    ['privacy_policy', ['We do not sell', 'advertising', 'stored encrypted', 'Your bank password is never shown to us', 'seven years after', 'within 30 days']],
    ['terms_and_conditions', ['in the United States only', 'not a promise to lend', 'sooner at any time, at no cost', 'once more two business days later']],
    [
      'card_holders_agreement',
      ['charge card', 'no interest', 'lost or stolen', 'You do not owe what is spent after you told us', 'within 60 days of its statement'],
    ],
  ] as const)('of %s are words of its text', (document, words) => {
    const [program] = programs;
    const { text, inShort } = currentAgreements[document];
    const plain = (whole: string) => whole.replaceAll('**', '');
    for (const word of words) {
      expect(plain(program ? text(program) : '')).toContain(word);
      expect(program ? inShort(program).join(' ') : '').toContain(word);
    }
  });

  it('come with eight steps, as many as the progress line counts', () => {
    expect(openingTexts.lead).toContain('Eight steps, about ten minutes.');
    // One of them takes less than all of them.
    expect(kybPages[0]?.text).toContain('It takes about five minutes.');
    expect(milestones([], 1).map(({ hint }) => hint)).toContain('Who owns and runs the business, about five minutes');
    expect(openingSteps()).toEqual(milestones([], 1).map(({ title }) => title));
    expect(openingSteps()).toHaveLength(8);
  });
});

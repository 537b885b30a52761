import { describe, expect, it } from 'vitest';
import { emptyKybForm } from '../../../server/domain/kyb/kyb.ts';
import { kybReview, reviewPage } from '../../../server/domain/kyb/kybReview.ts';
import { kybForm, somebody } from '../../support/businessForms.ts';

/** Every answer of a part, as `label: value`. */
const answersOf = (form: Parameters<typeof kybReview>[0], page: number) =>
  kybReview(form)
    .find((part) => part.page === page)
    ?.lists.map(({ answers }) => answers.map(({ label, value }) => `${label}: ${value}`));

describe('the review of the form', () => {
  it('comes after its five pages', () => {
    expect(reviewPage).toBe(5);
  });

  it('names every answer, with all ids covered', () => {
    const form = kybForm('Corner Bakery LLC', { control_person_owns_business: false, beneficial_owner_individuals: [somebody({ first_name: 'Ben' })] });
    expect(kybReview(form).map(({ page, title }) => [page, title])).toEqual([
      [0, 'Your business'],
      [1, 'Tax ID and address'],
      [2, 'Control person'],
      [3, 'Owners who are individuals'],
      [4, 'Owners that are businesses'],
    ]);
    expect(answersOf(form, 0)).toEqual([['Legal business name: Corner Bakery LLC', 'Nature of business: Bakes and sells bread']]);
    expect(answersOf(form, 1)).toEqual([
      ['EIN or SSN: •••••6789', 'Business address: 45 Market Street, Suite 4, Albany, NY 12207', 'Also the control person’s address: No'],
    ]);
    expect(answersOf(form, 2)).toEqual([
      [
        'Name: Ana Lopez',
        'Date of birth: 04/23/1985',
        'SSN or ITIN: •••••6789',
        'Email: ana@cornerbakery.example',
        'Phone: +12125550142',
        'Residential address: 12 Elm Street, Albany, NY 12207',
        'Owns 100% of the business: No',
      ],
    ]);
    expect(answersOf(form, 3)?.[0]?.[0]).toBe('Name: Ben Lopez');
    expect(answersOf(form, 4)).toEqual([]);
    expect(JSON.stringify(kybReview(form))).not.toMatch(/123-?45-?6789|12-?3456789/);
  });

  it('leaves out what is not asked and not sent, and says what is missing', () => {
    const form = kybForm('Ana Lopez', { home_business: true, beneficial_owner_individuals: [somebody()] });
    expect(kybReview(form).map(({ page }) => page)).toEqual([0, 1, 2]);
    expect(answersOf(form, 2)?.[0]?.some((line) => line.startsWith('Residential'))).toBe(false);
    expect(answersOf(emptyKybForm(), 0)).toEqual([['Legal business name: Not given yet', 'Nature of business: Not given yet']]);
    expect(answersOf(emptyKybForm(), 1)?.[0]?.[0]).toBe('EIN or SSN: Not given yet');
  });
});

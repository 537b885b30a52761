import { describe, expect, it } from 'vitest';
import { helpAnswers } from '../../../server/domain/help/helpAnswers.ts';

const terms = { initial_spend_limit: 123_450, net_terms: 30, net_terms_type: 'calendar', payment_plan: 'net_terms' };
const answerTo = (question: RegExp, about: Parameters<typeof helpAnswers>[0] = terms) => {
  const found = helpAnswers(about).filter((one) => question.test(one.question));
  expect(found).toHaveLength(1);
  return found[0]?.answer ?? '';
};

describe('the answers', () => {
  it.each([
    ['calendar days', { ...terms }, 'A purchase is due 30 calendar days after you make it.'],
    ['business days', { ...terms, net_terms: 7, net_terms_type: 'business' }, 'A purchase is due 7 business days after you make it.'],
    ['one day', { ...terms, net_terms: 1, net_terms_type: 'business' }, 'A purchase is due 1 business day after you make it.'],
    ['at once', { ...terms, net_terms: 0 }, 'A purchase is due on the day you make it.'],
    ['weekly parts', { ...terms, payment_plan: 'fixed_pay' }, 'A purchase is due in equal weekly parts, the first within a week.'],
    ['none', { ...terms, net_terms: null, net_terms_type: null }, 'Each purchase has its own due date, which the table of transactions shows.'],
  ])('name the merchant’s own terms: %s', (_, about, sentence) => {
    expect(answerTo(/drawn from my bank/, about)).toContain(sentence);
  });

  it('name the starting limit, where there is one', () => {
    expect(answerTo(/limit/)).toContain('Your sales of the last 90 days');
    expect(answerTo(/limit/)).toContain('your starting limit of $1,234.50');
    expect(answerTo(/limit/, { ...terms, initial_spend_limit: null })).not.toContain('starting limit');
  });

  it('of cards alone are for a cardholder, who has no page of the others', () => {
    expect(helpAnswers(terms).flatMap(({ isOfCards, page }) => (isOfCards ? [page?.path] : []))).toEqual(['/', '/card']);
  });

  it('cover what merchants ask most, each with the page that shows more', () => {
    expect(helpAnswers(terms).map(({ question, page }) => [question, page?.path])).toEqual([
      ['What is my limit made of?', '/insights'],
      ['When is a purchase drawn from my bank?', '/payments'],
      ['Why was a purchase declined?', '/'],
      ['My card is lost or stolen. What now?', '/card'],
      ['How do I change my bank account?', '/settings#bank'],
    ]);
  });
});

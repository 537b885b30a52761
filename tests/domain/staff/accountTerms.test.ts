import { expect, it } from 'vitest';
import { changedTerms, paymentWords, requireStatements, shownBusinessName, termConsequences } from '../../../server/domain/staff/accountTerms.ts';
import { newReceiver } from '../../support/receiver.ts';

const standard = { days: 30, type: 'calendar' };
const terms = { payment_plan: 'net_terms', net_terms: 30, net_terms_type: 'calendar' };

it.each([
  [terms, false, false, ['by purchase', 'nothing due', 'standard']],
  [terms, false, true, ['by purchase', 'scheduled', 'standard']],
  [terms, true, true, ['by purchase', 'failed', 'standard']],
  [{ ...terms, payment_plan: 'fixed_pay' }, false, true, ['weekly', 'scheduled', 'custom']],
  [{ ...terms, net_terms: 45 }, false, false, ['by purchase', 'nothing due', 'custom']],
  [{ ...terms, net_terms_type: 'business' }, false, false, ['by purchase', 'nothing due', 'custom']],
])('payments of %o, failed %s, due %s, are %o', (own, hasUnpaidDraw, hasDues, [period, state, type]) => {
  expect(paymentWords({ terms: own, standard, hasUnpaidDraw, hasDues })).toEqual({ payment_period: period, payment_state: state, payment_plan_type: type });
});

it('a change is what differs, and each names what follows', () => {
  const before = newReceiver({ net_terms: 30, see_statements: true });
  expect(changedTerms(before, { net_terms: 30, see_statements: true })).toEqual({});
  const changed = changedTerms(before, { net_terms: 45, is_black_listed: true, see_statements: true });
  expect(changed).toEqual({ net_terms: 45, is_black_listed: true });
  expect(termConsequences(changed, before)).toEqual([
    'Purchases from now on follow the new terms. What was bought before keeps its dates.',
    'Spending power becomes $0.00, every card is paused and no repayment is drawn, until the customer is off the blacklist.',
  ]);
  expect(termConsequences({ see_statements: false }, before)).toEqual(['The customer can neither see nor download account statements.']);
  expect(termConsequences({}, before)).toEqual([]);
});

it('leaving the blacklist promises nothing while another hold of staff stands', () => {
  const [text, ...others] = termConsequences({ is_black_listed: false }, newReceiver({ is_black_listed: true, is_locked: true, is_fraud: true }));
  expect([text, others]).toEqual(['The account stays stopped, with its cards paused and nothing drawn: it is locked and marked as fraud.', []]);
});

it('pages show the name that staff gave a business in the program, else its own', () => {
  expect(shownBusinessName({ whitelabel_business_name: 'Ada at Harbor', business_name: 'Engines & Co' })).toBe('Ada at Harbor');
  expect(shownBusinessName({ whitelabel_business_name: null, business_name: 'Engines & Co' })).toBe('Engines & Co');
});

it('statements are refused where the account has none', () => {
  expect(() => requireStatements({ see_statements: true })).not.toThrow();
  expect(() => requireStatements({ see_statements: false })).toThrow('forbidden');
});

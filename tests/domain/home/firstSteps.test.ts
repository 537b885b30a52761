import { describe, expect, it } from 'vitest';
import { firstSteps } from '../../../server/domain/home/firstSteps.ts';

const receiver = {
  paymentSchedule: [],
  payment_plan: 'net_terms',
  net_terms: 15,
  net_terms_type: 'business',
  email: 'ana@example.com',
  is_email_confirmed: true,
};
const texts = (facts: Partial<Parameters<typeof firstSteps>[0]> = {}) => firstSteps({ ...receiver, ...facts }).map(({ text }) => text);

describe('what a new merchant does first', () => {
  it('leads to the card, the payments and the mails', () => {
    expect(firstSteps(receiver).map(({ link }) => link.path)).toEqual(['/card', '/payments', '/settings#mails']);
    expect(texts()[2]).toContain('ana@example.com');
  });

  it('promises no mail that is not sent: none without an address, none on Mondays before it is confirmed', () => {
    const [, , third] = firstSteps({ ...receiver, email: '' });
    expect(third?.link.path).toBe('/settings#address');
    expect(`${third?.title} ${third?.text}`).not.toMatch(/mail|Monday|We write/);
    expect(texts({ is_email_confirmed: false })[2]).toBe(
      'We write to ana@example.com before each payment, and every Monday once you have confirmed that address.',
    );
  });

  it('names the first due date once there is one, and the terms before', () => {
    expect(texts()[1]).toBe('Nothing is due yet. A purchase is drawn from your bank account 15 business days after you make it.');
    expect(texts({ net_terms: 1 })[1]).toContain('1 business day after you make it.');
    expect(texts({ net_terms: 0 })[1]).toContain('A purchase is drawn from your bank account on the day you make it.');
    expect(texts({ net_terms: null })[1]).toContain('on its due date');
    // 2026-08-05T00:00:00Z
    const entry = { payment_due_date: { seconds: 1_785_888_000 }, total_owed_cents: 123_456, potential_cashback: 0 };
    expect(texts({ paymentSchedule: [entry] })[1]).toBe('$1,234.56 is due on Aug 5, 2026. It is drawn from your bank account.');
    // The fixed plan has no single next payment.
    expect(texts({ paymentSchedule: [entry], payment_plan: 'fixed_pay' })[1]).toBe(
      'Nothing is due before your first purchase. From then on a part of what you owe is drawn each week.',
    );
  });
});

import { describe, expect, it } from 'vitest';
import { mailAddressInWords, newMailAddressProblem } from '../../../server/domain/mail/mailAddressWords.ts';

const present = { email: 'ana@example.com', is_email_confirmed: true };

describe('the address of the mails', () => {
  it.each([
    ['another one', 'bea@example.com', present, null],
    ['the present one, however it is written', ' Ana@Example.com ', present, 'Your mails go to this address already.'],
    ['the present one that nobody has confirmed: a link is mailed again', 'ana@example.com', { ...present, is_email_confirmed: false }, null],
    ['the first one', 'ana@example.com', { email: '', is_email_confirmed: true }, null],
    ['nothing', ' ', present, 'Enter the email address.'],
    ['nothing, without a present one', '', { email: '', is_email_confirmed: true }, 'Enter the email address.'],
    ['no address', 'ana at example.com', present, 'Enter an email address such as ana@example.com.'],
  ])('is checked when it is %s', (_what, typed, known, problem) => {
    expect(newMailAddressProblem(typed, known)).toBe(problem);
  });

  it('is told with what goes there', () => {
    expect(mailAddressInWords(present)).toBe('All mails about your account go there.');
    expect(mailAddressInWords({ ...present, is_email_confirmed: false })).toContain('send no summaries');
    expect(mailAddressInWords({ email: '', is_email_confirmed: true })).toContain('nobody is told when a repayment fails');
  });
});

import { expect, it } from 'vitest';
import { consequenceInWords, debtInWords, nextInWords } from '../../../standalone/staff/actions/consequences.ts';

it.each([
  ['lock_account', '$1,234.56 is owed now: it stays owed and is not drawn while the account is locked.'],
  ['reset_bank', '$1,234.56 is owed now: it stays owed. It waits until the customer links a bank again and authorizes its debits.'],
  ['reset_card', '$1,234.56 is owed now: it stays owed and is drawn on its due dates. Purchases that the old card made are still booked when they arrive.'],
  ['download_repayment_csv', ''],
] as const)('%s names what is owed, and what becomes of it', (action, words) => {
  expect(debtInWords(action, 123_456)).toBe(words);
});

it('names no debt where nothing is owed', () => {
  expect(debtInWords('reset_bank', 0)).toBe('');
  expect(debtInWords('reset_bank', -500)).toBe('');
});

it('says how what fell due during a lock is collected', () => {
  const holds = { is_locked: true, is_fraud: false, is_black_listed: false };
  expect(consequenceInWords('unlock_account', holds)).toContain('drawn one due date per banking day, the oldest first, beginning in two business days');
});

it('promises nothing of an unlocked account that another hold stops', () => {
  expect(consequenceInWords('unlock_account', { is_locked: true, is_fraud: false, is_black_listed: true })).toBe(
    'The account stays stopped, with its cards paused and nothing drawn: it is on the blacklist.',
  );
});

it('says what Reset EIN needs next: another Reset where the verification stands, else only the form', () => {
  expect(nextInWords('reset_ein', { lithic_account_holder_token: 'holder' })).toContain('Reset KYB next');
  expect(nextInWords('reset_ein', { lithic_account_holder_token: null })).toBe('The verification was not sent yet: its form asks the customer for the number.');
  expect(nextInWords('reset_kyb', { lithic_account_holder_token: 'holder' })).toBe('');
});

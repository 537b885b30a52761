import { expect, it } from 'vitest';
import { meaningOfBankStatus } from '../../../server/domain/bank/bankStatus.ts';

const everyStatus = [
  'relink',
  'verification_expired',
  'verification_failed',
  'pending_automatic_verification',
  'pending_manual_verification',
  'unsent',
  'database_matched',
  'database_insights_pass',
  'database_insights_pass_with_caution',
  'database_insights_fail',
  'something_new',
  'constructor',
];

it.each(everyStatus)('%s is no dead end: it is explained, and another account can always be linked', (status) => {
  const { message, remedies } = meaningOfBankStatus(status);
  expect(message).toMatch(/^[A-Z].*\.$/);
  expect(message).not.toContain('_');
  expect(remedies).toContain('link_another');
  expect(remedies.length).toBeGreaterThan(1);
});

it('the micro-deposits are asked for where they were sent for that', () => {
  expect(everyStatus.filter((status) => meaningOfBankStatus(status).remedies.includes('enter_microdeposits'))).toEqual(['pending_manual_verification']);
});

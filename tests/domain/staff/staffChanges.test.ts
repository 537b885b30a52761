import { expect, it } from 'vitest';
import { meaningOfStaffChange } from '../../../server/domain/staff/staffChanges.ts';

it.each(['unlock_account', 'leave_black_list'])('%s is told as the end of one hold while another stands', (change) => {
  expect(meaningOfStaffChange(change, false)).toContain('is drawn from your bank one due date a banking day');
  expect(meaningOfStaffChange(change, true)).toContain('another one stands');
});

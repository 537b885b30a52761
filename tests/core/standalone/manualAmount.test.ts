import { expect, it } from 'vitest';
import { readManualAmount } from '../../../standalone/staff/manualAmount.ts';

it.each([
  ['1,012.34', 101_234],
  ['$12.50', 1_250],
  [' -25 ', -2_500],
  ['-$1,000.5', -100_050],
  ['150000', 15_000_000],
])('a credit by hand of “%s” is %d cents', (typed, cents) => {
  expect(readManualAmount(typed)).toBe(cents);
});

it.each(['', '0', '-0.00', '200,00', '-200,00', '--5', '1.234', '150000.01', 'ten'])('a credit by hand of “%s” is asked for again', (typed) => {
  expect(readManualAmount(typed)).toBeNull();
});

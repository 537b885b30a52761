/** The consequence of each return code of the bank. */

export type Consequence = 'present again' | 'ask for another bank' | 'stop all debits' | 'stop';

const consequences: ReadonlyMap<string, Consequence> = new Map([
  // NSF is the word of the transfer provider for R01, before the debit has reached the bank.
  ...['R01', 'R09', 'NSF'].map((code) => [code, 'present again'] as const),
  ...['R02', 'R03', 'R04', 'R20'].map((code) => [code, 'ask for another bank'] as const),
  ...['R05', 'R07', 'R10', 'R29'].map((code) => [code, 'stop all debits'] as const),
]);

/** Returns what a code leads to. Every code that is not named stops without a retry, and goes to staff. */
export const consequenceOf = (code: string | null): Consequence => consequences.get(code ?? '') ?? 'stop';

/** The two places of a linked bank: `fallback` is a second bank, from which a draw comes that the first one cannot bear. */
export const bankRoles = ['main', 'fallback'] as const;
export type BankRole = (typeof bankRoles)[number];

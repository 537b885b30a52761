/** The two places of a linked bank: `fallback` is a second bank, from which a draw comes that the first one cannot bear. */
export const bankRoles = ['main', 'fallback'] as const;
export type BankRole = (typeof bankRoles)[number];

/** The reason of a refusal while no bank is linked in a role. */
export const linkFirst: Readonly<Record<BankRole, string>> = {
  main: 'Link your bank account first.',
  fallback: 'Link your second bank account first.',
};

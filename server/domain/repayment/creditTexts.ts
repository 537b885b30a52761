/** The words about a credit balance, for every frontend. */
export const creditTexts = {
  heading: 'Credit',
  have: (credit: string) => `You have a credit of ${credit}. It lowers what you owe next.`,
  payTo: (account: string) => `You can also have it paid to ${account}.`,
  small: (least: string) => `It can be paid to your bank account from ${least} on.`,
  noBank: 'Link a bank account to have it paid out.',
  payOut: (credit: string) => `Pay out ${credit}`,
  states: { underway: 'on its way to your bank', paid: 'paid to your bank', failed: 'came back: it is a credit again' },
} as const;

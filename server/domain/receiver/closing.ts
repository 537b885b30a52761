/** How far the closing of an account is: `closing` while something is owed, held, or still to be paid out. */
export type ClosingState = 'closing' | 'closed';

/** Returns how far the closing of an account is; null for an account that stays open. */
export function closingState(receiver: { readonly closing_requested_at: Date | null; readonly closed_at: Date | null }): ClosingState | null {
  if (receiver.closed_at !== null) return 'closed';
  return receiver.closing_requested_at === null ? null : 'closing';
}

/** The words to a merchant whose account is being closed, or is closed. */
export const closingTexts: Readonly<Record<ClosingState, { readonly title: string; readonly text: string }>> = {
  closing: {
    title: 'Your account is being closed',
    text: 'Nothing can be bought any more. What you owe is drawn on its due dates, and a credit is paid to your bank. Your statements stay here.',
  },
  closed: {
    title: 'Your account is closed',
    text: 'A refund that still arrives is paid to your bank, and a late charge is drawn from it. Your statements stay here.',
  },
};

/** The words in place of the steps to a card, to a merchant whose account is closed before one. */
export const closingBeforeCardTexts: typeof closingTexts = {
  closing: {
    title: closingTexts.closing.title,
    text: 'No card opens, and no step is left to take. What you owe is drawn on its due dates, and a credit is paid to your bank.',
  },
  closed: { title: closingTexts.closed.title, text: 'No card opens, and no step is left to take. Nothing is owed now.' },
};

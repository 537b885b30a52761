/** The words around the authorization to debit a bank account, for every frontend. */

export const debitTexts = {
  heading: 'Debits of your bank account',
  linking: (program: string) => `When you link an account, you authorize ${program} to debit it for what you owe.`,
  read: 'Read the authorization',
  staff: 'The customer authorizes debits of the account themselves, in the bank settings.',
  given: (account: string, on: string) => `You authorized debits of ${account} on ${on}.`,
  revoke: 'End the authorization',
  revokeTitle: 'End the authorization to debit your account?',
  keep: 'Keep it',
  /** The consequences when a merchant ends the authorization. */
  consequences: (owed: string | null) => [
    'Nothing more is debited. A debit that is already with your bank still runs.',
    owed === null ? 'You owe nothing now.' : `The ${owed} that you owe for settled purchases stays owed and is due on its dates.`,
    'Every card is paused, and purchases are declined.',
    'You can authorize debits again here at any time. The pause then ends by itself.',
  ],
  ended: {
    revoked_by_merchant: 'You ended the authorization to debit your bank account.',
    returned: 'Your bank sent a debit back as not authorized, so debits have stopped.',
    replaced: 'Debits of this account are not authorized.',
    bank_link_ended: 'Debits of this account are not authorized.',
  },
  missing: 'Debits of this account are not authorized.',
  waiting: 'What you owe stays due, and every card may be paused. Read the authorization below and accept it.',
  stopped: 'What you owe stays due, and every card may be paused until you authorize debits again.',
  authorize: 'Authorize debits',
  noBank: 'No bank account is linked.',
} as const;

interface Authorization {
  readonly account: { readonly refusal: string | null } | null;
  readonly given: object | null;
  readonly ended: { readonly reason: keyof typeof debitTexts.ended } | null;
}

/** Says why the linked account may not be debited and what follows; null while it may, or none is linked. */
export function debitsStopped({ account, given, ended }: Authorization): { title: string; text: string } | null {
  if (account === null || given !== null) return null;
  return { title: ended ? debitTexts.ended[ended.reason] : debitTexts.missing, text: account.refusal ?? debitTexts.stopped };
}

import { debitClassesOf } from '../../domain/bank/debitAuthorization.ts';
import type { Program } from '../define.ts';

/** The fields of a program that the text mentions or follows. */
export type AuthorizingProgram = Pick<Program, 'name' | 'supportEmail' | 'personalAccounts'>;

/** The day the text was written, YYYY-MM-DD. Any change of the text needs a new one. An authorization keeps the text that it was given for. */
export const debitAuthorizationVersion = '2026-11-22';

const personalAccount = ({ name }: AuthorizingProgram) => `
## A personal account

If the account belongs to a person and not to the business, you are its owner, and you authorize ${name} as a consumer, over the internet, to debit it by the same entries (ACH class WEB). The bank gives a consumer 60 days to report a debit that was not authorized.
`;

/** Returns the authorization to debit an account, as Markdown; `debitAuthorizationVersion` names its wording. */
export function debitAuthorizationText(program: AuthorizingProgram): string {
  const { name, supportEmail, personalAccounts } = program;
  const takesPersonal = debitClassesOf(personalAccounts).includes('web');
  return `
# Authorization to debit your bank account

You authorize ${name} to debit the bank account that you choose, by electronic entries on the ACH network.

- **What for:** purchases with your ${name} card, on the day they are due or the next day on which banks are open, and payments that you start yourself.
- **How much:** what is due on that day. We announce each scheduled debit by e-mail before it, and your dashboard shows all that are coming.
- **If one comes back** for lack of money, we may present the same amount once more.
- **How long:** until you end it in the bank settings of your dashboard, or by writing to ${supportEmail}. A debit that is already with the bank still runs.

## A business account

The account belongs to the business, and you may sign for it. Its debits are entries between businesses (ACH class CCD).
${takesPersonal ? personalAccount(program) : `\nA personal account cannot be used with ${name}.\n`}
## When you end it

No more is debited. What you owe stays owed and is due on its dates, your card is paused, and you can authorize again at any time.
`.trim();
}

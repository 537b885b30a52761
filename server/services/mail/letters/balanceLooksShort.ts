import { databaseOf } from '../../../db/databaseOf.ts';
import type { BankLink } from '../../../db/rows.ts';
import { formatShortDate } from '../../../domain/basics/dateFormats.ts';
import { dayIn, startOfDay } from '../../../domain/basics/dates.ts';
import { type Cents, formatUsd, subtract } from '../../../domain/basics/money.ts';
import { Refused } from '../../../providers/failure.ts';
import { bankAccessToken, currentBankLink } from '../../bank/bankLink.ts';
import type { Deps } from '../../deps.ts';
import { linkedBankName, readAccountFacts } from '../accountFacts.ts';
import { facts, figure, type Letter, paragraph } from '../letter.ts';
import type { LetterContext } from '../letterContext.ts';

/**
 * Warns that the linked account holds less than will be debited soon, by the bank's balance now. `about` is the day of
 * the debit. Throws the bank's failure when it cannot be asked; a bank that refuses to tell is the matter of another
 * letter.
 */
export async function balanceLooksShortLetter(deps: Deps, context: LetterContext): Promise<Letter | null> {
  const { program, scope, about } = context;
  if (about <= dayIn(program.timeZone, deps.clock())) return null;
  const { debits } = await readAccountFacts(deps, context);
  const debit = debits.find(({ debit_date }) => debit_date === about);
  const link = debit && (await currentBankLink(deps.database, scope));
  const balance = link ? await readBalance(deps, context, link) : null;
  if (!debit || balance === null || balance >= debit.amount_cents) return null;
  const amount = formatUsd(debit.amount_cents);
  const day = formatShortDate(startOfDay(debit.debit_date), 'UTC');
  return {
    subject: `Your balance looks short for the withdrawal of ${amount} on ${day}`,
    passages: [
      figure('Missing', formatUsd(subtract(debit.amount_cents, balance))),
      facts(['Withdrawal', `${amount} on ${day}`], ['From', await linkedBankName(deps, scope)], ['Available there now', formatUsd(balance)]),
      paragraph('Please move money to this account before that day. A withdrawal that fails pauses your card.'),
    ],
    action: { label: 'See what is due', path: '/' },
  };
}

/** Returns the balance that can be debited now, in cents, and stores it with the link. Null when the bank does not tell. */
async function readBalance(deps: Deps, { scope }: LetterContext, link: BankLink): Promise<Cents | null> {
  const token = bankAccessToken(deps, scope, link);
  if (token === null || link.account_id === null) return null;
  const bank = await deps.providers.bank.getBalances(token, link.account_id).catch((failure: unknown) => {
    if (failure instanceof Refused) return null;
    throw failure;
  });
  const account = bank?.accounts.find(({ accountId }) => accountId === link.account_id);
  if (!bank || bank.loginRequired || !account) return null;
  const stored = (amount: Cents | null) => (amount === null ? null : BigInt(amount));
  await databaseOf(deps.database, scope).bankLink.update({
    where: { receiver_id_id: { id: link.id } },
    data: { balance_available_cents: stored(account.availableCents), balance_current_cents: stored(account.currentCents), balance_at: deps.clock() },
  });
  return account.availableCents ?? account.currentCents;
}

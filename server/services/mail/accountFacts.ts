import type { BankLink, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type UpcomingDebit, upcomingDebits } from '../../domain/repayment/upcomingDebits.ts';
import { type SpendingPowerFigures, spendingPowerFigures } from '../../domain/spendingPower/spendingPower.ts';
import { currentBankLink } from '../bank/bankLink.ts';
import type { Deps } from '../deps.ts';
import { type Account, debtFacts, programDay, readAccount } from '../ledger/account.ts';
import type { LetterContext } from './letterContext.ts';

/** How far ahead debits are looked for: past a weekend and a holiday beside it. */
const daysAhead = 10;

/** What letters about money say, all of one moment. */
export interface AccountFacts {
  account: Account;
  /** Null until spending power was found out for the first time. */
  power: SpendingPowerFigures | null;
  /** The debits of the next days, the nearest first. */
  debits: readonly UpcomingDebit[];
}

/** Reads what a receiver owes, may spend, and will have debited in the next days. */
export async function readAccountFacts(deps: Deps, { scope, receiver }: Pick<LetterContext, 'scope' | 'receiver'>): Promise<AccountFacts> {
  const account = await readAccount(deps, deps.database, scope, receiver);
  return {
    account,
    power: account.totalPower === null ? null : spendingPowerFigures(account.totalPower, account.outstanding),
    debits: debitsOf(deps, receiver, account),
  };
}

function debitsOf({ clock, isBankHoliday }: Deps, receiver: Receiver, account: Account): readonly UpcomingDebit[] {
  const today = programDay(receiver, clock());
  // What is held at the card today will have settled by the day of the debit.
  return upcomingDebits({ ...debtFacts(account, isBankHoliday), owed: account.outstanding }, today, daysAhead);
}

/** The bank that is debited, by the end of its number: null when none is linked. */
export async function linkedBankName({ database }: Deps, scope: ReceiverScope): Promise<string | null> {
  const link = await currentBankLink(database, scope);
  return link && accountName(link);
}

/** A linked account as its owner knows it. */
export function accountName({ institution_name, account_name, mask }: BankLink): string {
  const name = institution_name ?? account_name ?? 'Linked bank account';
  return mask === null ? name : `${name}, account ending in ${mask}`;
}

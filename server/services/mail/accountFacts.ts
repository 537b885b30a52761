import { databaseOf } from '../../db/databaseOf.ts';
import type { Draw } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { Cents } from '../../domain/basics/money.ts';
import { listInWords } from '../../domain/basics/words.ts';
import { longestNoticeDays } from '../../domain/repayment/draw.ts';
import { type DrawsOfDay, debitOf, drawsAhead, type UpcomingDebit } from '../../domain/repayment/upcomingDebits.ts';
import { type FreedLater, freedLater } from '../../domain/spendingPower/heldBack.ts';
import { type SpendingPowerFigures, spendingPowerFigures } from '../../domain/spendingPower/spendingPowerFigures.ts';
import { accountName, currentBankLink } from '../bank/bankLink.ts';
import type { Deps } from '../deps.ts';
import { type Account, readAccount } from '../ledger/account.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { drawFacts } from '../repayment/drawFacts.ts';
import { isDrawnFrom } from '../repayment/isDrawnFrom.ts';
import type { LetterContext } from './letterContext.ts';

/** The figures in letters about money, all read at one moment. */
export interface AccountFacts {
  account: Account;
  /** Null until the first computation of spending power. With what can be spent again on which day. */
  power: (SpendingPowerFigures & { freed: readonly FreedLater[] }) | null;
  /** Whether dues are drawn automatically. */
  isDrawnFrom: boolean;
  /** The debits of the next days, the nearest first. */
  debits: readonly UpcomingDebit[];
  /** The single draws of those debits. */
  draws: readonly DrawsOfDay[];
}

/** Reads what a receiver owes, may spend, and will have debited in the next days. */
export async function readAccountFacts(deps: Deps, { scope, receiver }: Pick<LetterContext, 'scope' | 'receiver'>): Promise<AccountFacts> {
  const account = await readAccount(deps, deps.database, scope, receiver);
  const isDrawn = await isDrawnFrom(deps.database, scope, receiver);
  const draws = isDrawn ? await drawsOf(deps, { scope, receiver }, account) : [];
  return {
    account,
    power:
      account.totalPower === null
        ? null
        : { ...spendingPowerFigures(account.totalPower, account), freed: freedOf(deps, receiver, account, account.totalPower) },
    isDrawnFrom: isDrawn,
    debits: draws.map((day) => debitOf(day.debit_date, day.draws)),
    draws,
  };
}

function freedOf({ clock }: Deps, receiver: LetterContext['receiver'], { draws }: Account, total: Cents): readonly FreedLater[] {
  return freedLater(draws, programDay(receiver, clock()), total, programOf(receiver).trust);
}

async function drawsOf(deps: Deps, { scope, receiver }: Pick<LetterContext, 'scope' | 'receiver'>, account: Account): Promise<readonly DrawsOfDay[]> {
  const today = programDay(receiver, deps.clock());
  // Card holds of today will have settled by the day of the debit.
  return drawsAhead({ ...(await drawFacts(deps, deps.database, scope, account)), owed: account.outstanding }, today, longestNoticeDays);
}

/** Returns the debited bank account by name and last digits; null when none is linked. */
export async function linkedBankName({ database }: Deps, scope: ReceiverScope): Promise<string | null> {
  const link = await currentBankLink(database, scope);
  return link && accountName(link);
}

/** Returns the bank account that a draw debits or a payout goes to, by name and last digits: the linked one, unless it names another. */
export async function debitedBankName(deps: Deps, scope: ReceiverScope, { bank_link_id: id }: Pick<Draw, 'bank_link_id'>): Promise<string | null> {
  const link = id === null ? null : await databaseOf(deps.database, scope).bankLink.findUnique({ where: { receiver_id_id: { id } } });
  return link ? accountName(link) : linkedBankName(deps, scope);
}

/** Returns the bank accounts that a debit to come is drawn from, by name and last digits; null when none is linked. */
export async function bankNamesOf(deps: Deps, scope: ReceiverScope, { bank_link_ids }: UpcomingDebit): Promise<string | null> {
  const names = await Promise.all(bank_link_ids.map((bank_link_id) => debitedBankName(deps, scope, { bank_link_id })));
  return listInWords(names.filter((name) => name !== null)) || null;
}

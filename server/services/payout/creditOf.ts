import type { Receiver } from '../../db/rows.ts';
import type { IsoDate } from '../../domain/basics/dates.ts';
import { noMoney } from '../../domain/basics/money.ts';
import { isSettledTransfer } from '../../domain/ledger/ledger.ts';
import { type CreditParts, creditParts } from '../../domain/payout/creditPayout.ts';
import { isFinalDraw } from '../../domain/spendingPower/heldBack.ts';
import type { Deps } from '../deps.ts';
import type { Account } from '../ledger/account.ts';
import { programDay } from '../receiver/programOf.ts';

/** A credit balance by its parts. */
export interface Credit extends CreditParts {
  /** Whether any repayment can still come back. */
  isFinal: boolean;
  /** The day on which all repayments are final; null when they are, and while it cannot be named. */
  finalOn: IsoDate | null;
}

/** Divides the credit of an account into what can be paid out and what cannot. Of an account that is closing cashback is paid out too. */
export function creditOf({ clock }: Pick<Deps, 'clock'>, receiver: Receiver, { balances, draws, trust, unusedCashback }: Account): Credit {
  const today = programDay(receiver, clock());
  const open = draws.filter((draw) => isSettledTransfer(draw.status) && !isFinalDraw(draw, today));
  const days = open.flatMap(({ final_on }) => final_on ?? []).toSorted();
  const cashback = receiver.closing_requested_at === null ? unusedCashback : noMoney;
  return {
    ...creditParts({ balances, notFinal: trust.notFinal, cashback }),
    isFinal: open.length === 0,
    finalOn: days.length === open.length ? (days.at(-1) ?? null) : null,
  };
}

import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { IsoDate } from '../../domain/basics/dates.ts';
import { noMoney, smaller } from '../../domain/basics/money.ts';
import { type LedgerBalances, settledStatuses } from '../../domain/ledger/ledger.ts';
import { type CreditParts, creditParts, notFinal } from '../../domain/payout/creditPayout.ts';
import { unusedCashback } from '../../domain/repayment/cashback.ts';
import type { Deps } from '../deps.ts';
import { programDay, programOf } from '../receiver/programOf.ts';
import { readCashbackFacts } from '../repayment/readCashbackFacts.ts';

interface Facts {
  scope: ReceiverScope;
  receiver: Receiver;
  balances: LedgerBalances;
}

/** A credit balance by its parts. */
export interface Credit extends CreditParts {
  /** Whether any repayment can still come back. */
  isFinal: boolean;
  /** The day on which all repayments are final; null when they are, and while it cannot be named. */
  finalOn: IsoDate | null;
}

/** Reads the credit of a receiver, divided into what can be paid out and what cannot. Of an account that is closing cashback is paid out too. */
export async function creditOf(
  deps: Pick<Deps, 'clock' | 'isHoliday' | 'isBankHoliday'>,
  transaction: Transaction,
  { scope, receiver, balances }: Facts,
): Promise<Credit> {
  const own = databaseOf(transaction, scope);
  const draws = await own.draw.findMany();
  const settled = draws.filter(({ status }) => settledStatuses.has(status));
  const links = await own.bankLink.findMany({ select: { id: true, holder_category: true }, orderBy: { linked_at: 'asc' } });
  const told = await own.bankTransferEvent.findMany({ where: { type: 'funds_available' }, select: { provider_transfer_id: true, at: true } });
  const toldAt = new Map(told.map(({ provider_transfer_id, at }) => [provider_transfer_id, at]));
  const open = notFinal(
    settled.map(({ amount_cents, status, transfer_id, finished_at, bank_link_id }) => {
      const availableAt = status === 'funds_available' ? (toldAt.get(transfer_id ?? '') ?? finished_at) : null;
      return {
        amount_cents: storedCents(amount_cents),
        availableOn: availableAt && programDay(receiver, availableAt),
        holderCategory: (links.find(({ id }) => id === bank_link_id) ?? links.at(-1))?.holder_category ?? null,
      };
    }),
    { today: programDay(receiver, deps.clock()), finalAfter: programOf(receiver).finalAfterBankingDays, isBankHoliday: deps.isBankHoliday },
  );
  const keepsCashback = receiver.closing_requested_at === null && balances.owed < 0 && balances.cashback > 0;
  // Cashback that was taken back after it had paid nothing may have been taken from another credit.
  const cashback = keepsCashback ? smaller(unusedCashback(await readCashbackFacts(deps, transaction, scope, { receiver, draws })), balances.cashback) : noMoney;
  return { ...creditParts({ balances, notFinal: open.cents, cashback }), isFinal: open.cents === 0, finalOn: open.finalOn };
}

import type { Reading } from '../../db/database.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { DebtFacts } from '../../domain/repayment/upcomingDebits.ts';
import { debitableFallback } from '../bank/fallbackBank.ts';
import type { Deps } from '../deps.ts';
import { type Account, debtFacts } from '../ledger/account.ts';

/** Returns the facts from which draws are planned: what is arranged to come from a second bank that may not be debited now comes from the usual one. */
export async function drawFacts({ isBankHoliday }: Pick<Deps, 'isBankHoliday'>, reading: Reading, scope: ReceiverScope, account: Account): Promise<DebtFacts> {
  const facts = debtFacts(account, isBankHoliday);
  if (facts.arrangements.every(({ bank_link_id }) => bank_link_id === null)) return facts;
  const second = await debitableFallback(reading, scope);
  const arrangements = facts.arrangements.map((one) => (one.bank_link_id === second?.id ? one : { ...one, bank_link_id: null }));
  return { ...facts, arrangements };
}

import type { Transaction } from '../../../db/database.ts';
import type { Receiver } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { noMoney } from '../../../domain/basics/money.ts';
import { cardSpendLimit } from '../../../domain/card/cardSpendLimit.ts';
import { availableOf } from '../../../domain/spendingPower/spendingPowerFigures.ts';
import type { Deps } from '../../deps.ts';
import { readAccount } from '../../ledger/account.ts';

/**
 * Returns the limit, in cents, with which a further card or a successor is ordered: what the account can spend, so that the card works from
 * its first second. It is stored with the order; what changes until the card is made follows.
 */
export async function firstSpendLimit(
  deps: Pick<Deps, 'clock' | 'isBankHoliday'>,
  transaction: Transaction,
  { scope, receiver }: { scope: ReceiverScope; receiver: Receiver },
): Promise<bigint> {
  const { totalPower, outstanding } = await readAccount(deps, transaction, scope, receiver);
  return BigInt(cardSpendLimit(noMoney, availableOf(totalPower ?? noMoney, outstanding), { hadPower: false }));
}

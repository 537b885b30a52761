import type { Transaction } from '../../db/database.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { isDrawnByItself } from '../../domain/repayment/draw.ts';
import { currentDebitAuthorization } from '../bank/debitAuthorization.ts';

/**
 * Tells whether dues are drawn from an account automatically now: not while staff have stopped it or skipped its bank, nor
 * while the merchant has not authorized debits of the linked bank account.
 */
export async function isDrawnFrom(transaction: Transaction, scope: ReceiverScope, receiver: Receiver): Promise<boolean> {
  return isDrawnByItself(receiver) && (await currentDebitAuthorization(transaction, scope)) !== null;
}

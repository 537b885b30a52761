import type { TransactionDetails } from '../../contract/transactions.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { TabKey } from '../../domain/table/table.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { requireWholeView } from '../access/wholeView.ts';
import type { Deps } from '../deps.ts';
import { presentCardTransaction } from './presentCardTransaction.ts';
import { presentReceivable } from './presentReceivable.ts';
import { presentRepayment } from './presentRepayment.ts';

const readers = { card: presentCardTransaction, repayments: presentRepayment, receivables: presentReceivable } as const;

/**
 * Returns one row of the table with its history. Throws `not_found` when it is not this receiver's or, for a cardholder, of
 * another's card, and `forbidden` when a cardholder asks for another tab.
 */
export async function presentTransaction(deps: Deps, view: ReceiverView, { tab, id }: { tab: TabKey; id: string }): Promise<TransactionDetails> {
  if (tab !== 'card') requireWholeView(view);
  const details = await readers[tab](deps, view, id);
  if (!details) throw new DomainError('not_found');
  return details;
}

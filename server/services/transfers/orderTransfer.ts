import { Refused } from '../../providers/failure.ts';
import type { BankTransfer, TransferOrder } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';
import { findTransferByKey, type Sent } from './findTransferByKey.ts';

/** The account that a transfer debits or credits, and the access to it. */
export type BankAccess = Pick<TransferOrder, 'accessToken' | 'accountId' | 'legalName' | 'achClass'>;

export interface Refusal {
  code: string;
  description: string;
}

/** The bank's answer: a transfer, an authorization that it declined, or a call that it refused. */
type OrderedTransfer = { transfer: BankTransfer } | { declined: Refusal } | { refused: Refused };

interface Ordering {
  order: TransferOrder;
  /** See `debitDescription`. */
  description: string;
  /** Stores that the order was authorized: from then on its transfer may exist. */
  storeAuthorization: (authorizationId: string) => Promise<unknown>;
}

/**
 * Lets the bank authorize a draw or payout, then has it make the transfer. After a refusal it looks for a transfer that an interrupted
 * attempt made. Throws the bank's failure while the outcome is unclear.
 */
export async function orderTransfer(deps: Deps, sent: Sent, { order, description, storeAuthorization }: Ordering): Promise<OrderedTransfer> {
  const { bank } = deps.providers;
  const { accessToken, accountId, key } = order;
  try {
    const { authorizationId, decision, rationale } = await bank.authorizeTransfer(order);
    if (decision !== 'approved') return { declined: rationale ?? { code: decision, description: 'The bank did not allow it.' } };
    await storeAuthorization(authorizationId);
    return { transfer: await bank.createTransfer({ accessToken, accountId, authorizationId, description, key }) };
  } catch (failure) {
    if (!(failure instanceof Refused)) throw failure;
    const transfer = await findTransferByKey(deps, sent);
    return transfer ? { transfer } : { refused: failure };
  }
}

import type { Transaction } from '../../../db/database.ts';
import { databaseOf } from '../../../db/databaseOf.ts';
import { type NewCardTransaction, type StoredTerms, storeCardTransactionRow } from '../../../db/queries/cardTransactions.ts';
import { closeReportedApprovals } from '../../../db/queries/openApprovals.ts';
import type { Receiver, CardTransaction as StoredCardTransaction } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { dayMs, utcDate } from '../../../domain/basics/dates.ts';
import { noMoney } from '../../../domain/basics/money.ts';
import { isCardCheck } from '../../../domain/card/card.ts';
import { merchantColumns } from '../../../domain/card/merchant.ts';
import { isLingering } from '../../../domain/card/openApprovals.ts';
import { isOutdated } from '../../../domain/ledger/ledger.ts';
import { purchaseTerms } from '../../../domain/repayment/purchaseTerms.ts';
import { searchText, tabs } from '../../../domain/table/table.ts';
import type { CardTransaction } from '../../../providers/ports/cardIssuer.ts';
import type { Deps } from '../../deps.ts';
import { bookCardTransaction } from '../../ledger/book.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { resolveDifference } from '../../receiver/differences.ts';
import { programOf } from '../../receiver/programOf.ts';
import { requestSpendingPower } from '../../spendingPower/requestSpendingPower.ts';

/**
 * Updates one card transaction to its present state at the issuer, in one database transaction: the mirror for tables
 * and reports, its history, and the ledger. May be repeated, in any order. Throws the issuer's failure.
 */
export async function syncCardTransaction(deps: Deps, scope: ReceiverScope, token: string): Promise<void> {
  await storeCardTransaction(deps, scope, await deps.providers.cardIssuer.getTransaction(token));
}

/**
 * Stores a card transaction as the issuer reported it, and books what it changes. Ignores a report older than the
 * stored one, and a transaction of a card that is not the receiver's.
 */
export function storeCardTransaction(deps: Deps, scope: ReceiverScope, fetched: CardTransaction): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const own = databaseOf(transaction, scope);
    const card = await own.card.findUnique({ where: { receiver_id_token: { token: fetched.cardToken } }, select: { token: true } });
    if (!card) return deps.log.warn({ transaction: fetched.token }, 'a card transaction belongs to no card of this receiver');
    const where = { receiver_id_token: { token: fetched.token } };
    const known = await own.cardTransaction.findUnique({ where });
    if (known && isOutdated(fetched.updatedAt, known.updated_at)) return;

    // The terms at the time of the purchase hold, whatever they become later.
    await storeCardTransactionRow(transaction, scope, mirrorRow(fetched, known ? termsOf(known) : presentTerms(deps, receiver, fetched)));
    await addEvents(transaction, scope, fetched);
    const isPurchase = fetched.amountCents >= 0;
    if (isPurchase && fetched.status === 'DECLINED' && known?.status !== 'DECLINED') await tellOfDecline(deps, transaction, scope, fetched);
    await closeApprovals(deps, transaction, scope, fetched.token);
    const booked = await bookCardTransaction(
      deps,
      transaction,
      { scope, receiver },
      {
        type: 'card_transaction',
        subject_id: fetched.token,
        as_of: fetched.updatedAt,
        status: fetched.status,
        pending_cents: fetched.heldCents,
        settled_cents: fetched.settledCents,
      },
    );
    if (booked.length === 0) return;
    await requestSpendingPower(deps, transaction, scope, 'card activity');
  });
}

/** Queues the letter about a declined purchase, unless it was declined long ago, as when a history is read. */
async function tellOfDecline({ queue, clock }: Deps, transaction: Transaction, { receiverId }: ReceiverScope, fetched: CardTransaction): Promise<void> {
  if (clock().getTime() - fetched.createdAt.getTime() > dayMs) return;
  const about = `${fetched.cardToken} ${fetched.token}`;
  await queue.send('send-letter', { receiver_id: receiverId, kind: 'purchase_declined', about }, { transaction });
}

/** Closes the approvals that the transaction's reported authorizations were given by: what they reserved is in the books now. */
async function closeApprovals(deps: Deps, transaction: Transaction, scope: ReceiverScope, token: string): Promise<void> {
  const given = await closeReportedApprovals(transaction, scope, token);
  const isListed = given.some((decidedAt) => isLingering(decidedAt, deps.clock()));
  if (isListed) await resolveDifference(deps, transaction, scope, { provider: 'cardIssuer', subject: 'approval_unreported', external_id: token });
}

/** Returns the terms of a purchase that was not known. */
function presentTerms({ isHoliday }: Deps, receiver: Receiver, fetched: CardTransaction): StoredTerms {
  const purchase = { created_at: fetched.createdAt, categoryCode: fetched.merchant.mcc, cash_cents: noMoney };
  return purchaseTerms(purchase, receiver, { cashbackBasisPoints: programOf(receiver).rates.cashbackBasisPoints, isHoliday });
}

function termsOf({ repayment_date, first_instalment_date, instalments, cashback_basis_points }: StoredCardTransaction): StoredTerms {
  const first = first_instalment_date && utcDate(first_instalment_date);
  return { repayment_date: utcDate(repayment_date), first_instalment_date: first, instalments, cashback_basis_points };
}

function mirrorRow(fetched: CardTransaction, terms: StoredTerms): NewCardTransaction {
  const { token, status, result, merchant, foreign, amountCents, createdAt: created_at } = fetched;
  const row = { amount_cents: BigInt(amountCents), settled_at: settledAt(fetched), foreign_amount: foreign === null ? null : BigInt(foreign.amount) };
  const due = isCardCheck(row) ? null : terms.repayment_date;
  const shown = { id: token, status, result, descriptor: merchant.descriptor, amount_cents: amountCents, created_at, repayment_date: due };
  return {
    ...terms,
    token,
    card_token: fetched.cardToken,
    status,
    result,
    ...row,
    pending_cents: BigInt(fetched.heldCents),
    settled_cents: BigInt(fetched.settledCents),
    ...merchantColumns(merchant.descriptor),
    merchant_city: merchant.city,
    merchant_state: merchant.state,
    merchant_country: merchant.country,
    merchant_category_code: merchant.mcc,
    foreign_currency: foreign?.currency ?? null,
    conversion_rate: foreign?.conversion_rate ?? null,
    raw_data: { merchant: { ...merchant }, currency: fetched.currency },
    search_text: searchText(tabs.card, shown),
    created_at,
    updated_at: fetched.updatedAt,
  };
}

/** The events that only release what was held. */
const releasingTypes: ReadonlySet<string> = new Set(['AUTHORIZATION_REVERSAL', 'AUTHORIZATION_EXPIRY']);

/** Returns when something of a transaction settled last; null where nothing has, as of a balance inquiry, which the issuer calls settled too. */
function settledAt({ status, settledCents, events, updatedAt }: CardTransaction): Date | null {
  const hasMoved = settledCents !== 0 || events.some(({ result, amountCents }) => result === 'APPROVED' && amountCents !== 0);
  if (status !== 'SETTLED' || !hasMoved) return null;
  return events.findLast(({ type }) => !releasingTypes.has(type))?.createdAt ?? updatedAt;
}

async function addEvents(transaction: Transaction, scope: ReceiverScope, { token: transaction_token, events }: CardTransaction): Promise<void> {
  await databaseOf(transaction, scope).cardTransactionEvent.createMany({
    data: events.map((event) => ({
      transaction_token,
      event_token: event.token,
      type: event.type,
      result: event.result,
      amount_cents: BigInt(event.amountCents),
      at: event.createdAt,
    })),
    skipDuplicates: true,
  });
}

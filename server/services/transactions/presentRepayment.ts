import { z } from 'zod';
import type { TransactionDetails } from '../../contract/transactions.ts';
import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { noCardCheck } from '../../db/queries/activityTables.ts';
import type { Draw } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { parseStored } from '../../db/storedJson.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { add, cents, noMoney, subtract } from '../../domain/basics/money.ts';
import { isUuid } from '../../domain/basics/uuid.ts';
import { manualTypes } from '../../domain/ledger/ledger.ts';
import { failureReason } from '../../domain/repayment/returnCodes.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { bankOf } from '../bank/bankLink.ts';
import type { Deps } from '../deps.ts';
import { readOr } from '../readOr.ts';

type RepaymentDetails = Extract<TransactionDetails, { tab: 'repayments' }>;
type Receipt = NonNullable<RepaymentDetails['receipt']>;

const maximumCoveredRows = 100;
const coversSchema = z.array(z.object({ transaction_token: z.string(), amount_cents: z.number().int() }));

/** Returns the purchases that a draw pays: those it names, or all that are due on its day; none when the stored names cannot be read. */
async function coveredBy(
  deps: Deps,
  scope: ReceiverScope,
  { id, covers, due_date, kind, amount_cents: drawn }: Draw,
): Promise<Pick<Receipt, 'covers' | 'covers_count' | 'refunds_count' | 'other_cents'>> {
  const { database } = deps;
  const named = readOr(deps, { receiver_id: scope.receiverId, draw: id }, () => parseStored('what a draw pays', coversSchema, covers), null);
  if (named === null || (named.length === 0 && kind !== 'scheduled')) return { covers: [], covers_count: 0, refunds_count: 0, other_cents: 0 };
  const where =
    named.length > 0
      ? { token: { in: named.map(({ transaction_token }) => transaction_token) } }
      : { is_counted: true, ...noCardCheck, repayment_date: due_date };
  const [amounts, purchases] = await Promise.all([
    databaseOf(database, scope).cardTransaction.findMany({ where, select: { amount_cents: true } }),
    databaseOf(database, scope).cardTransaction.findMany({ where, orderBy: [{ created_at: 'asc' }, { token: 'asc' }], take: maximumCoveredRows }),
  ]);
  const paid = new Map(named.map(({ transaction_token, amount_cents }) => [transaction_token, cents(amount_cents)]));
  const covered = named.length > 0 ? [...paid.values()] : amounts.map(({ amount_cents }) => storedCents(amount_cents));
  return {
    covers_count: amounts.length,
    refunds_count: amounts.filter(({ amount_cents }) => amount_cents < 0n).length,
    other_cents: amounts.length === 0 ? noMoney : subtract(storedCents(drawn), add(noMoney, ...covered)),
    covers: purchases.map(({ token, merchant_descriptor, created_at, amount_cents }) => ({
      id: token,
      descriptor: merchant_descriptor,
      created_at: created_at.toISOString(),
      amount_cents: paid.get(token) ?? Number(amount_cents),
    })),
  };
}

async function receiptOf(deps: Deps, scope: ReceiverScope, drawId: string, madeAt: Date): Promise<Receipt | null> {
  const draw = await databaseOf(deps.database, scope).draw.findUnique({ where: { receiver_id_id: { id: drawId } } });
  if (!draw) return null;
  const link =
    draw.bank_link_id === null ? null : await databaseOf(deps.database, scope).bankLink.findUnique({ where: { receiver_id_id: { id: draw.bank_link_id } } });
  return {
    number: draw.transfer_id ?? draw.id,
    due_date: utcDate(draw.due_date),
    debit_date: utcDate(madeAt),
    bank: link && bankOf(link),
    ...(await coveredBy(deps, scope, draw)),
  };
}

/** Returns a repayment: the bank's report about it and its receipt, or why staff entered it. */
export async function presentRepayment(deps: Deps, { scope, isOwn }: ReceiverView, id: string): Promise<RepaymentDetails | null> {
  const { database } = deps;
  const stored = isUuid(id) ? await databaseOf(database, scope).bankTransfer.findUnique({ where: { receiver_id_id: { id } } }) : null;
  if (!stored) return null;
  const { provider_transfer_id, draw_id, failure_code: code, failure_reason: reason } = stored;
  const events =
    provider_transfer_id === null
      ? []
      : await databaseOf(database, scope).bankTransferEvent.findMany({ where: { provider_transfer_id }, orderBy: [{ at: 'asc' }, { event_id: 'asc' }] });
  return {
    tab: 'repayments',
    row: {
      id: stored.id,
      name: stored.name,
      status: stored.status,
      amount_cents: Number(stored.amount_cents),
      created_at: stored.created_at.toISOString(),
      is_manual: stored.is_manual,
      transaction_type: manualTypes.find((type) => type === stored.transaction_type) ?? null,
    },
    expected_settlement_date: stored.expected_settlement_date && utcDate(stored.expected_settlement_date),
    settled_at: stored.settled_at?.toISOString() ?? null,
    failure: code === null && reason === null ? null : { code, reason: failureReason(code, { isOwn }) },
    manual_reason: stored.manual_reason,
    history: events.map(({ at, type, failure_reason }) => ({ at: at.toISOString(), status: type, failure_reason })),
    receipt: draw_id === null ? null : await receiptOf(deps, scope, draw_id, stored.created_at),
  };
}

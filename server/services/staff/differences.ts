import { z } from 'zod';
import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { type OpenDifference, openDifferences, unclaimedIdStart } from '../../db/queries/openDifferences.ts';
import { resolveStrayTransfer } from '../../db/queries/transferSweep.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { cents } from '../../domain/basics/money.ts';
import { isUuid } from '../../domain/basics/uuid.ts';
import { differenceInWords } from '../../domain/ledger/differenceWords.ts';
import { unclaimedSince } from '../../domain/payout/creditPayout.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import { type ReceiverView, viewListed } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { creditOf } from '../payout/creditOf.ts';
import { programDay } from '../receiver/programOf.ts';

const maximumShown = 200;

// A stored difference is described as far as it can be read.
const sideSchema = z
  .object({
    amount_cents: z.int().nullable().default(null),
    code: z.string().nullable().default(null),
    due_date: z.string().nullable().default(null),
    direction: z.string().nullable().default(null),
    merchant: z.string().nullable().default(null),
    decided_at: z.iso.datetime().nullable().default(null),
  })
  .catch({ amount_cents: null, code: null, due_date: null, direction: null, merchant: null, decided_at: null });

/** Returns the differences to the providers that staff have to settle: who, how much, which code, and what to do. The oldest first, and no more than `maximumShown`. */
export async function readDifferences(deps: Deps, caller: Caller) {
  const listed = await openDifferences(await deps.beginReading(), {
    program: caller.receiver.whitelabel,
    unclaimedSince: unclaimedSince(deps.clock()),
    limit: maximumShown + 1,
  });
  const rows: OpenDifference[] = [];
  for (const row of listed) {
    const shown = row.subject === 'unclaimed_credit' ? await payableCredit(deps, row) : row;
    if (shown) rows.push(shown);
  }
  const differences = rows.slice(0, maximumShown).map(({ id, token, email, business_name, provider, subject, reference, ours, theirs, found_at }) => {
    const [own, reported] = [sideSchema.parse(ours ?? {}), sideSchema.parse(theirs ?? {})];
    const amount_cents = own.amount_cents ?? reported.amount_cents;
    const { code, direction } = reported;
    const amount = amount_cents === null ? null : cents(amount_cents);
    const { due_date, merchant, decided_at } = own;
    const text = differenceInWords({
      provider,
      subject,
      amount,
      code,
      direction,
      due_date,
      hasCustomer: token !== null,
      merchant,
      decidedOn: decided_at === null ? null : programDay(caller.receiver, new Date(decided_at)),
    });
    return {
      id,
      customer: token === null || email === null ? null : { token, email, business_name },
      amount_cents,
      code,
      text,
      reference,
      is_settled_by_hand: token === null || isUuid(id),
      found_at: found_at.toISOString(),
    };
  });
  return { differences, has_more: listed.length > maximumShown };
}

/** Returns a credit that nobody claims with what of it can be paid out; null where that is nothing. */
async function payableCredit(deps: Deps, row: OpenDifference): Promise<OpenDifference | null> {
  const { scope, receiver } = await viewListed(deps, row.id.slice(unclaimedIdStart.length));
  const { payable } = creditOf(deps, receiver, await readAccount(deps, deps.database, scope, receiver));
  return payable > 0 ? { ...row, ours: { amount_cents: payable } } : null;
}

/** Marks a difference about a customer as settled by staff. Throws `not_found` when it is not open. */
export async function settleDifference(
  deps: Deps,
  caller: Caller,
  { scope }: ReceiverView,
  { id, origin }: { id: string; origin: Origin },
): Promise<{ settled: boolean }> {
  return inTransaction(deps.database, async (transaction) => {
    const where = { id, resolved_at: null };
    const { count } = isUuid(id)
      ? await databaseOf(transaction, scope).reconciliationDifference.updateMany({ where, data: { resolved_at: deps.clock() } })
      : { count: 0 };
    if (count === 0) throw new DomainError('not_found');
    await releaseApproval(transaction, scope, id);
    await recordAudit(deps, { scope, actor: caller, action: 'settle difference', details: { difference: id }, origin }, transaction);
    return { settled: true };
  });
}

/** Gives back what an approval reserves whose purchase the issuer does not know, where the settled difference is about one. */
async function releaseApproval(transaction: Transaction, scope: ReceiverScope, differenceId: string): Promise<void> {
  const own = databaseOf(transaction, scope);
  const difference = await own.reconciliationDifference.findFirst({ where: { id: differenceId, subject: 'approval_unreported' } });
  if (difference) await own.authorizationDecision.updateMany({ where: { transaction_token: difference.external_id }, data: { is_open: false } });
}

/** Marks a transfer that concerns no customer as settled by staff; the record of it is in the log of who did. Throws `not_found` when it is not open. */
export async function settleStrayTransfer(deps: Deps, caller: Caller, { id, origin }: { id: string; origin: Origin }): Promise<{ settled: boolean }> {
  return inTransaction(deps.database, async (transaction) => {
    const isSettled = await resolveStrayTransfer(transaction, id, deps.clock());
    if (!isSettled) throw new DomainError('not_found');
    await recordAudit(deps, { scope: caller.scope, actor: caller, action: 'settle stray transfer', details: { transfer: id }, origin }, transaction);
    return { settled: true };
  });
}

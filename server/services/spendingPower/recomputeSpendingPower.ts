import { storedCents } from '../../db/cents.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { startOfDay } from '../../domain/basics/dates.ts';
import { add, type Cents, larger, noMoney, subtract } from '../../domain/basics/money.ts';
import { cardSpendLimit, hasHadPower } from '../../domain/card/cardSpendLimit.ts';
import { isLimitUrgent, spreadMs } from '../../domain/card/limitUrgency.ts';
import { nextPayment } from '../../domain/repayment/schedule.ts';
import { heldBackCents } from '../../domain/spendingPower/heldBack.ts';
import { spendingPower } from '../../domain/spendingPower/spendingPower.ts';
import { availableOf, type UsedPower } from '../../domain/spendingPower/spendingPowerFigures.ts';
import { paymentWords } from '../../domain/staff/accountTerms.ts';
import type { Deps } from '../deps.ts';
import { type Account, readAccount } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programOf } from '../receiver/programOf.ts';
import { readSpendingPowerFacts } from './spendingPowerFacts.ts';
import { runColumns } from './storedSpendingPower.ts';
import { warnOfSpending } from './warnOfSpending.ts';

/**
 * Computes a receiver's spending power from its sales, its record and its ledger, and stores the run with inputs,
 * terms, result and cause (a word or two, such as `card activity`). Jobs send the issuer the new limits and any hold of
 * the cards, and take an account that is closing further. May be repeated.
 */
export function recomputeSpendingPower(deps: Deps, scope: ReceiverScope, cause: string): Promise<void> {
  return withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const account = await readAccount(deps, transaction, scope, receiver);
    const { commerceLink } = databaseOf(transaction, scope);
    const read = await commerceLink.findMany({ where: { last_synced_at: { not: null }, counted_at: null }, select: { id: true } });
    const power = spendingPower(await readSpendingPowerFacts(deps, transaction, { scope, receiver, account }));
    const before = await latestFigures(transaction, scope);
    const available = larger(
      noMoney,
      availableOf(power.total_cents, add(account.outstanding, heldBackCents(account.trust, power.total_cents, programOf(receiver).trust))),
    );
    await databaseOf(transaction, scope).spendingPowerSnapshot.create({
      data: {
        total_cents: power.total_cents,
        outstanding_cents: account.outstanding,
        available_cents: available,
        ...runColumns(power),
        cause,
        taken_at: momentAfter(before, deps.clock()),
      },
    });
    if (read.length > 0) await commerceLink.updateMany({ where: { id: { in: read.map(({ id }) => id) } }, data: { counted_at: deps.clock() } });
    await warnOfSpending(deps, transaction, scope, { before, after: { totalSpendPowerCents: power.total_cents, totalOutstandingCents: account.outstanding } });
    await storePayments(transaction, { scope, receiver, account });
    if (receiver.closing_requested_at !== null)
      await deps.queue.send('settle-closing', { receiver_id: scope.receiverId }, { transaction, singletonKey: scope.receiverId });
    await storeDesiredCardState(deps, transaction, { scope, account, available, isHeld: power.inputs.blocks.length > 0 });
  });
}

interface LatestRun extends UsedPower {
  takenAt: Date;
}

/** Returns the moment of the run after another one: always later, since the newest is in force, whatever a clock did in between. */
function momentAfter(before: LatestRun | null, now: Date): Date {
  return before !== null && before.takenAt >= now ? new Date(before.takenAt.getTime() + 1) : now;
}

/** Returns the result and the moment of the newest run; null before the first. */
async function latestFigures(transaction: Transaction, scope: ReceiverScope): Promise<LatestRun | null> {
  const latest = await databaseOf(transaction, scope).spendingPowerSnapshot.findFirst({
    orderBy: [{ taken_at: 'desc' }, { id: 'desc' }],
    select: { total_cents: true, outstanding_cents: true, taken_at: true },
  });
  if (latest === null) return null;
  const { total_cents, outstanding_cents, taken_at } = latest;
  return { totalSpendPowerCents: storedCents(total_cents), totalOutstandingCents: storedCents(outstanding_cents), takenAt: taken_at };
}

interface Facts {
  scope: ReceiverScope;
  receiver: Receiver;
  account: Account;
}

/** Stores in the record what it says of payments. */
async function storePayments(transaction: Transaction, { scope, receiver, account }: Facts): Promise<void> {
  const { date } = nextPayment(account.schedule);
  const next_payment_at = date === null ? null : startOfDay(date);
  const words = paymentWords({
    terms: receiver,
    standard: programOf(receiver).netTerms,
    hasUnpaidDraw: account.hasUnpaidDraw,
    hasDues: account.schedule.length > 0,
  });
  const isSame =
    next_payment_at?.getTime() === receiver.next_payment_at?.getTime() &&
    words.payment_period === receiver.payment_period &&
    words.payment_state === receiver.payment_state &&
    words.payment_plan_type === receiver.payment_plan_type;
  if (!isSame) await databaseOf(transaction, scope).receiver.update({ data: { next_payment_at, ...words } });
}

interface Wanted {
  scope: ReceiverScope;
  account: Account;
  available: Cents;
  isHeld: boolean;
}

/** Stores the desired limit and state of each card, and queues the jobs that send them to the issuer where they differ. */
async function storeDesiredCardState({ queue, clock }: Deps, transaction: Transaction, { scope, account, available, isHeld }: Wanted): Promise<void> {
  const receiverId = scope.receiverId;
  const cards = await databaseOf(transaction, scope).card.findMany({ where: { state: { not: 'CLOSED' } } });
  let isLimitUrgentlyBehind = false;
  let isLimitBehind = false;
  for (const { token, spend_limit, wanted_spend_limit, created_at } of cards) {
    const ofCard = account.cardDays.filter((day) => day.card_token === token);
    const spent = subtract(add(...ofCard.map((day) => day.bought_cents)), add(...ofCard.map((day) => day.returned_cents)));
    const hadPower = hasHadPower(storedCents(spend_limit), storedCents(wanted_spend_limit ?? 0n));
    const wanted = BigInt(cardSpendLimit(spent, available, { hadPower }));
    const isBehind = wanted !== spend_limit;
    const change = {
      present_cents: storedCents(spend_limit),
      wanted_cents: storedCents(wanted),
      spent_cents: spent,
      lastUsedOn: ofCard.at(-1)?.made_on ?? null,
      issuedAt: created_at,
    };
    isLimitBehind ||= isBehind;
    isLimitUrgentlyBehind ||= isBehind && isLimitUrgent(change, clock());
    if (wanted !== wanted_spend_limit) {
      await databaseOf(transaction, scope).card.update({ where: { receiver_id_token: { token } }, data: { wanted_spend_limit: wanted } });
    }
  }
  const own = { transaction, singletonKey: receiverId };
  if (isLimitUrgentlyBehind) await queue.send('push-spend-limit', { receiver_id: receiverId }, own);
  else if (isLimitBehind) await queue.send('spread-spend-limit', { receiver_id: receiverId }, { ...own, delayMs: spreadMs(receiverId) });
  const isStateBehind = cards.some((card) => (isHeld ? card.state === 'OPEN' : card.is_held));
  if (isStateBehind) await queue.send('push-card-state', { receiver_id: receiverId }, { transaction, singletonKey: receiverId });
}

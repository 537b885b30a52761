import { expect } from 'vitest';
import type { PrismaDatabase } from '../../server/db/client.ts';
import type { ReceiverScope } from '../../server/db/scope.ts';
import { utcDate } from '../../server/domain/basics/dates.ts';
import { ledgerAccounts } from '../../server/domain/ledger/ledger.ts';
import { dueDateOf } from '../../server/domain/repayment/schedule.ts';
import { isHeld, readAccount } from '../../server/services/ledger/account.ts';
import { creditOf } from '../../server/services/payout/creditOf.ts';
import type { OpenDeps } from '../../server/start/product.ts';
import { expectAllocatedBooks } from './allocated.ts';
import type { SimulatedBank } from './bank.ts';
import type { SimulatedIssuer } from './issuer.ts';
import type { Standing } from './rules/standing.ts';

/** One receiver, with the simulated providers that serve it. */
export interface Life {
  /** Prefix of all provider ids of this life. */
  name: string;
  scope: ReceiverScope;
  issuer: SimulatedIssuer;
  bank: SimulatedBank;
}

interface SubjectRow {
  subject_id: string;
  owed: number;
  pending: number;
  entries: number;
  names: number;
}

interface Summary {
  /** Ledger totals for each object, from its transfers alone. */
  subjects: SubjectRow[];
  balances: Record<string, number>;
  /** The sum of all mirrored card transactions that count; a refund counts once it has settled. */
  spent: number;
  /** The orders given to the bank: debits and payouts. */
  orders: { provider_key: string; amount_cents: number }[];
  payouts: { id: string; amount_cents: number }[];
  /** The rows that staff entered. */
  manual: { id: string; amount_cents: number; manual_reason: string }[];
}

/** Summarizes the books in one query, cheap enough to run after every step. */
async function summarize(database: PrismaDatabase, { receiverId }: ReceiverScope): Promise<Summary> {
  const [row] = await database.$queryRaw<[{ summary: Summary }]>`
    SELECT json_build_object(
      'subjects', (SELECT coalesce(json_agg(subject), '[]') FROM (
        SELECT subject_id,
          sum(CASE 'owed' WHEN debit_account THEN amount_cents WHEN credit_account THEN -amount_cents ELSE 0 END) AS owed,
          sum(CASE 'pending' WHEN debit_account THEN amount_cents WHEN credit_account THEN -amount_cents ELSE 0 END) AS pending,
          count(*) AS entries, count(DISTINCT external_id) AS names
        FROM ledger_transfer WHERE receiver_id = ${receiverId}::uuid GROUP BY subject_id) subject),
      'balances', (SELECT coalesce(json_object_agg(account, balance_cents), '{}') FROM ledger_balance WHERE receiver_id = ${receiverId}::uuid),
      'spent', (SELECT coalesce(sum(bought_cents - returned_cents), 0) FROM card_day WHERE receiver_id = ${receiverId}::uuid)
        - (SELECT coalesce(sum(pending_cents), 0) FROM card_transaction WHERE receiver_id = ${receiverId}::uuid AND is_counted AND pending_cents < 0),
      'orders', (SELECT coalesce(json_agg(json_build_object('provider_key', provider_key, 'amount_cents', amount_cents)), '[]') FROM (
        SELECT provider_key, amount_cents FROM draw WHERE receiver_id = ${receiverId}::uuid
        UNION ALL SELECT provider_key, amount_cents FROM credit_payout WHERE receiver_id = ${receiverId}::uuid) ordered),
      'payouts', (SELECT coalesce(json_agg(json_build_object('id', id, 'amount_cents', amount_cents)), '[]')
        FROM credit_payout WHERE receiver_id = ${receiverId}::uuid),
      'manual', (SELECT coalesce(json_agg(json_build_object('id', id, 'amount_cents', amount_cents, 'manual_reason', manual_reason)), '[]')
        FROM bank_transfer WHERE receiver_id = ${receiverId}::uuid AND is_manual AND cashback_due_date IS NULL)
    ) AS summary`;
  return row.summary;
}

function sum(amounts: readonly number[]): number {
  return amounts.reduce((total, amount) => total + amount, 0);
}

/** Checks the invariants that hold at any time, even while work is in progress. */
export async function expectSoundBooks({ database }: OpenDeps, { scope, issuer, bank }: Life): Promise<void> {
  const { subjects, balances, spent, orders, payouts, manual } = await summarize(database, scope);
  await expectAllocatedBooks(database, scope);
  const { owed = 0, pending = 0, bank: drawn = 0, cashback = 0, adjustments = 0, payouts: paidOut = 0 } = balances;
  expect(sum(Object.values(balances)), 'the sum of all accounts').toBe(0);
  expect([sum(subjects.map((subject) => subject.owed)), sum(subjects.map((subject) => subject.pending))], 'balances as their transfers make them').toEqual([
    owed,
    pending,
  ]);
  expect(spent - drawn - cashback - adjustments - paidOut, 'purchases less credits, which is what is outstanding').toBe(owed + pending);

  const positions = new Map(issuer.purchases().map((purchase) => [purchase.transaction.token, purchase.positions]));
  const transfers = new Map(bank.transfers().map((one) => [one.transfer.transferId, one]));
  for (const subject of subjects) {
    const { subject_id } = subject;
    expect(subject.names, `names of the entries about ${subject_id}`).toBe(subject.entries);
    const transfer = transfers.get(subject_id);
    const payout = payouts.find(({ id }) => subject_id === `payout:${id}`);
    const row = manual.find(({ id }) => id === subject_id);
    if (row) expect(subject.owed, `what is booked of ${row.manual_reason}`).toBe(-row.amount_cents);
    else if (payout) expect([0, payout.amount_cents], `what is booked of ${subject_id}`).toContain(subject.owed);
    else if (transfer) expect(transfer.wasSettled ? [0, -transfer.transfer.amountCents] : [0], `what is booked of ${subject_id}`).toContain(subject.owed);
    else if (!subject_id.startsWith('cashback:')) {
      expect(
        [[0, 0], ...(positions.get(subject_id) ?? []).map(([held, settled]) => [Math.max(0, held), settled])],
        `what is booked of ${subject_id}`,
      ).toContainEqual([subject.pending, subject.owed]);
    }
  }
  const orderOf = new Map(orders.map((order) => [order.provider_key, order]));
  expect(new Set([...transfers.values()].map(({ transfer }) => transfer.key)).size, 'transfers at the bank, one for each key').toBe(transfers.size);
  for (const { transfer } of transfers.values()) {
    expect(orderOf.get(transfer.key ?? '')?.amount_cents, `our order for ${transfer.transferId}`).toBe(transfer.amountCents);
  }
}

export type Due = readonly [due: string, amount: number];

interface Mirror {
  is_locked: boolean;
  limit: number;
  draws: { id: string; status: string; transfer_id: string | null; retry_of: string | null }[];
  payouts: { number: number; amount_cents: number; status: string; transfer_id: string | null }[];
  transactions: [token: string, state: [status: string, held: number, settled: number]][];
  /** The prices abroad, of those that have one. */
  prices: [token: string, price: [amount: number, currency: string, rate: string]][];
  events: [token: string, count: number][];
}

/** Reads in one query what mirrors the providers. */
async function readMirror(database: PrismaDatabase, { receiverId }: ReceiverScope): Promise<Mirror> {
  const [row] = await database.$queryRaw<[{ mirror: Mirror }]>`
    SELECT json_build_object(
      'is_locked', (SELECT is_locked FROM receiver WHERE id = ${receiverId}::uuid),
      'limit', (SELECT wanted_spend_limit FROM card WHERE receiver_id = ${receiverId}::uuid),
      'draws', (SELECT coalesce(json_agg(json_build_object('id', id, 'status', status, 'transfer_id', transfer_id, 'retry_of', retry_of)), '[]')
        FROM draw WHERE receiver_id = ${receiverId}::uuid),
      'payouts', (SELECT coalesce(json_agg(json_build_object('number', number, 'amount_cents', amount_cents, 'status', status, 'transfer_id', transfer_id)
        ORDER BY number), '[]') FROM credit_payout WHERE receiver_id = ${receiverId}::uuid),
      'prices', (SELECT coalesce(json_agg(json_build_array(token, json_build_array(foreign_amount, foreign_currency, conversion_rate::text))), '[]')
        FROM card_transaction WHERE receiver_id = ${receiverId}::uuid AND foreign_currency IS NOT NULL),
      'transactions', (SELECT coalesce(json_agg(json_build_array(token, json_build_array(status, pending_cents, settled_cents))), '[]')
        FROM card_transaction WHERE receiver_id = ${receiverId}::uuid),
      'events', (SELECT coalesce(json_agg(json_build_array(transaction_token, count)), '[]') FROM (
        SELECT transaction_token, count(*) FROM card_transaction_event WHERE receiver_id = ${receiverId}::uuid GROUP BY transaction_token) counted)
    ) AS mirror`;
  return row.mirror;
}

/**
 * Checks that our books agree with the providers, and the letters that were ordered with the debits, when no work is in
 * progress. Returns what is still to be paid, by due date.
 */
export async function expectSettledBooks(deps: OpenDeps, life: Life, letters: ReadonlySet<string>): Promise<Due[]> {
  const { scope, issuer, bank } = life;
  const receiver = await deps.database.receiver.findUniqueOrThrow({ where: { id: scope.receiverId } });
  const account = await readAccount(deps, deps.database, scope, receiver);
  const mirror = await readMirror(deps.database, scope);
  const schedule = account.schedule.map((entry): Due => [dueDateOf(entry), entry.total_owed_cents]);
  expect(sum(schedule.map(([, amount]) => amount)), 'the schedule, which adds up to what is outstanding').toBe(Math.max(0, account.outstanding));

  const transfers = bank.transfers().map(({ transfer }) => transfer);
  const debits = transfers.filter(({ direction }) => direction === 'debit');
  const drawn = debits.filter(({ status }) => status === 'settled' || status === 'funds_available').map(({ amountCents }) => amountCents);
  expect(account.balances.bank, 'what the bank drew').toBe(sum(drawn));
  expect(new Map(mirror.draws.flatMap(({ transfer_id, status }) => (transfer_id === null ? [] : [[transfer_id, status]]))), 'the draws').toEqual(
    new Map(debits.map(({ transferId, status }) => [transferId, status])),
  );
  const sent = transfers.filter(({ direction }) => direction === 'credit').map(({ transferId, amountCents, status }) => [transferId, amountCents, status]);
  const known = mirror.payouts.filter(({ transfer_id }) => transfer_id !== null);
  expect(known.map(({ transfer_id, amount_cents, status }) => [transfer_id, amount_cents, status]).toSorted(), 'the payouts').toEqual(sent.toSorted());
  const paidOut = sent.flatMap(([, amount, status]) => (status === 'failed' || status === 'returned' ? [] : [Number(amount)]));
  expect(account.balances.payouts, 'what the bank paid out').toBe(0 - sum(paidOut));
  const abroad = issuer.purchases().flatMap(({ transaction: { token, foreign } }) => (foreign ? [[token, Object.values(foreign)] as const] : []));
  expect(new Map(mirror.prices), 'the prices abroad').toEqual(new Map(abroad));
  expect(new Map(mirror.transactions), 'the card transactions').toEqual(
    new Map(issuer.purchases().map(({ transaction: { token, status, heldCents, settledCents } }) => [token, [status, heldCents, settledCents]])),
  );
  expect(new Map(mirror.events), 'each event, once').toEqual(
    new Map(issuer.purchases().map(({ transaction }) => [transaction.token, transaction.events.length])),
  );
  expect(mirror.limit, 'the limit at the issuer').toBe(issuer.card().spendLimitCents);
  const isHeld = mirror.is_locked || account.hasUnpaidDraw || account.areDebitsStopped;
  expect(issuer.card().state, 'the card at the issuer').toBe(isHeld ? 'PAUSED' : 'OPEN');
  expectMarks(mirror, life);
  expectLetters(mirror, life, letters);
  return schedule;
}

/** Checks that a debit is marked at the bank as a retry exactly when the same amount was sent back by the same account before. */
function expectMarks({ draws }: Mirror, { bank }: Life): void {
  const sent = new Map(bank.transfers().map((one) => [one.transfer.transferId, one]));
  const transferOf = (drawId: string | null) => sent.get(draws.find(({ id }) => id === drawId)?.transfer_id ?? '');
  for (const { id, retry_of } of draws) {
    const [again, first] = [transferOf(id), transferOf(retry_of)];
    const isSame = first?.transfer.amountCents === again?.transfer.amountCents && first?.transfer.accountId === again?.transfer.accountId;
    const mark = isSame && first?.transfer.status === 'returned' ? 'Retry 1' : 'REPAYMENT';
    if (again) expect(again.description, `the words for ${again.transfer.transferId}`).toBe(mark);
  }
}

/** Checks that the merchant is told once of each debit that failed and of each that settled, and of no other. */
function expectLetters({ draws }: Mirror, { bank }: Life, letters: ReadonlySet<string>): void {
  const settled = new Set(bank.transfers().flatMap(({ transfer, wasSettled }) => (wasSettled && transfer.direction === 'debit' ? [transfer.transferId] : [])));
  const failed = draws.filter(({ status }) => ['declined', 'failed', 'returned'].includes(status)).map(({ id }) => `repayment_failed ${id}`);
  const received = draws.filter(({ transfer_id }) => transfer_id !== null && settled.has(transfer_id)).map(({ id }) => `repayment_receipt ${id}`);
  const about = (kind: string) => [...letters].filter((letter) => letter.startsWith(`${kind} `)).toSorted();
  expect(about('repayment_failed'), 'the letters about failed debits').toEqual(failed.toSorted());
  expect(about('repayment_receipt'), 'the receipts').toEqual(received.toSorted());
}

/** Returns where the account stands. Its failed debits have our ids. */
export async function readStanding(deps: OpenDeps, { scope }: Life): Promise<Standing> {
  const receiver = await deps.database.receiver.findUniqueOrThrow({ where: { id: scope.receiverId } });
  const account = await readAccount(deps, deps.database, scope, receiver);
  return {
    owed: account.balances.owed,
    outstanding: account.outstanding,
    schedule: account.schedule.map((entry) => [dueDateOf(entry), entry.total_owed_cents, entry.potential_cashback]),
    failed: account.draws.flatMap(({ id, open_cents }): Standing['failed'] => (open_cents ? [[id, open_cents]] : [])),
    isHeld: isHeld(receiver, account),
    heldBack: account.heldBack,
    payable: creditOf(deps, receiver, account).payable,
    cashback: [...account.cashback.booked].filter(([, amount]) => amount !== 0).sort(),
  };
}

/** Returns the books in a form comparable with those of another life: without random ids. */
export async function readBooks(deps: OpenDeps, { name, scope, issuer, bank }: Life) {
  const receiver = await deps.database.receiver.findUniqueOrThrow({ where: { id: scope.receiverId } });
  const account = await readAccount(deps, deps.database, scope, receiver);
  const { subjects, manual } = await summarize(deps.database, scope);
  const payouts = await deps.database.creditPayout.findMany({ where: { receiver_id: scope.receiverId }, orderBy: { number: 'asc' } });
  const nameOf = new Map<string, string>([
    ...bank.transfers().map(({ transfer }) => [transfer.transferId, `${utcDate(transfer.createdAt)} ${transfer.amountCents}`] as const),
    ...payouts.map(({ id, number }) => [`payout:${id}`, `payout ${number}`] as const),
    ...manual.map(({ id, manual_reason }) => [id, manual_reason] as const),
  ]);
  return {
    balances: ledgerAccounts.map((one) => `${one} ${account.balances[one]}`),
    booked: subjects
      .filter(({ owed, pending }) => owed !== 0 || pending !== 0)
      .map(({ subject_id, owed, pending }) => `${nameOf.get(subject_id) ?? subject_id.replace(name, '')} ${owed} ${pending}`)
      .toSorted(),
    drawn: account.draws.map(({ kind, due_date, attempt, amount_cents, status }) => `${kind} ${due_date} ${attempt} ${amount_cents} ${status}`).toSorted(),
    paidOut: payouts.map(({ number, amount_cents, status }) => `${number} ${amount_cents} ${status}`),
    schedule: account.schedule.map((entry) => `${dueDateOf(entry)} ${entry.total_owed_cents} ${entry.potential_cashback}`),
    card: `${issuer.card().state} ${issuer.card().spendLimitCents}`,
  };
}

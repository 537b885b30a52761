import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { findBookDifferences } from '../../db/queries/bookDifferences.ts';
import type { JsonObject } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { magnitude } from '../../domain/basics/money.ts';
import type { CardTransaction } from '../../providers/ports/cardIssuer.ts';
import { storeCardTransaction } from '../card/purchases/syncCardTransaction.ts';
import { syncCard } from '../card/syncCard.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { storeTransfer } from '../repayment/syncTransfer.ts';

/** A difference between our data and a provider's, or within our own books. */
export interface FoundDifference {
  /** The provider's name, or `books` for a difference within our own. */
  provider: string;
  subject: string;
  external_id: string;
  ours: JsonObject | null;
  theirs: JsonObject | null;
  /** True when the provider's present state was taken over. */
  isSettled: boolean;
}

/**
 * Compares all of a receiver's data with its providers, takes over their state, and stores every difference found.
 * `since` limits it to objects made from then on; null compares everything there ever was, and our own books too.
 * Throws a provider's failure.
 */
export async function reconcileReceiver(deps: Deps, scope: ReceiverScope, since: Date | null): Promise<FoundDifference[]> {
  const differences: FoundDifference[] = [];
  const cards = await databaseOf(deps.database, scope).card.findMany({ select: { token: true, state: true } });
  for (const { token, state } of cards) {
    if (since !== null && state === 'CLOSED') continue;
    differences.push(...(await compareCard(deps, scope, token)), ...(await compareCardTransactions(deps, scope, token, since)));
  }
  differences.push(...(await compareTransfers(deps, scope, since)));
  if (since === null) differences.push(...(await compareBooks(deps, scope)));
  await storeDifferences(deps, scope, differences);
  const compared_at = deps.clock();
  await databaseOf(deps.database, scope).receiverComparison.upsert({ where: {}, create: { compared_at }, update: { compared_at } });
  return differences;
}

async function compareCard(deps: Deps, scope: ReceiverScope, token: string): Promise<FoundDifference[]> {
  const where = { receiver_id_token: { token } };
  const known = await databaseOf(deps.database, scope).card.findUniqueOrThrow({ where });
  const fetched = await syncCard(deps, scope, token);
  const ours = { state: known.state, spend_limit: Number(known.spend_limit) };
  const theirs = { state: fetched.state, spend_limit: Number(fetched.spendLimitCents ?? 0) };
  return isSame(ours, theirs) ? [] : [{ provider: deps.providers.cardIssuer.name, subject: 'card', external_id: token, ours, theirs, isSettled: true }];
}

async function compareCardTransactions(deps: Deps, scope: ReceiverScope, cardToken: string, since: Date | null): Promise<FoundDifference[]> {
  const differences: FoundDifference[] = [];
  const listed = new Set<string>();
  for (let after: string | null = null, hasMore = true; hasMore; hasMore = after !== null) {
    const page = await deps.providers.cardIssuer.listTransactions(cardToken, since, after);
    after = page.next;
    const tokens = page.items.map(({ token }) => token);
    const known = await databaseOf(deps.database, scope).cardTransaction.findMany({ where: { token: { in: tokens } } });
    const ours = new Map(known.map((row) => [row.token, stateOf(row)]));
    for (const fetched of page.items) differences.push(...(await takeOver(deps, scope, fetched, ours.get(fetched.token) ?? null)));
    for (const token of tokens) listed.add(token);
  }
  const mirrored = await databaseOf(deps.database, scope).cardTransaction.findMany({
    where: { card_token: cardToken, ...(since && { created_at: { gte: since } }) },
    select: { token: true, status: true, pending_cents: true, settled_cents: true },
  });
  const unlisted = mirrored.filter(({ token }) => !listed.has(token));
  return [
    ...differences,
    ...unlisted.map((row) => ({
      provider: deps.providers.cardIssuer.name,
      subject: 'card_transaction',
      external_id: row.token,
      ours: stateOf(row),
      theirs: null,
      isSettled: false,
    })),
  ];
}

const stateOf = (row: { status: string; pending_cents: bigint; settled_cents: bigint }) => ({
  status: row.status,
  pending_cents: Number(row.pending_cents),
  settled_cents: Number(row.settled_cents),
});

async function takeOver(deps: Deps, scope: ReceiverScope, fetched: CardTransaction, ours: JsonObject | null): Promise<FoundDifference[]> {
  const theirs = { status: fetched.status, pending_cents: Number(fetched.heldCents), settled_cents: Number(fetched.settledCents) };
  if (ours !== null && isSame(ours, theirs)) return [];
  await storeCardTransaction(deps, scope, fetched);
  return [{ provider: deps.providers.cardIssuer.name, subject: 'card_transaction', external_id: fetched.token, ours, theirs, isSettled: true }];
}

async function compareTransfers(deps: Deps, scope: ReceiverScope, since: Date | null): Promise<FoundDifference[]> {
  const where = {
    transfer_id: { not: null },
    ...(since && { OR: [{ created_at: { gte: since } }, { status: { in: ['pending', 'posted', 'settled'] } }] }),
  };
  const draws = await databaseOf(deps.database, scope).draw.findMany({ where, select: { transfer_id: true } });
  const payouts = await databaseOf(deps.database, scope).creditPayout.findMany({ where, select: { transfer_id: true } });
  const differences: FoundDifference[] = [];
  for (const { transfer_id } of [...draws, ...payouts]) {
    const transfer = await deps.providers.bank.getTransfer(transfer_id ?? '');
    const known = await databaseOf(deps.database, scope).bankTransfer.findUnique({
      where: { receiver_id_provider_transfer_id: { provider_transfer_id: transfer.transferId } },
    });
    // A payout to the merchant is below zero here, and without a sign at the bank.
    const ours = known && { status: known.status, amount_cents: magnitude(storedCents(known.amount_cents)) };
    const theirs = { status: transfer.status, amount_cents: Number(transfer.amountCents) };
    if (ours !== null && isSame(ours, theirs)) continue;
    await withLockedReceiver(deps, scope, async (transaction, receiver) => {
      await storeTransfer(deps, transaction, { scope, receiver, transfer });
    });
    const isSettled = ours === null || ours.amount_cents === theirs.amount_cents;
    differences.push({ provider: deps.providers.bank.name, subject: 'transfer', external_id: transfer.transferId, ours, theirs, isSettled });
  }
  return differences;
}

async function compareBooks({ database }: Deps, scope: ReceiverScope): Promise<FoundDifference[]> {
  const found = await findBookDifferences(database, scope);
  return found.map(({ subject, external_id, booked_cents, wanted_cents }) => ({
    provider: 'books',
    subject,
    external_id,
    ours: { cents: Number(booked_cents) },
    theirs: { cents: Number(wanted_cents) },
    isSettled: false,
  }));
}

const isSame = (ours: JsonObject, theirs: JsonObject): boolean => Object.keys(theirs).every((name) => ours[name] === theirs[name]);

/** Stores the differences: settled ones as such, the others as open until a person settles them; each once, however often it is found. */
async function storeDifferences({ database, clock }: Deps, scope: ReceiverScope, differences: readonly FoundDifference[]): Promise<void> {
  const found_at = clock();
  await databaseOf(database, scope).reconciliationDifference.createMany({
    data: differences.map(({ isSettled, ours, theirs, ...difference }) => ({
      ...difference,
      found_at,
      resolved_at: isSettled ? found_at : null,
      ...(ours && { ours }),
      ...(theirs && { theirs }),
    })),
    skipDuplicates: true,
  });
}

import type { SpendingPowerAnswer } from '../../contract/spendingPower.ts';
import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readFirstReading } from '../../db/queries/firstReading.ts';
import { readSalesByMonth, readSpendingByMonth } from '../../db/queries/salesYear.ts';
import { readSpendingPowerDays, type SpendingPowerDay } from '../../db/queries/spendingPowerDays.ts';
import type { SpendingPowerSnapshot as StoredSnapshot } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { dayIn, utcDate } from '../../domain/basics/dates.ts';
import { add, larger, noMoney } from '../../domain/basics/money.ts';
import { startOfTwelveMonths } from '../../domain/basics/periods.ts';
import { heldBackCents } from '../../domain/spendingPower/heldBack.ts';
import { limitInShort } from '../../domain/spendingPower/limitInShort.ts';
import type { LimitReader } from '../../domain/spendingPower/limitWords.ts';
import { type SpendingPowerInputs, termForStaff } from '../../domain/spendingPower/spendingPower.ts';
import { availableOf } from '../../domain/spendingPower/spendingPowerFigures.ts';
import {
  firstLimit,
  type SpendingPowerChange,
  type SpendingPowerSnapshot,
  spendingPowerChanges,
  spendingPowerReasons,
} from '../../domain/spendingPower/spendingPowerLog.ts';
import { termFactor, termOperation } from '../../domain/spendingPower/termOperations.ts';
import { expectedMonthSales, lastYear } from '../../domain/store/salesYear.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { programOf } from '../receiver/programOf.ts';
import { runTerms, type StoredTerm, shownInputs } from './storedSpendingPower.ts';

/** How many days back the change log goes. */
const loggedDays = 15;

interface Reading {
  reader: LimitReader;
  /** The zone whose days the changes are told by. */
  timeZone: string;
}

/** Explains a receiver's spending power to them: the newest run of the rule, the changes before it by UTC day, and a year of sales beside spending. */
export function readSpendingPower(deps: Deps, view: ReceiverView): Promise<SpendingPowerAnswer> {
  return explain(deps, view, { reader: 'customer', timeZone: 'UTC' });
}

/** Explains a receiver's spending power to staff, in words about the customer, with the changes by the program's day. */
export function readSpendingPowerForStaff(deps: Deps, view: ReceiverView): Promise<SpendingPowerAnswer> {
  return explain(deps, view, { reader: 'staff', timeZone: programOf(view.receiver).timeZone });
}

async function explain(deps: Deps, { scope, receiver }: ReceiverView, { reader, timeZone }: Reading): Promise<SpendingPowerAnswer> {
  const { database } = deps;
  const now = deps.clock();
  const since = startOfTwelveMonths(now);
  const own = databaseOf(database, scope);
  const [runs, sales, spent, reading, store, account] = await Promise.all([
    readSpendingPowerDays(database, scope, { days: loggedDays, timeZone }),
    readSalesByMonth(database, scope, since),
    readSpendingByMonth(database, scope, since),
    readFirstReading(database, scope),
    own.commerceLink.findFirst({ where: { unlinked_at: null, shown_since: { gt: since } }, select: { shown_since: true } }),
    readAccount(deps, database, scope, receiver),
  ]);
  const [newest] = runs;
  const total = storedCents(newest?.total_cents ?? 0n);
  const outstanding = storedCents(newest?.outstanding_cents ?? 0n);
  const heldBack = heldBackCents(account.trust, total, programOf(receiver).trust);
  const inputs = newest ? snapshotOf(deps, newest).inputs : null;
  const terms = newest ? runTerms(deps, newest) : [];
  const months = lastYear(sales, spent, now);
  const soFar = months.at(-1);
  return {
    taken_at: newest?.taken_at.toISOString() ?? null,
    total_cents: newest ? Number(newest.total_cents) : null,
    outstanding_cents: outstanding,
    approved_cents: account.approved,
    held_back_cents: heldBack,
    available_cents: larger(noMoney, availableOf(total, add(outstanding, account.approved, heldBack))),
    in_short: inputs && limitInShort(inputs, terms, reader),
    terms: terms.map((term) => explainedTerm(term, inputs, reader)),
    reasons: inputs ? [...spendingPowerReasons(inputs, reading, reader)] : [],
    changes: await readChanges(deps, scope, runs, { reader, timeZone }),
    months: [...months],
    sales_shown_since: store?.shown_since ? utcDate(store.shown_since) : null,
    expected_sales_cents: inputs && soFar ? expectedMonthSales(soFar.sales_cents, inputs, now) : null,
  };
}

/** The words of a step are stored as the customer first read them. */
function explainedTerm(term: StoredTerm, inputs: SpendingPowerInputs | null, reader: LimitReader): SpendingPowerAnswer['terms'][number] {
  const label = (reader === 'staff' && inputs ? termForStaff(term.key, inputs) : null) ?? term.label;
  return { ...term, label, operation: termOperation(term.key), factor: inputs && termFactor(term.key, inputs) };
}

function snapshotOf(deps: Deps, stored: StoredSnapshot): SpendingPowerSnapshot {
  return { inputs: shownInputs(deps, stored), total_cents: storedCents(stored.total_cents), outstanding_cents: storedCents(stored.outstanding_cents) };
}

/** Returns each day's changes against the previous day that had a run, newest first; those of the very first day against its first run. */
async function readChanges(
  deps: Deps,
  scope: ReceiverScope,
  newestFirst: readonly SpendingPowerDay[],
  { reader, timeZone }: Reading,
): Promise<SpendingPowerAnswer['changes']> {
  const dated = (taken_at: Date, changes: readonly SpendingPowerChange[]) => changes.map((change) => ({ date: dayIn(timeZone, taken_at), ...change }));
  const beginsWith = newestFirst.at(-1)?.is_first ? await readFirstRun(deps, scope) : null;
  const snapshots = [...newestFirst, ...(beginsWith ? [beginsWith] : [])].map((run) => snapshotOf(deps, run));
  const changes = newestFirst.flatMap(({ taken_at, rose_cents, fell_cents }, place) => {
    const [after, before] = snapshots.slice(place, place + 2);
    const moves = { rose_cents: storedCents(rose_cents), fell_cents: storedCents(fell_cents) };
    return after && before ? dated(taken_at, spendingPowerChanges(before, after, moves, reader)) : [];
  });
  return beginsWith ? [...changes, ...dated(beginsWith.taken_at, firstLimit(snapshotOf(deps, beginsWith), reader))] : changes;
}

function readFirstRun({ database }: Deps, scope: ReceiverScope): Promise<StoredSnapshot | null> {
  return databaseOf(database, scope).spendingPowerSnapshot.findFirst({ orderBy: [{ taken_at: 'asc' }, { id: 'asc' }] });
}

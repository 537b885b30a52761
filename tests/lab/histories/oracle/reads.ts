/*
 * Says whether what a merchant's table and files showed agrees with the purchases that were made. A purchase may come into the
 * table a little later, because the issuer tells of it and a job handles that. Once shown it stays, and when all is calm
 * everything is there exactly. Amounts are whole cents.
 */

/** A purchase that was settled at the issuer. */
export interface Sale {
  readonly merchant: string;
  /** No two sales of a receiver have the same amount: it names the sale in a file, where no row has a token. */
  readonly cents: number;
  readonly beganMs: number;
  readonly endedMs: number;
  /** False when the client does not know whether it was approved and settled. */
  readonly isCertain: boolean;
}

export type SortColumn = 'merchant' | 'amount' | 'transaction_date';

/** A question to a table. */
export interface Asked {
  readonly search: string;
  readonly sort: SortColumn;
  readonly direction: 'asc' | 'desc';
}

export interface ShownRow {
  readonly merchant: string;
  readonly cents: number;
  /** The instant of the purchase in ms; null in a file, which has days alone. */
  readonly atMs: number | null;
}

/** A page of the table, or a whole file. */
export interface Shown extends Asked {
  readonly beganMs: number;
  readonly endedMs: number;
  readonly rows: readonly ShownRow[];
  /** The numbers of a page's first and last row and of all rows; null for a file. */
  readonly place: { readonly from: number; readonly to: number; readonly total: number } | null;
}

/** All pages of a table in their order, read while nothing changed. */
export interface Sweep extends Asked {
  readonly atMs: number;
  readonly rows: readonly ShownRow[];
  readonly total: number;
}

/** Returns an amount as the table writes it: `$1,234.50`. */
export function dollars(cents: number): string {
  const whole = String(Math.trunc(cents / 100)).replace(/\B(?=(\d{3})+$)/g, ',');
  return `$${whole}.${String(cents % 100).padStart(2, '0')}`;
}

/** Tells whether a row is found: a search finds what stands in one of its cells, without regard to case. */
const isFound = ({ merchant, cents }: { merchant: string; cents: number }, search: string) =>
  [merchant, dollars(cents)].some((cell) => cell.toLowerCase().includes(search.trim().toLowerCase()));

const cellOf = (row: ShownRow, sort: SortColumn) => ({ merchant: row.merchant, amount: row.cents, transaction_date: row.atMs ?? 0 })[sort];

const nameOf = ({ merchant, cents }: { merchant: string; cents: number }) => `${merchant} ${dollars(cents)}`;

function misplaced({ sort, direction }: Asked, rows: readonly ShownRow[]): string[] {
  return rows.flatMap((row, place) => {
    const before = rows[place - 1];
    if (before === undefined) return [];
    const [one, other] = [cellOf(before, sort), cellOf(row, sort)];
    const isWrong = direction === 'asc' ? one > other : one < other;
    return isWrong ? [`${nameOf(row)} stands after ${nameOf(before)}`] : [];
  });
}

function repeated(rows: readonly ShownRow[]): string[] {
  return rows.filter((row, place) => rows.findIndex(({ cents }) => cents === row.cents) !== place).map((row) => `${nameOf(row)} is there twice`);
}

const inWords = ({ search, sort, direction }: Asked) => `sorted by ${sort} ${direction}${search === '' ? '' : `, searched for “${search}”`}`;

/** Keeps what is known of one receiver's sales while reads are gone through in the order of their ends. */
class Known {
  readonly #sales: readonly Sale[];
  readonly #bySum: ReadonlyMap<number, Sale>;
  /** From when on each sale has to be shown. */
  readonly #shownFromMs = new Map<Sale, number>();

  constructor(sales: readonly Sale[], calmsMs: readonly number[]) {
    this.#sales = sales;
    this.#bySum = new Map(sales.map((sale) => [sale.cents, sale]));
    for (const sale of sales.filter(({ isCertain }) => isCertain)) {
      const calmMs = calmsMs.find((atMs) => atMs >= sale.endedMs);
      if (calmMs !== undefined) this.#shownFromMs.set(sale, calmMs);
    }
  }

  saleOf({ merchant, cents }: ShownRow): Sale | undefined {
    const sale = this.#bySum.get(cents);
    return sale?.merchant === merchant ? sale : undefined;
  }

  saw(rows: readonly ShownRow[], endedMs: number): void {
    for (const row of rows) {
      const sale = this.saleOf(row);
      if (sale) this.#shownFromMs.set(sale, Math.min(this.#shownFromMs.get(sale) ?? endedMs, endedMs));
    }
  }

  /** Returns what every read that begins at this moment has to find. */
  due(search: string, beganMs: number): Sale[] {
    return this.#sales.filter((sale) => isFound(sale, search) && (this.#shownFromMs.get(sale) ?? Number.POSITIVE_INFINITY) <= beganMs);
  }

  /** Returns how many rows a read that ended at this moment may find at most. */
  mostFound(search: string, endedMs: number): number {
    return this.#sales.filter((sale) => isFound(sale, search) && sale.beganMs <= endedMs).length;
  }
}

function neverAsked(known: Known, { search }: Asked, rows: readonly ShownRow[], endedMs: number): string[] {
  return rows.flatMap((row) => {
    const sale = known.saleOf(row);
    if (sale === undefined || sale.beganMs > endedMs) return [`${nameOf(row)} was never bought`];
    return isFound(row, search) ? [] : [`${nameOf(row)} was not searched for`];
  });
}

function missing(rows: readonly ShownRow[], due: readonly Sale[]): string[] {
  const there = new Set(rows.map(({ cents }) => cents));
  return due.filter(({ cents }) => !there.has(cents)).map((sale) => `${nameOf(sale)} is missing`);
}

function wrongTotals(known: Known, { search, beganMs, endedMs, rows, place }: Shown): string[] {
  if (place === null) return [];
  const { from, to, total } = place;
  const [least, most] = [known.due(search, beganMs).length, known.mostFound(search, endedMs)];
  const isCounted = total === 0 ? from === 0 && to === 0 : to - from + 1 === rows.length && to <= total;
  return [
    ...(isCounted ? [] : [`rows ${from} to ${to} of ${total} are ${rows.length} rows`]),
    ...(total >= least && total <= most ? [] : [`there are ${total} rows, of at least ${least} and at most ${most}`]),
  ];
}

function wrongIn(known: Known, shown: Shown): string[] {
  const isWhole = shown.place === null || shown.place.total === shown.rows.length;
  return [
    ...neverAsked(known, shown, shown.rows, shown.endedMs),
    ...repeated(shown.rows),
    ...misplaced(shown, shown.rows),
    ...wrongTotals(known, shown),
    ...(isWhole ? missing(shown.rows, known.due(shown.search, shown.beganMs)) : []),
  ];
}

/** Returns what is wrong with a receiver's pages and files, each read while anything may happen. */
export function wrongReads(sales: readonly Sale[], reads: readonly Shown[], calmsMs: readonly number[]): string[] {
  const known = new Known(sales, calmsMs);
  const failures: string[] = [];
  for (const shown of reads.toSorted((one, other) => one.endedMs - other.endedMs)) {
    const what = `${shown.place === null ? 'file' : `page of rows ${shown.place.from} to ${shown.place.to}`} ${inWords(shown)}`;
    failures.push(...wrongIn(known, shown).map((failure) => `${what}: ${failure}`));
    known.saw(shown.rows, shown.endedMs);
  }
  return failures;
}

/** Returns what is wrong with a receiver's whole tables when all is calm: every row is there once and in its place. */
export function wrongSweeps(sales: readonly Sale[], sweeps: readonly Sweep[]): string[] {
  return sweeps.flatMap((sweep) => {
    const { atMs, rows, total, search } = sweep;
    const known = new Known(sales, [atMs]);
    const failures = [
      ...neverAsked(known, sweep, rows, atMs),
      ...repeated(rows),
      ...misplaced(sweep, rows),
      ...missing(rows, known.due(search, atMs)),
      ...(total === rows.length ? [] : [`${total} rows are announced and ${rows.length} are there`]),
    ];
    return failures.map((failure) => `table ${inWords(sweep)}, when all was calm: ${failure}`);
  });
}

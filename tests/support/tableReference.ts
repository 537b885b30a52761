/**
 * The transactions table by its specification, written a second time. It imports nothing, so that the product's answers
 * are compared with code that shares no line with the product.
 */

type Tab = 'card' | 'repayments' | 'receivables';

interface Row {
  id: string;
  created_at: Date;
  amount_cents: number;
}

export interface ReferenceRows {
  /** A row of $0 without a repayment date is a card check. */
  card: readonly (Row & { status: string; descriptor: string; repayment_date: string | null })[];
  repayments: readonly (Row & { name: string; status: string; is_manual: boolean; transaction_type: string | null })[];
  receivables: readonly (Row & { type: string; status: string })[];
}

export interface Asked {
  q: string;
  sort: string;
  dir: 'asc' | 'desc';
  page: number;
  /** The first and the last day, in UTC. */
  from?: string;
  to?: string;
  type?: string;
  status?: string;
  /** Amounts without their sign. */
  min_cents?: number;
  max_cents?: number;
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const shortDate = (day: Date) => `${months[day.getUTCMonth()]} ${day.getUTCDate()}, ${day.getUTCFullYear()}`;

function dollars(amount_cents: number): string {
  const digits = String(Math.abs(amount_cents)).padStart(3, '0');
  const whole = digits.slice(0, -2).replace(/\d(?=(\d{3})+$)/g, '$&,');
  return `${amount_cents < 0 ? '-' : ''}$${whole}.${digits.slice(-2)}`;
}

const caseless = (text: string) => text.toLowerCase().replace(/ς/g, 'σ');
const spaced = (word: string) => word.toLowerCase().replace(/_/g, ' ');
const entered: Record<string, string> = { statement_credit: 'Statement credit', chargeback: 'Chargeback', refund: 'Refund' };

interface Cell {
  column: string;
  shown: string;
  /** Amounts and dates sort as numbers, all else as text. */
  order: number | string;
}

const textCell = (column: string, shown: string): Cell => ({ column, shown, order: caseless(shown) });
const amountCell = ({ amount_cents }: Row): Cell => ({ column: 'amount', shown: dollars(amount_cents), order: amount_cents });
const dateCell = (column: string, { created_at }: Row): Cell => ({ column, shown: shortDate(created_at), order: created_at.getTime() });

/** A row without the day stands where it would if that were the day on which it was made. */
function dayCell(column: string, day: string | null, { created_at }: Row): Cell {
  const order = Date.parse(`${day ?? created_at.toISOString().slice(0, 10)}T00:00:00Z`);
  return { column, shown: day === null ? '' : shortDate(new Date(order)), order };
}

/** Purchases with card checks among them, then refunds. */
function cardTypeCell({ amount_cents, repayment_date }: ReferenceRows['card'][number]): Cell {
  const purchase = amount_cents === 0 && repayment_date === null ? 'Card check' : 'Purchase';
  return { column: 'type', shown: amount_cents < 0 ? 'Refund' : purchase, order: amount_cents < 0 ? 1 : 0 };
}

const cellsOf: { [Key in Tab]: (row: ReferenceRows[Key][number]) => Cell[] } = {
  card: (row) => [
    cardTypeCell(row),
    textCell('merchant', row.descriptor),
    amountCell(row),
    dateCell('transaction_date', row),
    dayCell('repayment_date', row.repayment_date, row),
  ],
  repayments: (row) => [
    textCell('type', (row.is_manual && entered[row.transaction_type ?? '']) || 'Repayment'),
    textCell('status', row.status === 'funds_available' ? 'settled' : spaced(row.status)),
    amountCell(row),
    dateCell('date', row),
  ],
  receivables: (row) => [
    textCell(
      'type',
      spaced(row.type).replace(/^./, (letter) => letter.toUpperCase()),
    ),
    amountCell(row),
    dateCell('date', row),
    textCell('status', spaced(row.status)),
  ],
};

const hidden: { [Key in Tab]: (row: ReferenceRows[Key][number]) => boolean } = {
  card: ({ status }) => ['DECLINED', 'VOIDED', 'BOUNCED', 'EXPIRED'].includes(status),
  repayments: ({ name }) => name === 'Error',
  receivables: ({ status }) => status === 'failure',
};

interface Shown {
  row: Row;
  cells: Cell[];
}

function shownOf<Key extends Tab>(tab: Key, rows: ReferenceRows[Key]): Shown[] {
  const all: readonly ReferenceRows[Key][number][] = rows;
  return all.filter((row) => !hidden[tab](row)).map((row) => ({ row, cells: cellsOf[tab](row) }));
}

function compare(one: number | string, other: number | string): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other;
  return Buffer.compare(Buffer.from(String(one)), Buffer.from(String(other)));
}

/** A purchase is settled or pending, and a card check neither; any other row has the status that it shows. */
function statusOf(tab: Tab, { row, cells }: Shown): string {
  if (cells.some(({ column, shown }) => column === 'type' && shown === 'Card check')) return '';
  if (tab === 'card') return 'status' in row && row.status === 'SETTLED' ? 'settled' : 'pending';
  return cells.find(({ column }) => column === 'status')?.shown ?? '';
}

const typeOf = ({ cells }: Shown): string => caseless(cells.find(({ column }) => column === 'type')?.shown ?? '').replaceAll(' ', '_');

/** A sale that was captured has succeeded, and may have been refunded since. */
const hasStatus = (shown: string, asked: string) => (asked === 'captured' ? ['success', 'refunded'].includes(shown) : shown === asked);

function passes(tab: Tab, shown: Shown, { from, to, type, status, min_cents, max_cents }: Asked): boolean {
  const day = shown.row.created_at.toISOString().slice(0, 10);
  const amount = Math.abs(shown.row.amount_cents);
  if (from !== undefined && day < from) return false;
  if (to !== undefined && day > to) return false;
  if (type !== undefined && typeOf(shown) !== type) return false;
  if (status !== undefined && !hasStatus(statusOf(tab, shown), status)) return false;
  return (min_cents === undefined || amount >= min_cents) && (max_cents === undefined || amount <= max_cents);
}

/** Sorts rows. Rows with equal values stand newest first, then by id, in either direction of the column. */
function inOrder(rows: readonly Shown[], { sort, dir }: Pick<Asked, 'sort' | 'dir'>): Shown[] {
  const orderOf = ({ cells }: Shown) => cells.find(({ column }) => column === sort)?.order ?? 0;
  const sign = dir === 'asc' ? 1 : -1;
  return [...rows].sort(
    (one, other) =>
      sign * compare(orderOf(one), orderOf(other)) || other.row.created_at.getTime() - one.row.created_at.getTime() || compare(one.row.id, other.row.id),
  );
}

/** The table of some rows: what it answers, with the cells of each row, and the text of each that is shown. */
export function referenceTable<Key extends Tab>(tab: Key, rows: ReferenceRows[Key]) {
  const shown = shownOf(tab, rows);
  return {
    cells: shown.map(({ cells }) => cells.map((cell) => cell.shown)),
    ask(asked: Asked) {
      const { q, sort, dir, page } = asked;
      const term = caseless(q.trim());
      const contains = ({ cells }: Shown) => caseless(cells.map((cell) => cell.shown).join('\n')).includes(term);
      const found = shown.filter((one) => contains(one) && passes(tab, one, asked));
      const total = found.length;
      const shownPage = Math.min(page, Math.max(1, Math.ceil(total / 25)));
      const [from, to] = [total === 0 ? 0 : (shownPage - 1) * 25 + 1, Math.min(shownPage * 25, total)];
      const rowsOfPage = inOrder(found, { sort, dir }).slice((shownPage - 1) * 25, shownPage * 25);
      return { page: shownPage, from, to, total, rows: rowsOfPage.map(({ row, cells }) => ({ id: row.id, cells: cells.map((cell) => cell.shown) })) };
    },
  };
}

import { readCsv } from './readCsv.ts';
import { readOfx } from './readOfx.ts';
import { readPdf } from './readPdf.ts';

/*
 * Readers of every file about an account, as a bookkeeper's programs would read them: each knows only the format. All
 * amounts become cents, above 0 for what raises the debt.
 */

export interface FileRow {
  /** Empty where the format has none. */
  id: string;
  /** `YYYY-MM-DD`. */
  day: string;
  text: string;
  change: number;
}

/** Reads `1234.56`, `$1,234.56` or `-$1.00` as cents. */
export function centsOf(text: string): number {
  const [, sign = '', whole = '', fraction = ''] = /^(-?)\$?(-?[\d,]+)\.(\d\d)$/.exec(text) ?? [];
  if (whole === '') throw new Error(`not an amount: ${text}`);
  const amount = Number(whole.replaceAll(/[-,]/g, '')) * 100 + Number(fraction);
  return sign === '-' || whole.startsWith('-') ? 0 - amount : amount;
}

const american = (text: string): string => text.replace(/^(\d\d)\/(\d\d)\/(\d{4})$/, '$3-$1-$2');
const monthNames = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];
const inNumbers = (year = '', month = '', day = ''): string => `${year}-${String(monthNames.indexOf(month) + 1).padStart(2, '0')}-${day.padStart(2, '0')}`;

/** Two blocks beside each other: facts by their label, and rows by the names of their columns. */
function readSideBySide(text: string): { facts: ReadonlyMap<string, string>; rows: Record<string, string>[] } {
  const lines = readCsv(text);
  const names = lines[1]?.slice(3) ?? [];
  const rows = lines.slice(2).filter((line) => line[3] !== '');
  return {
    facts: new Map(lines.map(([label = '', value = '']) => [label, value])),
    rows: rows.map((line) => Object.fromEntries(names.map((name, place) => [name, line[place + 3] ?? '']))),
  };
}

/** Returns a fact of a file. */
export function factOf(facts: ReadonlyMap<string, string>, label: string): string {
  const value = facts.get(label);
  if (value === undefined) throw new Error(`the file does not say ${label}`);
  return value;
}

/** Reads the card transactions, or a card statement: amounts are spent. */
export function readCardFile(text: string) {
  const { facts, rows } = readSideBySide(text);
  return {
    facts,
    rows: rows.map((row) => ({ id: '', day: american(row.Date ?? ''), text: row.Merchant ?? '', change: centsOf(row.Amount ?? ''), status: row.Status ?? '' })),
  };
}

/** Reads the repayments, or their statement: amounts are paid. */
export function readRepaymentFile(text: string) {
  const { facts, rows } = readSideBySide(text);
  return {
    facts,
    rows: rows.map((row) => ({ id: '', day: american(row.Date ?? ''), text: row.Type ?? '', change: 0 - centsOf(row.Amount ?? ''), status: row.Status ?? '' })),
  };
}

/** Reads a printed statement: its facts, and the amounts of its rows as printed. */
export function readPrintedStatement(file: Buffer): { facts: ReadonlyMap<string, string>; amounts: number[] } {
  const pages = readPdf(file).pages;
  const [first = []] = pages;
  const facts = new Map([4, 6].flatMap((line) => (first[line] ?? []).map((label, place): [string, string] => [label, first[line + 1]?.[place] ?? ''])));
  const amounts = pages.flatMap((page) => {
    const rows = page.slice(page.findIndex(([name]) => name === 'Date') + 1, -1);
    return rows.filter(([text]) => text !== 'Nothing happened in this month.').map((row) => centsOf(row.at(-1) ?? ''));
  });
  return { facts, amounts };
}

/** Reads the file in four columns: credit raises the debt, debit lowers it. */
export function readClassic(text: string): FileRow[] {
  const [names, ...rows] = readCsv(text);
  if (names?.join() !== 'Date,Description,Credit,Debit') throw new Error('not the columns of the classic file');
  return rows.map(([date = '', description = '', credit = '', debit = '']) => {
    if ((credit === '') === (debit === '')) throw new Error(`credit and debit of ${description}`);
    const [day, month, year] = date.split('-');
    return { id: '', day: inNumbers(year, month, day), text: description, change: credit === '' ? 0 - centsOf(debit) : centsOf(credit) };
  });
}

/** Reads the file in three columns: a negative amount was spent. */
export function readThreeColumns(text: string): FileRow[] {
  const [names, ...rows] = readCsv(text);
  if (names?.join() !== 'Date,Description,Amount') throw new Error('not the three columns');
  return rows.map(([date = '', description = '', amount = '']) => ({ id: '', day: american(date), text: description, change: 0 - centsOf(amount) }));
}

export function readXero(text: string): FileRow[] {
  const [names, ...rows] = readCsv(text);
  if (names?.join() !== '*Date,*Amount,Payee,Description,Reference') throw new Error('not the columns of Xero');
  return rows.map(([date = '', amount = '', payee = '', , id = '']) => ({ id, day: american(date), text: payee, change: 0 - centsOf(amount) }));
}

/** Reads a credit card statement in OFX: a negative amount was spent, and a negative balance is owed. */
export function readOfxStatement(text: string): { rows: FileRow[]; owed: number } {
  const statement = readOfx(text).find('CREDITCARDMSGSRSV1').find('CCSTMTTRNRS').find('CCSTMTRS');
  const rows = statement.find('BANKTRANLIST').all('STMTTRN');
  for (const row of rows) {
    const isSpent = row.value('TRNAMT').startsWith('-');
    if (isSpent !== (row.value('TRNTYPE') === 'DEBIT')) throw new Error(`${row.value('TRNTYPE')} of ${row.value('TRNAMT')}`);
  }
  return {
    rows: rows.map((row) => ({
      id: row.value('FITID'),
      day: row.value('DTPOSTED').replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3'),
      text: row.value('NAME'),
      change: 0 - centsOf(row.value('TRNAMT')),
    })),
    owed: 0 - centsOf(statement.find('LEDGERBAL').value('BALAMT')),
  };
}

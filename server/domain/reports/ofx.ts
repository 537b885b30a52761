import { utcDate } from '../basics/dates.ts';
import { add, type Cents, negate, toDollars } from '../basics/money.ts';
import type { Period } from '../basics/periods.ts';
import { type AccountEntry, describeEntry, signedAmount } from './accountEntry.ts';
import { withoutNumbers } from './descriptors.ts';
import type { SplitReport } from './splitFiles.ts';

/**
 * The statement as OFX 1.0.2 in its SGML form, which is what QuickBooks (as .qbo) and Quicken read: a credit card
 * statement, purchases negative. A row's id is its FITID, so that importing again brings nothing twice; the time of day
 * is noon in GMT, so that no time zone moves a row to another day.
 */

export interface OfxReport {
  brand: string;
  period: Period;
  generatedAt: Date;
  /** The id of the account, a UUID. */
  receiverId: string;
  /** The debt when the period began. */
  opening_cents: Cents;
}

/** Returns the file's name for `partFileName`. */
export function ofxName(brand: string): string {
  return `${brand}-statement`;
}

/** QuickBooks reads no longer file. */
const limits = { rows: Number.POSITIVE_INFINITY, bytes: 350_000 };

/** More than the elements around the rows ever take. */
const frameBytes = 2_000;

/**
 * QuickBooks Desktop reads a file only when it names a bank on Intuit's list, and passes over this one's own name. It
 * stands in Intuit's element alone: the institution of the statement is the program.
 */
const intuitBankId = '3000';

/** The format takes no longer id of an account. */
const maximumAccountIdLength = 22;

/**
 * Returns the account's id in files: the end of ours, which is random and never changes. By it accounting software finds the account
 * that it keeps the rows in; under another id it would take every row once more. So no card is in it: cards are replaced.
 */
function accountId(receiverId: string): string {
  return receiverId.replaceAll('-', '').slice(-maximumAccountIdLength);
}

const header = [
  'OFXHEADER:100',
  'DATA:OFXSGML',
  'VERSION:102',
  'SECURITY:NONE',
  'ENCODING:USASCII',
  'CHARSET:1252',
  'COMPRESSION:NONE',
  'OLDFILEUID:NONE',
  'NEWFILEUID:NONE',
  '',
];

const success = ['<STATUS>', '<CODE>0', '<SEVERITY>INFO', '</STATUS>'];

/** The coverage of one file: its time, and the balance at its end. */
interface Coverage {
  start: Date;
  end: Date;
  owed_cents: Cents;
}

/** Returns the elements before the rows: the sign-on, and the account and period of the statement. */
function opening({ brand, generatedAt, receiverId }: OfxReport, { start, end }: Coverage): string[] {
  return [
    '<OFX>',
    '<SIGNONMSGSRSV1>',
    '<SONRS>',
    ...success,
    `<DTSERVER>${timestamp(generatedAt)}`,
    '<LANGUAGE>ENG',
    '<FI>',
    `<ORG>${sgmlText(brand, 32)}`,
    `<FID>${sgmlText(brand.toUpperCase(), 32)}`,
    '</FI>',
    `<INTU.BID>${intuitBankId}`,
    '</SONRS>',
    '</SIGNONMSGSRSV1>',
    '<CREDITCARDMSGSRSV1>',
    '<CCSTMTTRNRS>',
    '<TRNUID>0',
    ...success,
    '<CCSTMTRS>',
    '<CURDEF>USD',
    '<CCACCTFROM>',
    `<ACCTID>${accountId(receiverId)}`,
    '</CCACCTFROM>',
    '<BANKTRANLIST>',
    `<DTSTART>${timestamp(start)}`,
    `<DTEND>${timestamp(end)}`,
  ];
}

/** Returns the elements after the rows: the settled balance. Holds on the card are left out. */
function closing({ end, owed_cents }: Coverage): string[] {
  return [
    '</BANKTRANLIST>',
    '<LEDGERBAL>',
    `<BALAMT>${toDollars(negate(owed_cents))}`,
    `<DTASOF>${timestamp(end)}`,
    '</LEDGERBAL>',
    '</CCSTMTRS>',
    '</CCSTMTTRNRS>',
    '</CREDITCARDMSGSRSV1>',
    '</OFX>',
  ];
}

/**
 * Returns the report of the statement, split where QuickBooks would refuse its length: each file begins where the one
 * before it ended, and has the balance of its own end. Rows come oldest first.
 */
export function ofxReport(report: OfxReport): SplitReport<AccountEntry> {
  const { brand, period, opening_cents } = report;
  let before = { end: period.start, owed_cents: opening_cents };
  return {
    limits,
    frameBytes,
    write: (entry) => transaction(entry, brand),
    frame({ rows, text, isLast }) {
      const end = isLast ? period.end : (rows.at(-1)?.posted_at ?? before.end);
      const coverage = { start: before.end, end, owed_cents: add(before.owed_cents, ...rows.map((entry) => entry.amount_cents)) };
      before = coverage;
      return lines([...header, ...opening(report, coverage)]) + text + lines(closing(coverage));
    },
  };
}

const maximumNameLength = 32;
const maximumMemoLength = 255;

function transaction(entry: AccountEntry, brand: string): string {
  const description = describeEntry(entry, brand);
  const name = sgmlText(withoutNumbers(description), maximumNameLength) || 'CARD TRANSACTION';
  const memo = sgmlText(description, maximumMemoLength);
  return lines([
    '<STMTTRN>',
    `<TRNTYPE>${transactionType(entry)}`,
    `<DTPOSTED>${utcDate(entry.posted_at).replaceAll('-', '')}120000[0:GMT]`,
    `<TRNAMT>${toDollars(signedAmount(entry))}`,
    `<FITID>${sgmlText(entry.id, maximumMemoLength)}`,
    `<NAME>${name}`,
    ...(memo === name || memo === '' ? [] : [`<MEMO>${memo}`]),
    '</STMTTRN>',
  ]);
}

function transactionType(entry: AccountEntry): 'DEBIT' | 'CREDIT' | 'PAYMENT' {
  if (signedAmount(entry) < 0) return 'DEBIT';
  return entry.kind === 'repayment' ? 'PAYMENT' : 'CREDIT';
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${text}\r\n`).join('');
}

/** `20261121081200[0:GMT]`. */
function timestamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replace(/\D/g, '')}[0:GMT]`;
}

const escapes: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

/** Returns text in the format's form: ASCII on one line, without accents, cut to `longest` characters, three characters escaped. */
function sgmlText(text: string, longest: number): string {
  const plain = text
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^ -~]/gu, ' ')
    .replace(/ +/g, ' ')
    .trim()
    .slice(0, longest)
    .trimEnd();
  return plain.replace(/[&<>]/g, (sign) => escapes[sign] ?? sign);
}

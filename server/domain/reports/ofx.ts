import { utcDate } from '../basics/dates.ts';
import { type Cents, negate, toDollars } from '../basics/money.ts';
import type { Period } from '../basics/periods.ts';
import { type AccountingRow, describeRow, isInImportFile, signedAmount } from './accounting.ts';
import type { ReportWriter } from './writer.ts';

/**
 * The statement as OFX 1.0.2 in its SGML form, which is what QuickBooks (as .qbo) and Quicken read: a credit card
 * statement, purchases negative. A row's id is its FITID, so that importing again brings nothing twice; the time of day
 * is noon in GMT, so that no time zone moves a row to another day.
 */

export interface OfxReport {
  brand: string;
  period: Period;
  generatedAt: Date;
  /** The card's last four digits; they alone name the account. */
  lastFour: string;
  /** The amount owed at the time of the report. */
  outstanding_cents: Cents;
}

export function ofxFileName(brand: string): string {
  return `${brand}-statement.qbo`;
}

/** QuickBooks reads a file only when it names a bank on its list; this id is accepted for any bank. */
const intuitBankId = '3000';

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

/** Returns the elements before the rows: the sign-on, and the account and period of the statement. */
function opening({ brand, period, generatedAt, lastFour }: OfxReport): string[] {
  return [
    '<OFX>',
    '<SIGNONMSGSRSV1>',
    '<SONRS>',
    ...success,
    `<DTSERVER>${timestamp(generatedAt)}`,
    '<LANGUAGE>ENG',
    '<FI>',
    `<ORG>${sgmlText(brand, 32)}`,
    `<FID>${intuitBankId}`,
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
    `<ACCTID>XXXXXXXXXXXX${sgmlText(lastFour, 4)}`,
    '</CCACCTFROM>',
    '<BANKTRANLIST>',
    `<DTSTART>${timestamp(period.start)}`,
    `<DTEND>${timestamp(period.end)}`,
  ];
}

/** Returns the elements after the rows: the balance. */
function closing({ generatedAt, outstanding_cents }: OfxReport): string[] {
  return [
    '</BANKTRANLIST>',
    '<LEDGERBAL>',
    `<BALAMT>${toDollars(negate(outstanding_cents))}`,
    `<DTASOF>${timestamp(generatedAt)}`,
    '</LEDGERBAL>',
    '</CCSTMTRS>',
    '</CCSTMTTRNRS>',
    '</CREDITCARDMSGSRSV1>',
    '</OFX>',
  ];
}

/** Returns the writer of the statement. Rows come oldest first. */
export function ofxReport(report: OfxReport): ReportWriter<AccountingRow> {
  const { brand, period } = report;
  return {
    begin: () => lines([...header, ...opening(report)]),
    rows: (batch) =>
      batch
        .filter((entry) => isInImportFile(entry, period))
        .map((entry) => transaction(entry, brand))
        .join(''),
    end: () => lines(closing(report)),
  };
}

const maximumNameLength = 32;
const maximumMemoLength = 255;

function transaction(entry: AccountingRow, brand: string): string {
  const description = describeRow(entry, brand);
  const name = sgmlText(description, maximumNameLength) || 'CARD TRANSACTION';
  const memo = sgmlText(description, maximumMemoLength);
  return lines([
    '<STMTTRN>',
    `<TRNTYPE>${transactionType(entry)}`,
    `<DTPOSTED>${utcDate(entry.row.created_at).replaceAll('-', '')}120000[0:GMT]`,
    `<TRNAMT>${toDollars(signedAmount(entry))}`,
    `<FITID>${sgmlText(entry.row.id, maximumMemoLength)}`,
    `<NAME>${name}`,
    ...(memo === name || memo === '' ? [] : [`<MEMO>${memo}`]),
    '</STMTTRN>',
  ]);
}

function transactionType(entry: AccountingRow): 'DEBIT' | 'CREDIT' | 'PAYMENT' {
  if (signedAmount(entry) < 0) return 'DEBIT';
  return entry.kind === 'bank' && !entry.row.is_manual ? 'PAYMENT' : 'CREDIT';
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

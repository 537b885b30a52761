import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import type { AccountEntry } from '../../../server/domain/reports/accountEntry.ts';
import { ofxName, ofxReport } from '../../../server/domain/reports/ofx.ts';
import { partFileName, splitFiles } from '../../../server/domain/reports/splitFiles.ts';
import { creditEntry, entry } from '../../support/activity.ts';
import { type OfxElement, readOfx } from '../../support/readOfx.ts';

const period = { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') };
const report = () =>
  ofxReport({
    brand: 'Headway',
    period,
    generatedAt: new Date('2026-02-03T08:12:45.678Z'),
    receiverId: '0193c8a1-5e2f-7b44-9d10-a6f3e2c4b781',
    opening_cents: cents(127_222),
  });

/** The files of some rows, whatever batches they come in. */
function filesOf(rows: readonly AccountEntry[]): string[] {
  const splitter = splitFiles(report());
  return [...rows.flatMap((row) => splitter.rows([row])), splitter.end()];
}
const fileOf = (rows: readonly AccountEntry[]): string => {
  const files = filesOf(rows);
  expect(files).toHaveLength(1);
  return files.join('');
};

/** The elements of a statement in the order of the format's document type, required ones marked. */
const transactionElements = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'NAME', 'MEMO'];

const statementOf = (text: string): OfxElement => readOfx(text).find('CREDITCARDMSGSRSV1').find('CCSTMTTRNRS').find('CCSTMTRS');
const transactionsOf = (text: string): OfxElement[] => statementOf(text).find('BANKTRANLIST').all('STMTTRN');

describe('the OFX statement', () => {
  it('is this file, to the byte', () => {
    const golden = `OFXHEADER:100
DATA:OFXSGML
VERSION:102
SECURITY:NONE
ENCODING:USASCII
CHARSET:1252
COMPRESSION:NONE
OLDFILEUID:NONE
NEWFILEUID:NONE

<OFX>
<SIGNONMSGSRSV1>
<SONRS>
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<DTSERVER>20260203081245[0:GMT]
<LANGUAGE>ENG
<FI>
<ORG>Headway
<FID>HEADWAY
</FI>
<INTU.BID>3000
</SONRS>
</SIGNONMSGSRSV1>
<CREDITCARDMSGSRSV1>
<CCSTMTTRNRS>
<TRNUID>0
<STATUS>
<CODE>0
<SEVERITY>INFO
</STATUS>
<CCSTMTRS>
<CURDEF>USD
<CCACCTFROM>
<ACCTID>2f7b449d10a6f3e2c4b781
</CCACCTFROM>
<BANKTRANLIST>
<DTSTART>20260101000000[0:GMT]
<DTEND>20260201000000[0:GMT]
<STMTTRN>
<TRNTYPE>DEBIT
<DTPOSTED>20260105120000[0:GMT]
<TRNAMT>-12.34
<FITID>tx-1
<NAME>ACME Supplies
</STMTTRN>
<STMTTRN>
<TRNTYPE>PAYMENT
<DTPOSTED>20260107120000[0:GMT]
<TRNAMT>50.00
<FITID>tr-1
<NAME>HEADWAY REPAYMENT
</STMTTRN>
</BANKTRANLIST>
<LEDGERBAL>
<BALAMT>-1234.56
<DTASOF>20260201000000[0:GMT]
</LEDGERBAL>
</CCSTMTRS>
</CCSTMTTRNRS>
</CREDITCARDMSGSRSV1>
</OFX>
`;
    // $1,272.22 were owed, $12.34 spent and $50.00 repaid.
    expect(fileOf([entry(), creditEntry()])).toBe(golden.replaceAll('\n', '\r\n'));
  });

  it.each([
    [entry({ amount_cents: cents(1) }), 'DEBIT', '-0.01', 'ACME Supplies'],
    [entry({ amount_cents: cents(-500) }), 'CREDIT', '5.00', 'ACME Supplies'],
    [creditEntry(), 'PAYMENT', '50.00', 'HEADWAY REPAYMENT'],
    [creditEntry({ kind: 'repayment_return', amount_cents: cents(5_000), isReversal: true }), 'DEBIT', '-50.00', 'HEADWAY REPAYMENT RETURNED'],
    [creditEntry({ kind: 'cashback', amount_cents: cents(-75) }), 'CREDIT', '0.75', 'STATEMENT CREDIT'],
    [creditEntry({ kind: 'cashback_reversal', amount_cents: cents(75), isReversal: true }), 'DEBIT', '-0.75', 'STATEMENT CREDIT'],
    [creditEntry({ kind: 'credit_payout', amount_cents: cents(700) }), 'DEBIT', '-7.00', 'CREDIT PAYOUT'],
    [creditEntry({ kind: 'chargeback_reversal', amount_cents: cents(250) }), 'DEBIT', '-2.50', 'CHARGEBACK'],
  ])('%o is a %s of %s named %s', (row, type, amount, name) => {
    const [only] = transactionsOf(fileOf([row]));
    expect([only?.value('TRNTYPE'), only?.value('TRNAMT'), only?.value('NAME')]).toEqual([type, amount, name]);
  });

  it('is of the program and of no bank', () => {
    const institution = readOfx(fileOf([])).find('SIGNONMSGSRSV1').find('SONRS').find('FI');
    expect([institution.value('ORG'), institution.value('FID')]).toEqual(['Headway', 'HEADWAY']);
  });

  it('has what is owed at its end as its balance, and no balance of what is only held', () => {
    const statement = statementOf(fileOf([entry({ amount_cents: cents(100_000) }), creditEntry()]));
    expect(statement.find('LEDGERBAL').value('BALAMT')).toBe('-2222.22');
    expect(statement.all('AVAILBAL')).toEqual([]);
  });

  it('is split below 350 KB, and the parts follow on each other in time and balance', () => {
    const rows = Array.from({ length: 6_000 }, (_, number) =>
      entry({ id: `tx-${number}`, amount_cents: cents(number + 1), posted_at: new Date(period.start.getTime() + number * 60_000) }),
    );
    const files = filesOf(rows);
    expect(files.length).toBeGreaterThan(2);
    expect(Math.max(...files.map((file) => Buffer.byteLength(file)))).toBeLessThanOrEqual(350_000);
    let [owed, start] = [127_222, '20260101000000[0:GMT]'];
    for (const file of files) {
      const statement = statementOf(file);
      const list = statement.find('BANKTRANLIST');
      expect(list.value('DTSTART')).toBe(start);
      for (const row of list.all('STMTTRN')) owed -= Number(row.value('TRNAMT').replace('.', ''));
      expect(statement.find('LEDGERBAL').value('BALAMT').replace('.', '')).toBe(String(-owed));
      start = list.value('DTEND');
      expect(statement.find('LEDGERBAL').value('DTASOF')).toBe(start);
    }
    expect(start).toBe('20260201000000[0:GMT]');
    expect(files.flatMap((file) => transactionsOf(file).map((row) => row.value('FITID')))).toEqual(rows.map(({ id }) => id));
  });

  it('no time zone moves a row to another day', () => {
    const [late] = transactionsOf(fileOf([entry({ posted_at: new Date('2026-01-31T23:59:59.999Z') })]));
    expect(late?.value('DTPOSTED')).toBe('20260131120000[0:GMT]');
  });

  it.each([
    ['AMZN MKTP US*2K4AB0 8005551212', 'AMZN MKTP US'],
    ['SHELL OIL 57444282702', 'SHELL OIL'],
    ['TARGET STORE #1042 BROOKLYN', 'TARGET BROOKLYN'],
    ['COMCAST 800-266-2278 PA', 'COMCAST PA'],
    ['UBER +1 (415) 555-0142', 'UBER'],
    ['7-ELEVEN', '7-ELEVEN'],
    ['FOREVER 21', 'FOREVER 21'],
    ['3M SUPPLIES', '3M SUPPLIES'],
    ['8005551212', '8005551212'],
  ])('%s is named %s, and stands whole in the memo', (descriptor, name) => {
    const [only] = transactionsOf(fileOf([entry({ descriptor })]));
    expect([only?.value('NAME'), only?.all('MEMO').length]).toEqual([name, name === descriptor ? 0 : 1]);
    if (name !== descriptor) expect(only?.value('MEMO')).toBe(descriptor);
  });

  it('a long name is cut and stands whole in the memo; signs are escaped, accents come off', () => {
    const descriptor = 'Zoë & Söhne <Import/Export> of fine coffee beans';
    const [only] = transactionsOf(fileOf([entry({ descriptor })]));
    expect(only?.value('NAME')).toBe('Zoe & Sohne <Import/Export> of f');
    expect(only?.value('MEMO')).toBe('Zoe & Sohne <Import/Export> of fine coffee beans');
    expect(fileOf([entry({ descriptor })])).toContain('<NAME>Zoe &amp; Sohne &lt;Import/Export&gt; of f\r\n');
  });

  it('whatever merchants are called, the file can be read and nothing in it breaks out of its place', () => {
    const descriptor = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('</STMTTRN>', '<NAME>x', 'a\r\n<MEMO>b', '&lt;', '日本', '', '  '));
    fc.assert(
      fc.property(fc.array(descriptor, { minLength: 1, maxLength: 5 }), (descriptors) => {
        const rows = descriptors.map((text, number) => entry({ id: `tx-${number}`, descriptor: text }));
        const text = fileOf(rows);
        expect(text).toMatch(/^[\r\n -~]*$/);
        const read = transactionsOf(text);
        expect(read.map((element) => element.value('FITID'))).toEqual(rows.map(({ id }) => id));
        for (const element of read) {
          expect(element.names()).toEqual(transactionElements.slice(0, element.names().length));
          expect(element.value('NAME')).toMatch(/^\S(.{0,30}\S)?$/);
        }
      }),
    );
  });

  it('has a name that begins with the brand', () => {
    expect(partFileName(ofxName('Headway'), 1, 1, 'qbo')).toBe('Headway-statement.qbo');
    expect(partFileName(ofxName('Headway'), 1, 2, 'qbo')).toBe('Headway-statement-1-of-2.qbo');
  });
});

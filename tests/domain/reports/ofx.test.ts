import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cents } from '../../../server/domain/basics/money.ts';
import type { AccountingRow } from '../../../server/domain/reports/accounting.ts';
import { ofxFileName, ofxReport } from '../../../server/domain/reports/ofx.ts';
import { purchase, repayment } from '../../support/activity.ts';
import { type OfxElement, readOfx } from '../../support/readOfx.ts';
import { writeReport } from '../../support/writeReport.ts';

const report = () =>
  ofxReport({
    brand: 'Headway',
    period: { start: new Date('2026-01-01T00:00:00Z'), end: new Date('2026-02-01T00:00:00Z') },
    generatedAt: new Date('2026-02-03T08:12:45.678Z'),
    lastFour: '4242',
    outstanding_cents: cents(123_456),
  });
const card = (different: Parameters<typeof purchase>[0] = {}): AccountingRow => ({ kind: 'card', row: purchase(different) });
const bank = (different: Parameters<typeof repayment>[0] = {}): AccountingRow => ({ kind: 'bank', row: repayment(different) });

/** The elements of a statement in the order of the format's document type, required ones marked. */
const transactionElements = ['TRNTYPE', 'DTPOSTED', 'TRNAMT', 'FITID', 'NAME', 'MEMO'];

function transactionsOf(text: string): OfxElement[] {
  const statement = readOfx(text).find('CREDITCARDMSGSRSV1').find('CCSTMTTRNRS').find('CCSTMTRS');
  return statement.find('BANKTRANLIST').all('STMTTRN');
}

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
<FID>3000
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
<ACCTID>XXXXXXXXXXXX4242
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
<DTASOF>20260203081245[0:GMT]
</LEDGERBAL>
</CCSTMTRS>
</CCSTMTTRNRS>
</CREDITCARDMSGSRSV1>
</OFX>
`;
    expect(writeReport(report(), [card(), bank()])).toBe(golden.replaceAll('\n', '\r\n'));
  });

  it.each([
    [card({ amount_cents: cents(1) }), 'DEBIT', '-0.01'],
    [card({ amount_cents: cents(-500) }), 'CREDIT', '5.00'],
    [bank(), 'PAYMENT', '50.00'],
    [bank({ is_manual: true, transaction_type: 'statement_credit' }), 'CREDIT', '50.00'],
    [bank({ is_manual: true, transaction_type: 'chargeback', amount_cents: cents(-250) }), 'DEBIT', '-2.50'],
  ])('%o is a %s of %s', (row, type, amount) => {
    const [only] = transactionsOf(writeReport(report(), [row]));
    expect([only?.value('TRNTYPE'), only?.value('TRNAMT')]).toEqual([type, amount]);
  });

  it('lists what settled in the period, and nothing of nothing', () => {
    const rows = [
      card({ status: 'PENDING' }),
      card({ amount_cents: cents(0) }),
      card({ created_at: new Date('2026-02-01T00:00:00Z') }),
      bank({ status: 'posted' }),
      bank({ name: 'Error' }),
      card({ id: 'listed' }),
    ];
    expect(transactionsOf(writeReport(report(), rows)).map((element) => element.value('FITID'))).toEqual(['listed']);
  });

  it('no time zone moves a row to another day', () => {
    const [late] = transactionsOf(writeReport(report(), [card({ created_at: new Date('2026-01-31T23:59:59.999Z') })]));
    expect(late?.value('DTPOSTED')).toBe('20260131120000[0:GMT]');
  });

  it('a long name is cut and stands whole in the memo; signs are escaped, accents come off', () => {
    const descriptor = 'Zoë & Söhne <Import/Export> of fine coffee beans';
    const [only] = transactionsOf(writeReport(report(), [card({ descriptor })]));
    expect(only?.value('NAME')).toBe('Zoe & Sohne <Import/Export> of f');
    expect(only?.value('MEMO')).toBe('Zoe & Sohne <Import/Export> of fine coffee beans');
    expect(writeReport(report(), [card({ descriptor })])).toContain('<NAME>Zoe &amp; Sohne &lt;Import/Export&gt; of f\r\n');
  });

  it('whatever merchants are called, the file can be read and nothing in it breaks out of its place', () => {
    const descriptor = fc.oneof(fc.string({ unit: 'grapheme' }), fc.constantFrom('</STMTTRN>', '<NAME>x', 'a\r\n<MEMO>b', '&lt;', '日本', '', '  '));
    fc.assert(
      fc.property(fc.array(descriptor, { minLength: 1, maxLength: 5 }), (descriptors) => {
        const rows = descriptors.map((text, number) => card({ id: `tx-${number}`, descriptor: text }));
        const text = writeReport(report(), rows);
        expect(text).toMatch(/^[\r\n -~]*$/);
        const read = transactionsOf(text);
        expect(read.map((element) => element.value('FITID'))).toEqual(rows.map(({ row }) => row.id));
        for (const element of read) {
          expect(element.names()).toEqual(transactionElements.slice(0, element.names().length));
          expect(element.value('NAME')).toMatch(/^\S(.{0,30}\S)?$/);
        }
      }),
    );
  });

  it('is the same file however it is cut into batches', () => {
    const rows = Array.from({ length: 25 }, (_, number) => card({ id: `tx-${number}` }));
    const writer = report();
    expect(writer.begin() + rows.map((row) => writer.rows([row])).join('') + writer.end()).toBe(writeReport(report(), rows));
  });

  it('has a name that begins with the brand', () => {
    expect(ofxFileName('Headway')).toBe('Headway-statement.qbo');
  });
});

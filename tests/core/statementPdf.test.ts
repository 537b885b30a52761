import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isoDate } from '../../server/domain/basics/dates.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { readMonth } from '../../server/domain/basics/periods.ts';
import type { AccountEntry } from '../../server/domain/reports/accountEntry.ts';
import { type StatementSheet, statementSheet } from '../../server/domain/reports/statementSheet.ts';
import type { StatementFacts } from '../../server/domain/reports/statements.ts';
import { programs } from '../../server/programs/all.ts';
import { defaultProgram } from '../../server/programs/index.ts';
import { printable } from '../../server/services/reports/fonts.ts';
import { type Letterhead, writePdf } from '../../server/services/reports/statementPdf.ts';
import { creditEntry, entry } from '../support/activity.ts';
import { readPdf } from '../support/readPdf.ts';

const generatedAt = new Date('2026-02-03T08:12:45Z');
const january = readMonth('2026-01');

async function* inBatches<Row>(rows: readonly Row[], size = 1_000): AsyncGenerator<readonly Row[]> {
  for (let at = 0; at < rows.length; at += size) yield rows.slice(at, at + size);
}

async function fileOf<Row>(sheet: StatementSheet<Row>, rows: readonly Row[], different: Partial<Letterhead> = {}): Promise<Buffer> {
  const letterhead = { program: defaultProgram, holder: 'Corner Bakery LLC', generatedAt, row_count: rows.length, ...different };
  const pieces: Buffer[] = [];
  for await (const piece of writePdf(sheet, letterhead, inBatches(rows))) pieces.push(piece);
  return Buffer.concat(pieces);
}

const facts: StatementFacts = {
  month: january,
  number: 3,
  generatedAt,
  opening_cents: cents(10_000),
  card_cents: cents(126_234),
  credit_cents: cents(5_250),
  debited_cents: cents(5_000),
  closing_cents: cents(130_984),
};
const sheetOfCards = statementSheet('card', facts);
const many = (count: number): AccountEntry[] => Array.from({ length: count }, (_, place) => entry({ id: `tx-${place}`, amount_cents: cents(100 + place) }));

describe('a statement as PDF', () => {
  it('of the card says whose it is, the month, the balances, and each purchase that has settled', async () => {
    const rows = [
      entry({ descriptor: 'Zoë\'s "Deli" (Köln)', amount_cents: cents(100_000) }),
      entry({ id: 'tx-2', amount_cents: cents(-500), repayment_date: null }),
      entry({ id: 'tx-3', amount_cents: cents(26_734), posted_at: new Date('2026-01-31T23:59:59.999Z'), repayment_date: isoDate('2026-03-02') }),
    ];
    expect(readPdf(await fileOf(sheetOfCards, rows)).pages).toEqual([
      [
        ['Account statement'],
        ['Card transactions - January 2026'],
        ['Corner Bakery LLC'],
        ['Each row is listed by the day it settled.'],
        ['From', 'To', 'Total spent', 'Made at'],
        ['Jan 1, 2026', 'Jan 31, 2026', '$1,262.34', '02/03/2026 08:12 UTC'],
        ['Statement', 'Opening balance', 'Repayments and credits', 'Closing balance'],
        ['No. 3', '$100.00', '$52.50', '$1,309.84'],
        ['Date', 'Merchant', 'Repayment date', 'Amount'],
        ['Jan 5, 2026', 'Zoë\'s "Deli" (Köln)', 'Feb 4, 2026', '$1,000.00'],
        ['Jan 5, 2026', 'ACME Supplies', '-$5.00'],
        ['Jan 31, 2026', 'ACME Supplies', 'Mar 2, 2026', '$267.34'],
        ['Headway · support@headway.localhost', 'Page 1 of 1'],
      ],
    ]);
  });

  it('of the repayments lists what was repaid, credited and taken back', async () => {
    const rows = [
      creditEntry(),
      creditEntry({ id: 'tr-2', kind: 'statement_credit', amount_cents: cents(-250) }),
      creditEntry({ id: 'tr-1-1', kind: 'repayment_return', amount_cents: cents(5_000), isReversal: true }),
    ];
    const [page = []] = readPdf(
      await fileOf(statementSheet('repayments', { ...facts, number: null, generatedAt: new Date('2026-01-31T08:12:45Z') }), rows),
    ).pages;
    expect(page.slice(1, -1)).toEqual([
      ['Repayments - January 2026'],
      ['Corner Bakery LLC'],
      ['Each row is listed by the day it settled.'],
      ['Period', 'Total debited', 'Made at', 'Statement'],
      ['Jan 1–31, 2026', '$50.00', '01/31/2026 08:12 UTC', 'Not closed yet'],
      ['Opening balance', 'Card transactions', 'Repayments and credits', 'Closing balance'],
      ['$100.00', '$1,262.34', '$52.50', '$1,309.84'],
      ['Date', 'Type', 'Status', 'Amount'],
      ['Jan 7, 2026', 'Repayment', 'Settled', '$50.00'],
      ['Jan 7, 2026', 'Statement credit', 'Settled', '$2.50'],
      ['Jan 7, 2026', 'Repayment returned', 'Returned', '-$50.00'],
    ]);
  });

  it('of a month without any says so', async () => {
    const [page = []] = readPdf(await fileOf(sheetOfCards, [])).pages;
    expect(page.slice(8)).toEqual([
      ['Date', 'Merchant', 'Repayment date', 'Amount'],
      ['Nothing happened in this month.'],
      ['Headway · support@headway.localhost', 'Page 1 of 1'],
    ]);
  });

  it.each([
    [21, 1],
    [22, 2],
    [52, 2],
    [53, 3],
    [1_000, 33],
  ])('of %i rows has all of them, in order, on %i pages with the column names and the number on each', async (count, expected) => {
    const { pages } = readPdf(await fileOf(sheetOfCards, many(count)));
    const rows = pages.flatMap((page, place) => {
      const names = page.findIndex(([first]) => first === 'Date');
      expect(page[names]).toEqual(['Date', 'Merchant', 'Repayment date', 'Amount']);
      expect(page.at(-1)).toEqual(['Headway · support@headway.localhost', `Page ${place + 1} of ${expected}`]);
      return page.slice(names + 1, -1);
    });
    expect(rows.map((row) => row.at(-1))).toEqual(many(count).map(({ amount_cents }) => `$${(amount_cents / 100).toFixed(2)}`));
    expect(pages).toHaveLength(expected);
  });

  it('is let go page by page while its rows are read', async () => {
    const events: string[] = [];
    async function* rows() {
      for (let batch = 0; batch < 3; batch += 1) {
        events.push('read');
        yield many(100);
      }
    }
    for await (const _piece of writePdf(sheetOfCards, { program: defaultProgram, holder: '', generatedAt, row_count: 300 }, rows())) events.push('written');
    expect(events.join(' ')).toMatch(/^read written (written )*read written (written )*read written/);
  });

  it.each([['Łódź Şarküteri'], ['Καφενείο Αθήνα'], ['Кофейня «Їжак»'], ['Phở Nguyễn'], ['ﬁnest café']])(
    'keeps the letters of %j, which can be copied out of it',
    async (descriptor) => {
      const file = await fileOf(sheetOfCards, [entry({ descriptor })], { holder: descriptor });
      const [page = []] = readPdf(file).pages;
      expect([page[2]?.[0], page[9]?.[1]]).toEqual([descriptor, descriptor]);
      expect(file.toString('latin1')).not.toMatch(/\/Type1\b/);
    },
  );

  it('shows a letter that it cannot draw as a question mark', async () => {
    const [page = []] = readPdf(await fileOf(sheetOfCards, [entry({ descriptor: '東京 😀 שלום' })])).pages;
    expect(page[9]?.[1]).toBe('?? ? ????');
  });

  it('says on each page with such a question mark where the name is written whole', async () => {
    const note = 'A “?” may stand for a letter that this page cannot print. The CSV file of this statement has every name as it is written.';
    const notesOf = async (rows: readonly AccountEntry[], holder = 'Corner Bakery LLC') =>
      readPdf(await fileOf(sheetOfCards, rows, { holder })).pages.map((page) => page.filter(([text]) => text === note).length);
    const [first, ...others] = many(60);
    expect(await notesOf([entry({ descriptor: 'Who?' })])).toEqual([0]);
    expect(await notesOf([entry({ descriptor: '東京' }), entry({ id: 'tx-2', descriptor: '東京' })])).toEqual([1]);
    expect(await notesOf(first === undefined ? [] : [{ ...first, descriptor: '스타벅스' }, ...others])).toEqual([1, 0, 0]);
    expect(await notesOf([...others.slice(1), entry({ descriptor: '東京' })])).toEqual([0, 0, 1]);
    expect(await notesOf([], '東京商店')).toEqual([1]);
  });

  it('is the same file for the same facts', async () => {
    expect(await fileOf(sheetOfCards, many(30))).toEqual(await fileOf(sheetOfCards, many(30)));
  });

  it('cuts a name that is too long for its column', async () => {
    const [page = []] = readPdf(await fileOf(sheetOfCards, [entry({ descriptor: 'W'.repeat(80) })])).pages;
    expect(page[9]?.[1]).toMatch(/^W{10,30}…$/);
  });

  it.each(programs.map((program) => [program.name, program] as const))(
    'of %s shows its logo and its color, and its name to readers of the screen',
    async (_, program) => {
      const { pages, objects, contents } = readPdf(await fileOf(sheetOfCards, [], { program }));
      expect(pages[0]?.at(-1)?.[0]).toBe(`${program.name} · ${program.supportEmail}`);
      const color = [1, 3, 5].map((at) => Number.parseInt(program.colors.light.primary.slice(at, at + 2), 16) / 255);
      expect(contents[0]).toContain(`${color.join(' ')} scn`);
      expect([...objects.values()].filter((object) => object.includes('/S /Figure') && object.includes(`/Alt (${program.name})`))).toHaveLength(1);
      expect([...objects.values()].filter((object) => /\/S \/(Table|H1)\b/.test(object))).toHaveLength(2);
    },
  );
});

it.each([
  ['Zoë’s “Deli” – 5 €', 'Zoë’s “Deli” – 5 €'],
  ['Cafe\u0301', 'Café'],
  ['Łódź ş Δρόμος Дім', 'Łódź ş Δρόμος Дім'],
  ['ｆｕｌｌ ⓦidth', 'full width'],
  ['日本 😀', '?? ?'],
  ['one\ttwo\nlines', 'one two lines'],
])('%j is printed as %j', (text, shown) => expect(printable(text)).toBe(shown));

it('whatever a name holds is printable', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = printable(text);
      expect(printable(shown)).toBe(shown);
    }),
  );
});

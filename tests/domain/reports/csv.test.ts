import fc from 'fast-check';
import Papa from 'papaparse';
import { describe, expect, it } from 'vitest';
import { csvLine, csvLines } from '../../../server/domain/reports/csv.ts';
import { readCsv } from '../../support/readCsv.ts';

describe('a cell that a spreadsheet would run', () => {
  it.each([
    ...[
      '=1+1',
      '=cmd|calc',
      '+1+1',
      '-1+1',
      '@SUM(A1)',
      '\t=1',
      '\r=1',
      '\n=1',
      '\0=1',
      '＝1+1',
      '＋1',
      '－1',
      '＠SUM',
      '=',
      '-',
      '+',
      '@',
      '--5',
      '-5.0.0',
      '+1 212 555 0142',
    ],
    ...['-1,000.00', '-$5.00', '=5', '-5.', '-.5', '-5e3'],
  ])('gets an apostrophe: %j', (text) => {
    // Invisible characters are removed before.
    expect(readCsv(csvLines([['x', text]]))).toEqual([['x', `'${text.replace(/^[\t\r\n\0]/, '')}`]]);
  });
});

describe('a cell that is safe', () => {
  it.each(['-5.00', '+5.00', '-5', '5', '12.34', '0.00', '-0.05', 'ACME', 'a=b', ' =1', "'=1", 'O’Hara', 'ACME "The" Shop', 'a,b', 'a;b', ''])(
    'is left alone: %j',
    (text) => {
      expect(readCsv(csvLines([['x', text]]))).toEqual([['x', text]]);
    },
  );
});

describe('what cannot be seen', () => {
  it.each([
    ['line\r\nbreak', 'line break'],
    ['a\tb\0c\u0085d', 'a b c d'],
    ['\u202egnp.exe', 'gnp.exe'],
    ['a\u2066b\u2069\u200f', 'a b'],
    ['\ufeff=1', "'=1"],
  ])('never reaches a cell: %j', (text, read) => {
    expect(readCsv(csvLines([['x', text]]))).toEqual([['x', read]]);
    expect(readCsv(csvLine(['x', text], [1]))).toEqual([['x', read]]);
  });
});

it('a cell with a semicolon is quoted, for spreadsheets that separate by it', () => {
  expect(csvLines([['a;b', 'c', '1.50']])).toBe('"a;b",c,1.50\r\n');
  expect(csvLine(['a;b', 'c'], [1])).toBe('"a;b","c"\r\n');
});

it('every line ends with CRLF, and no lines are no text', () => {
  expect(csvLines([['a', 'b'], ['c']])).toBe('a,b\r\nc\r\n');
  expect(csvLines([])).toBe('');
});

it('a cell may be quoted whatever it holds', () => {
  expect(csvLine(['a', 'b', 'c "d"'], [1])).toBe('a,"b","c ""d"""\r\n');
});

it('what is written is what two other readers read, but for the apostrophe and what cannot be seen', () => {
  const cell = fc.oneof(fc.string(), fc.string({ unit: fc.constantFrom('=', '-', '+', '@', '"', ',', ';', '\r', '\n', '\t', '\0', '＝', '1', '.', ' ', 'a') }));
  const rows = fc.array(fc.array(cell, { minLength: 2, maxLength: 5 }), { minLength: 1, maxLength: 5 });
  const seen = (text = '') => (/\p{Cc}/u.test(text) ? text.replace(/\p{Cc}+/gu, ' ').trim() : text);
  fc.assert(
    fc.property(rows, (written) => {
      const text = csvLines(written);
      const read = readCsv(text);
      expect(Papa.parse(text.slice(0, -2), { newline: '\r\n', delimiter: ',' }).data).toEqual(read);
      expect(text).not.toMatch(/[^\P{Cc}\r\n]/u);
      const shown = written.map((row) => row.map(seen));
      expect(read.map((row, line) => row.map((got, column) => (got === `'${shown[line]?.[column]}` ? shown[line]?.[column] : got)))).toEqual(shown);
      for (const got of read.flat()) {
        expect(/^[=+\-@\t\r\n\0＝＋－＠]/.test(got)).toBe(/^[-+]\d+(\.\d+)?$/.test(got));
      }
    }),
  );
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { cents } from '../../server/domain/basics/money.ts';
import { purchase, receivable, repayment } from '../support/activity.ts';
import { addCardRows, addReceivableRows, addTransferRows, bookRows } from '../support/activityRows.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { readCsv } from '../support/readCsv.ts';
import { readOfx } from '../support/readOfx.ts';
import { readPdf } from '../support/readPdf.ts';

const month = '2026-01';
const range = new URLSearchParams({ start_at: '2026-01-01T00:00:00.000Z', end_at: '2026-02-01T00:00:00.000Z' });
/** Long before the sales of the linked store. */
const rangeBeforeStore = new URLSearchParams({ start_at: '2025-01-01T00:00:00.000Z', end_at: '2025-02-01T00:00:00.000Z' });

let product: TestProduct;
let merchant: Merchant;
let card: string;
let bank: string;

beforeAll(async () => {
  product = await productWithMerchants('KYB_ACCEPT');
  merchant = await merchantAt(product, 'KYB_ACCEPT');
  // The store's sales are read meanwhile, and stand beside those of these tests.
  await eventually('the first sync', async () => (await merchant.timeline()).includes('store_synced'));
  const { lithic_card_token, plaid_access_token } = await merchant.shown();
  [card, bank] = [lithic_card_token, plaid_access_token];
  const { database } = product.deps;
  const cards = [
    purchase({ id: 'buy', amount_cents: cents(150_000), descriptor: 'FJORD TEXTILES IMPORT' }),
    purchase({ id: 'back', amount_cents: cents(-500), created_at: new Date('2026-01-20T00:00:00Z') }),
    purchase({ id: 'held', status: 'PENDING', created_at: new Date('2026-01-21T00:00:00Z') }),
    purchase({ id: 'no', status: 'DECLINED', result: 'INSUFFICIENT_FUNDS' }),
    purchase({ id: 'later', created_at: new Date('2026-02-01T00:00:00Z') }),
  ];
  const transfers = [repayment({ id: randomUUID() }), repayment({ id: randomUUID(), name: 'Error' })];
  await addCardRows(database, merchant.id, cards, card);
  await addTransferRows(database, merchant.id, transfers);
  await bookRows(database, merchant.id, cards, transfers);
  await addReceivableRows(database, merchant.id, [
    receivable({ id: 'rutter:re-1', created_at: new Date('2025-01-31T23:59:59Z') }),
    receivable({ id: 'rutter:re-2', created_at: new Date('2025-02-01T00:00:00Z') }),
  ]);
});
afterAll(() => product.stop());

async function download(path: string, accept = 'text/csv') {
  const answer = await product.call(path, { host: merchant.host, token: merchant.token, headers: { accept } });
  expect(answer.status === 200 ? '' : answer.text).toBe('');
  return { ...answer, name: /filename\*=UTF-8''(.*)$/.exec(answer.headers.get('content-disposition') ?? '')?.[1], type: answer.headers.get('content-type') };
}
const own = (path: string) => `/api/users/${merchant.receiver.token}/${path}`;

describe('the downloads', () => {
  it('of card transactions lists what moved money, with the sum', async () => {
    const { name, type, text } = await download(`/api/card_csv?lithic_card_tokens=${card}&${range}`);
    expect([name, type]).toEqual(['Headway-transactions.csv', 'text/csv; charset=utf-8']);
    const rows = readCsv(text);
    expect(rows.map((row) => row[4])).toEqual(['', 'Merchant', 'ACME Supplies', 'ACME Supplies', 'FJORD TEXTILES IMPORT']);
    expect(rows[4]?.slice(0, 2)).toEqual(['Total Spent', '$1507.34']);
  });

  it('of repayments', async () => {
    const { name, text } = await download(`/api/bank_csv?plaid_access_token=${bank}&${range}`);
    expect(name).toBe('Headway-repayment.csv');
    const rows = readCsv(text);
    expect(rows[2]?.slice(0, 2)).toEqual(['Total debited', '$50.00']);
    expect(rows.map((row) => row.slice(3))).toEqual([
      ['Transaction List', '', '', ''],
      ['Date', 'Type', 'Amount', 'Status'],
      ['01/07/2026', 'Repayment', '50.00', 'settled'],
      ['', '', '', ''],
      ['', '', '', ''],
    ]);
  });

  it('of recent receivables', async () => {
    const { name, text } = await download(own(`receivables_csv?${rangeBeforeStore}`));
    expect(name).toBe('Headway-recent-receivables.csv');
    expect(readCsv(text)).toEqual([
      ['Type', 'Amount', 'Date'],
      ['sale', '20.50', expect.any(String)],
    ]);
  });

  it('of a statement, as a file for programs and as pages, agree on rows and sum', async () => {
    const csv = await download(own(`statements/${month}?kind=card`));
    const pdf = await download(own(`statements/${month}?kind=card`), 'application/pdf');
    expect([csv.name, pdf.name, pdf.type]).toEqual(['Headway-transactions-2026-01.csv', 'Headway-transactions-2026-01.pdf', 'application/pdf']);
    expect(readCsv(csv.text).map((row) => row[5])).toEqual(['', 'Amount', '-5.00', '1500.00', '', '', '', '', '', '']);
    const [page = []] = readPdf(pdf.bytes).pages;
    expect(page.slice(9, -1)).toEqual([
      ['Jan 20, 2026', 'ACME Supplies', 'Feb 4, 2026', '-$5.00'],
      ['Jan 5, 2026', 'FJORD TEXTILES IMPORT', 'Feb 4, 2026', '$1,500.00'],
    ]);
    expect(page[5]?.[2]).toBe('$1,495.00');
    // $50.00 were repaid in January.
    expect(page[7]).toEqual(['None', '$0.00', '$50.00', '$1,445.00']);
    expect((await download(own(`statements/${month}?kind=card`), 'application/json')).body).toMatchObject({
      number: null,
      opening_cents: 0,
      total_cents: 149_500,
      closing_cents: 144_500,
      row_count: 2,
    });
  });

  it('of the repayments’ statement as pages', async () => {
    const { name, bytes } = await download(own(`statements/${month}?kind=repayments`), 'application/pdf');
    expect(name).toBe('Headway-repayment-2026-01.pdf');
    expect(readPdf(bytes).pages[0]?.slice(9, -1)).toEqual([['Jan 7, 2026', 'Repayment', 'Settled', '$50.00']]);
  });

  it.each([
    ['quickbooks', 'Headway-quickbooks.csv', ['1500.00', '', '-5.00', '12.34'], 2],
    ['quickbooks3', 'Headway-quickbooks-import.csv', ['-1500.00', '50.00', '5.00'], 2],
    ['xero', 'Headway-xero.csv', ['-1500.00', '50.00', '5.00'], 1],
  ])('of the accounting import for %s', async (format, fileName, amounts, column) => {
    const { name, text } = await download(own(`accounting_import?format=${format}&${range}`));
    expect(name).toBe(fileName);
    expect(
      readCsv(text)
        .slice(1)
        .map((row) => row[column]),
    ).toEqual(amounts);
  });

  it('of the accounting import as OFX, and since the last one nothing twice', async () => {
    const { name, type, text } = await download(own(`accounting_import?format=ofx&${range}`), 'application/x-ofx');
    expect([name, type]).toEqual(['Headway-statement.qbo', 'application/x-ofx']);
    const found = readOfx(text).find('CREDITCARDMSGSRSV1').find('CCSTMTTRNRS').find('CCSTMTRS').find('BANKTRANLIST').all('STMTTRN');
    expect(found.map((row) => row.value('TRNAMT'))).toEqual(['-1500.00', '50.00', '5.00']);
    // It is stored once the file has been sent.
    await eventually('the export is stored', () => product.deps.database.reportExport.findFirst({ where: { receiver_id: merchant.id, format: 'ofx' } }));
    const next = await download(own('accounting_import?format=ofx&since_last_export=true'), 'application/x-ofx');
    const rest = readOfx(next.text).find('CREDITCARDMSGSRSV1').find('CCSTMTTRNRS').find('CCSTMTRS').find('BANKTRANLIST').all('STMTTRN');
    expect(rest.map((row) => row.value('FITID'))).not.toContain(found[0]?.value('FITID'));
    expect(rest.map((row) => row.value('TRNAMT'))).toEqual(['-12.34']);
  });

  it('of the table is what it shows, search and sort included', async () => {
    const { name, text } = await download(own('transactions_csv?tab=card&q=acme&sort=amount&dir=asc'));
    expect(name).toBe('Headway-card-transactions.csv');
    expect(readCsv(text).map((row) => row[2])).toEqual(['Amount', '-5.00', '12.34', '12.34']);
  });

  it('of a statement whose month has not begun are refused', async () => {
    const { status } = await product.call(own('statements/2999-01'), { host: merchant.host, token: merchant.token, headers: { accept: 'application/pdf' } });
    expect(status).toBe(404);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { shownRows } from '../../server/contract/shownRows.ts';
import { merchantsOfCard } from '../../server/db/queries/merchantsOfCard.ts';
import { dayMs } from '../../server/domain/basics/dates.ts';
import { viewListed } from '../../server/services/access/viewReceiver.ts';
import { readLetterAccount, writeLetter } from '../../server/services/mail/writeLetter.ts';
import { readTimeline } from '../../server/services/staff/readTimeline.ts';
import { type Cardholder, newCardholder, type Purchase, spend, untilLimited } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { readCsv } from '../support/readCsv.ts';

let product: TestProduct;
let merchant: Cardholder;
/** The tokens of a $0 authorization and of a balance inquiry, beside a purchase of $42. */
let [checked, asked, bought] = ['', '', ''];

const nimbus = 'NIMBUS HOSTING';
const check = async (by: string) => (await product.press<Purchase>('lithic', 'check', { card_token: merchant.cardToken, descriptor: nimbus, by })).token;
const stored = (token: string) => product.deps.database.cardTransaction.findFirst({ where: { token } });

beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
  merchant = await newCardholder(product, { net_terms: 30, net_terms_type: 'calendar' });
  await untilLimited(product, merchant);
  bought = (await spend(product, merchant, 4_200, { settle: true })).token;
  [checked, asked] = [await check('AUTHORIZATION'), await check('BALANCE_INQUIRY')];
  await eventually('all three', async () => (await stored(bought))?.status === 'SETTLED' && (await stored(checked)) && (await stored(asked)));
});
afterAll(() => product.stop());

const month = () => product.deps.clock().toISOString().slice(0, 7);
const range = () => {
  const now = product.deps.clock().getTime();
  return new URLSearchParams({ start_at: new Date(now - 7 * dayMs).toISOString(), end_at: new Date(now + dayMs).toISOString() });
};
const own = (path: string) => `/api/users/${merchant.receiver.token}/${path}`;
const read = async (path: string, accept = 'application/json') => {
  const answer = await product.call(path, { host: merchant.host, token: merchant.token, headers: { accept } });
  expect(answer.status === 200 ? '' : answer.text).toBe('');
  return answer;
};
const table = async (query = '') => (await read(own(`transactions?tab=card${query}`))).body;

describe('a question about the card, of $0', () => {
  it('is answered by the card’s state, and in the table a card check that is due on no day', async () => {
    expect((await stored(checked))?.status).toBe('PENDING');
    expect((await stored(asked))?.status).toBe('SETTLED');
    const page = await table();
    const cells = new Map(
      shownRows(page).map(({ id, cells: [type, merchantName, amount, , due], isPending }) => [id, { type, merchantName, amount, due, isPending }]),
    );
    const shown = { type: 'Card check', merchantName: nimbus, amount: '$0.00', due: '', isPending: false };
    expect([cells.get(checked), cells.get(asked)]).toEqual([shown, shown]);
    expect(cells.get(bought)).toMatchObject({ type: 'Purchase', amount: '$42.00' });
    expect((await table('&q=card+check')).total).toBe(2);
    expect((await table('&type=purchase')).rows.map(({ id }: { id: string }) => id)).toEqual([bought]);
    expect((await table('&status=settled')).rows.map(({ id }: { id: string }) => id)).toEqual([bought]);
    expect((await table('&status=pending')).total).toBe(0);
    expect((await read(own(`transactions/card/${asked}`))).body).toMatchObject({ row: { id: asked, repayment_date: null }, repayment: null, settled_at: null });
  });

  it.each([
    ['of the card', () => `/api/card_csv?lithic_card_tokens=${merchant.cardToken}&${range()}`, 'FJORD TEXTILES IMPORT'],
    ['of the table', () => own('transactions_csv?tab=card'), 'FJORD TEXTILES IMPORT'],
    ['for QuickBooks', () => own(`accounting_import?format=quickbooks&${range()}`), 'FJORD TEXTILES IMPORT'],
    ['for QuickBooks in three columns', () => own(`accounting_import?format=quickbooks3&${range()}`), 'FJORD TEXTILES IMPORT'],
    ['for Xero', () => own(`accounting_import?format=xero&${range()}`), 'FJORD TEXTILES IMPORT'],
    ['of the month’s statement', () => own(`statements/${month()}?kind=card`), 'FJORD TEXTILES IMPORT'],
  ])('is no row in the file %s', async (_, path, merchantName) => {
    const { text } = await read(path(), 'text/csv');
    expect(text).toContain(merchantName);
    expect(text).not.toContain(nimbus);
  });

  it('is no row in the OFX file, and none that any call counts', async () => {
    expect((await read(own(`accounting_import?format=ofx&${range()}`), 'application/x-ofx')).text).not.toContain('NIMBUS');
    expect((await read(own(`accounting_import?format=quickbooks&${range()}`))).body.row_count).toBe(1);
    expect((await read(own('transactions_csv?tab=card'))).body.row_count).toBe(1);
    expect((await read(own('transactions_csv?tab=card&q=nimbus'))).body.row_count).toBe(0);
    const { body } = await read(`/api/card_csv?lithic_card_tokens=${merchant.cardToken}&${range()}`);
    expect(body.transactions.map(({ token }: { token: string }) => token)).toEqual([bought]);
    expect((await read(own(`card_months?month=${month()}&by=card`))).body.total).toEqual({ purchases_cents: 4_200, refunds_cents: 0, count: 1 });
    expect(
      readCsv((await read(own(`card_months?month=${month()}&by=card`), 'text/csv')).text)
        .at(-1)
        ?.at(-1),
    ).toBe('1');
    const spending = await read(own(`insights/spending?month=${month()}&by=merchant`));
    expect(spending.body.groups.map(({ name }: { name: string }) => name)).toEqual(['FJORD TEXTILES IMPORT']);
  });

  it('is no purchase on the page of its card', async () => {
    const { transactions } = (await read(`/api/lithic_card?token=${merchant.cardToken}`)).body;
    expect(transactions.map(({ token }: { token: string }) => token)).toEqual([bought]);
  });

  it('that its merchant gave up has no repayment date either', async () => {
    const token = await check('AUTHORIZATION');
    await product.press('lithic', 'void', { token });
    await eventually('the end', async () => (await stored(token))?.status === 'VOIDED');
    expect((await read(own(`transactions/card/${token}`))).body).toMatchObject({ row: { repayment_date: null }, repayment: null });
  });

  it.each(['AUTHORIZATION', 'BALANCE_INQUIRY'])('by %s is declined with a paused card, and is a card check then too', async (by) => {
    const { providers } = product.deps;
    await providers.cardIssuer.setCardState(merchant.cardToken, 'PAUSED');
    const token = await check(by);
    await providers.cardIssuer.setCardState(merchant.cardToken, 'OPEN');
    expect(await eventually('the declined check', () => stored(token))).toMatchObject({ status: 'DECLINED', result: 'CARD_PAUSED', amount_cents: 0n });
    expect((await read(own(`transactions/card/${token}`))).body).toMatchObject({ row: { repayment_date: null }, repayment: null });
    const { transactions } = (await read(`/api/lithic_card?token=${merchant.cardToken}`)).body;
    expect(transactions.map((row: { token: string }) => row.token)).toEqual([bought]);
    const account = await readLetterAccount(product.deps, merchant.scope);
    const letter =
      account && (await writeLetter(product.deps, merchant.scope, account, { kind: 'purchase_declined', about: `${merchant.cardToken} ${token}` }));
    expect(letter?.subject).toBe('Declined: a card check at NIMBUS HOSTING');
  });

  it('is no money on the timeline that staff read, and no charge that its merchant would have to be told a new card for', async () => {
    const texts = (await readTimeline(product.deps, await viewListed(product.deps, merchant.receiver.id))).map(({ text }) => text);
    expect(texts).toEqual(expect.arrayContaining(['$42.00 at FJORD TEXTILES IMPORT, settled', 'Card check at NIMBUS HOSTING, settled']));
    const charged = await merchantsOfCard(product.deps.database, merchant.scope, merchant.cardToken, 1);
    expect(charged.map(({ merchant: name }) => name)).toEqual(['FJORD TEXTILES IMPORT']);
  });

  it('is due on no day of the schedule', async () => {
    const { entries } = (await read(own('calendar'))).body;
    expect(entries.map(({ amount_cents }: { amount_cents: number }) => amount_cents)).toEqual([4_200]);
  });

  it('is a purchase as any other once something of it settles', async () => {
    const token = await check('AUTHORIZATION');
    await product.press('lithic', 'settle', { token, amount: 900 });
    await eventually('the charge', async () => (await stored(token))?.settled_cents === 900n);
    const row = shownRows(await table()).find(({ id }) => id === token);
    expect(row?.cells.slice(0, 3)).toEqual(['Purchase', nimbus, '$9.00']);
    expect(row?.cells.at(-1)).not.toBe('');
    expect((await table('&q=card+check')).total).toBe(2);
    expect((await read(own(`transactions/card/${token}`))).body.repayment.date).toMatch(/^\d{4}-\d\d-\d\d$/);
    const { text } = await read(`/api/card_csv?lithic_card_tokens=${merchant.cardToken}&${range()}`, 'text/csv');
    expect(
      readCsv(text)
        .filter((cells) => cells.includes(nimbus))
        .map((cells) => cells.includes('9.00')),
    ).toEqual([true]);
  });
});

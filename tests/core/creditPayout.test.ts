import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findBookDifferences } from '../../server/db/queries/bookDifferences.ts';
import { addBusinessDays, addCalendarDays } from '../../server/domain/basics/dates.ts';
import { sendPayout } from '../../server/services/payout/sendPayout.ts';
import { reconcileReceiver } from '../../server/services/reconciliation/reconcile.ts';
import { settleClosing } from '../../server/services/staff/settleClosing.ts';
import { advanceBankingDays, programDay, untilFinal } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { transfersAtBank } from '../support/transfersAtBank.ts';

let product: TestProduct;
let admin: Person;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  admin = await signUp(product, { staff: { admin: true } });
});
afterAll(() => product.stop());
beforeEach(async () => {
  merchant = await newCardholder(product);
});

const ofMerchant = () => ({ receiver_id: merchant.receiver.id });
const own = (path: string) => `/api/users/${merchant.receiver.token}/${path}`;
const post = (path: string, body: object, { token = merchant.token, key = randomUUID() }: { token?: string; key?: string } = {}) =>
  product.call(path.startsWith('/') ? path : own(path), { method: 'POST', token, body, headers: { 'idempotency-key': key } });
const credit = async () => (await product.call(own('credit'), { token: merchant.token })).body;
const payouts = () => product.deps.database.creditPayout.findMany({ where: ofMerchant(), orderBy: { number: 'asc' } });
const gets = (amount_cents: number) =>
  post(
    `/api/staff/receivers/${merchant.receiver.token}/manual_rows`,
    { transaction_type: 'statement_credit', amount_cents, reason: 'goodwill' },
    { token: admin.token },
  );

async function owed(): Promise<number> {
  const balance = await product.deps.database.ledgerBalance.findUnique({ where: { receiver_id_account: { ...ofMerchant(), account: 'owed' } } });
  return Number(balance?.balance_cents ?? 0);
}

/** Returns the merchant's unclaimed credit as the list of staff has it. */
async function unclaimed(): Promise<unknown[]> {
  const { body } = await product.call('/api/staff/differences', { token: admin.token });
  const rows: { id: string; customer: { token: string } | null; amount_cents: number; is_settled_by_hand: boolean; text: string }[] = body.differences;
  return rows
    .filter(({ id, customer }) => id.startsWith('credit:') && customer?.token === merchant.receiver.token)
    .map(({ amount_cents, is_settled_by_hand, text }) => ({ amount_cents, is_settled_by_hand, text }));
}

/** Waits for a letter whose subject begins so. */
const isTold = (subject: string) =>
  eventually(`the letter “${subject}”`, async () => (await inboxOf(product, merchant.email)).some((mail) => mail.subject.startsWith(subject)));

const payoutIs = (status: string) => eventually(`a payout that is ${status}`, async () => (await payouts()).find((payout) => payout.status === status));

const atBank = () => transfersAtBank(product, merchant);

describe('a credit balance', () => {
  it('is paid out once, by a credit transfer of the business’s class, and is a row with its own account in the ledger', async () => {
    await gets(12_345);
    expect(await credit()).toMatchObject({ credit_cents: 12_345, can_be_paid_out: true, payouts: [] });
    const key = randomUUID();
    const [first, second] = [await post('credit/payout', { amount_cents: 12_345 }, { key }), await post('credit/payout', { amount_cents: 12_345 }, { key })];
    expect([first.status, second.body]).toEqual([202, first.body]);
    expect(first.body).toMatchObject({ credit_cents: 0, payouts: [{ amount_cents: 12_345, state: 'underway' }] });
    await payoutIs('pending');
    expect(await atBank()).toMatchObject([{ type: 'credit', amount: '123.45', ach_class: 'ccd' }]);
    await advanceBankingDays(product, 3);
    await payoutIs('settled');
    expect((await credit()).payouts).toMatchObject([{ state: 'paid' }]);
    expect(await product.deps.database.ledgerTransfer.findMany({ where: { ...ofMerchant(), kind: 'credit_payout' } })).toMatchObject([
      { debit_account: 'owed', credit_account: 'payouts', amount_cents: 12_345n },
    ]);
    expect(await product.deps.database.bankTransfer.findMany({ where: { ...ofMerchant(), is_manual: false } })).toMatchObject([
      { name: 'Credit payout', amount_cents: -12_345n, status: 'settled' },
    ]);
    expect(await owed()).toBe(0);
    expect(await findBookDifferences(product.deps.database, merchant.scope)).toEqual([]);
    expect(await reconcileReceiver(product.deps, merchant.scope, null)).toEqual([]);
  });

  it('is neither paid again nor spent while it is on its way', async () => {
    await gets(5_000);
    await post('credit/payout', { amount_cents: 5_000 });
    const again = await post('credit/payout', { amount_cents: 5_000 });
    expect([again.status, again.body.code]).toEqual([409, 'nothing_to_pay_out']);
    expect(await owed()).toBe(0);
    expect(await payouts()).toHaveLength(1);
  });

  it('is a credit again when the bank sends it back, and can be asked for once more', async () => {
    await gets(5_000);
    await post('credit/payout', { amount_cents: 5_000 });
    const sent = await payoutIs('pending');
    await advanceBankingDays(product, 3);
    await payoutIs('settled');
    await product.press('plaid', 'fail_repayment', { transfer_id: sent.transfer_id ?? '', code: 'R02' });
    const { finished_at } = await payoutIs('returned');
    const told = await product.deps.database.bankTransferEvent.findFirstOrThrow({ where: { ...ofMerchant(), type: 'returned' } });
    const booked = await product.deps.database.ledgerTransfer.findFirstOrThrow({ where: { ...ofMerchant(), kind: 'credit_payout_return' } });
    expect([finished_at, booked.at]).toEqual([told.at, told.at]);
    expect(await credit()).toMatchObject({ credit_cents: 5_000, can_be_paid_out: true, payouts: [{ state: 'failed' }] });
    await post('credit/payout', { amount_cents: 5_000 });
    await payoutIs('pending');
    expect((await payouts()).map(({ number }) => number)).toEqual([1, 2]);
    expect(await findBookDifferences(product.deps.database, merchant.scope)).toEqual([]);
  });

  it('is sent once by two workers at a time', async () => {
    await gets(5_000);
    await post('credit/payout', { amount_cents: 5_000 });
    const [payout] = await payouts();
    await Promise.all([1, 2].map(() => sendPayout(product.deps, merchant.scope, payout?.id ?? '')));
    await payoutIs('pending');
    expect(await atBank()).toHaveLength(1);
  });

  it('below the program’s sum stays, and what is held on the card is kept for it', async () => {
    await gets(99);
    const small = await post('credit/payout', { amount_cents: 99 });
    expect([small.status, small.body.detail]).toEqual([409, 'A credit is paid out from $1.00 on. It lowers what you owe next until then.']);
    await gets(10_000);
    await eventually('the limit', async () => (await product.deps.database.card.findFirst({ where: ofMerchant() }))?.spend_limit !== 1n);
    await spend(product, merchant, 4_000);
    await eventually('the held purchase', async () => (await credit()).credit_cents === 6_099);
    const all = await post('credit/payout', { amount_cents: 10_099 });
    expect([all.status, all.body.code, all.body.detail]).toEqual([
      409,
      'amount_changed',
      'The amount has changed since you looked. Look at the new amount and confirm it.',
    ]);
  });

  it('is listed for staff when it has not changed for sixty days', async () => {
    await gets(7_700);
    await advanceBankingDays(product, 1);
    expect(await unclaimed()).toEqual([]);
    await product.advanceDays(61);
    expect(await unclaimed()).toMatchObject([{ amount_cents: 7_700, is_settled_by_hand: false }]);
  });

  describe('of a merchant whose bank staff have linked', () => {
    /** Links another bank as staff do who view the account: the merchant has authorized nothing of it. */
    async function linkAsStaff(): Promise<void> {
      const { database, clock, secrets } = product.deps;
      const linked = await product.press<{ access_token: string; item_id: string; account_id: string }>('plaid', 'link_bank', { bank_id: 'ins_902' });
      const { id: owner } = merchant.receiver;
      const access_token = secrets.encrypt(linked.access_token, { table: 'bank_link', column: 'access_token', owner });
      const { item_id, account_id } = linked;
      await database.bankLink.updateMany({ where: ofMerchant(), data: { unlinked_at: clock() } });
      await database.debitAuthorization.updateMany({ where: ofMerchant(), data: { ended_at: clock(), ended_reason: 'bank_link_ended' } });
      await database.bankLink.create({
        data: { ...ofMerchant(), handle: `h_${randomUUID()}`, access_token, item_id, account_id, holder_category: 'business' },
      });
    }
    const confirm = async () => {
      const { version } = (await product.call(own('debit_authorization'), { token: merchant.token })).body.offered;
      return post('debit_authorization', { version });
    };

    it('is paid nowhere until the merchant has confirmed the account', async () => {
      await linkAsStaff();
      await gets(12_345);
      expect(await credit()).toMatchObject({ credit_cents: 12_345, can_be_paid_out: false, account: null });
      const refused = await post('credit/payout', { amount_cents: 12_345 });
      expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
        409,
        'step_out_of_order',
        'Authorize debits of your bank account first: a credit is paid only to an account that you have confirmed.',
      ]);
      expect(await payouts()).toEqual([]);
      expect((await confirm()).status).toBe(200);
      expect((await post('credit/payout', { amount_cents: 12_345 })).status).toBe(202);
      await payoutIs('pending');
    });

    it('stays where it is when the account is closed', async () => {
      await linkAsStaff();
      await gets(4_000);
      await post(
        `/api/staff/receivers/${merchant.receiver.token}/closing`,
        { reason: 'the customer asks', confirmation: merchant.receiver.business_name },
        { token: admin.token },
      );
      await settleClosing(product.deps, merchant.scope);
      expect([await payouts(), await owed()]).toEqual([[], -4_000]);
    });

    it('is not sent to another account of the same bank that was put in its place meanwhile', async () => {
      const link = await product.deps.database.bankLink.findFirstOrThrow({ where: ofMerchant() });
      const key = { business_key: `payout:${merchant.receiver.id}:1`, provider_key: randomUUID(), bank_link_id: link.id };
      const data = { ...ofMerchant(), ...key, number: 1, cause: 'request', amount_cents: 5_000n, created_at: product.deps.clock() };
      const { id } = await product.deps.database.creditPayout.create({ data });
      await product.deps.database.bankLink.updateMany({ where: ofMerchant(), data: { account_id: 'another account' } });
      await sendPayout(product.deps, merchant.scope, id);
      expect(await payouts()).toMatchObject([{ status: 'cancelled', transfer_id: null }]);
    });
  });
});

describe('the letters of a credit', () => {
  it('come when its payout is sent, when it comes back, and when the account is closed for good', async () => {
    await gets(5_000);
    await post('credit/payout', { amount_cents: 5_000 });
    await isTold('Your credit of $50.00 is on its way to your bank');
    const sent = await payoutIs('pending');
    await product.press('plaid', 'fail_repayment', { transfer_id: sent.transfer_id ?? '', code: 'R02' });
    await isTold('The payout of your credit of $50.00 came back');
    await post('credit/payout', { amount_cents: 5_000 });
    await payoutIs('pending');
    await post(
      `/api/staff/receivers/${merchant.receiver.token}/closing`,
      { reason: 'the customer asks', confirmation: merchant.receiver.business_name },
      { token: admin.token },
    );
    await advanceBankingDays(product, 3);
    await isTold('Your Headway account is closed');
  });

  it('tell of a payout that does not even reach the bank', async () => {
    await gets(5_000);
    const link = await product.deps.database.bankLink.findFirstOrThrow({ where: ofMerchant() });
    const key = { business_key: `payout:${merchant.receiver.id}:1`, provider_key: randomUUID(), bank_link_id: link.id };
    const data = { ...ofMerchant(), ...key, number: 1, cause: 'request', amount_cents: 5_000n, created_at: product.deps.clock() };
    const { id } = await product.deps.database.creditPayout.create({ data });
    await product.deps.database.bankLink.updateMany({ where: ofMerchant(), data: { unlinked_at: product.deps.clock() } });
    await sendPayout(product.deps, merchant.scope, id);
    await isTold('The payout of your credit of $50.00 could not be sent');
  });
});

describe('closing an account', () => {
  const close = (confirmation = 'Corner Bakery', token = admin.token) =>
    post(`/api/staff/receivers/${merchant.receiver.token}/closing`, { reason: 'asked by phone', confirmation }, { token });
  const stored = () => product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });

  it('ends the card, pays any credit out, and leaves sign-in and history', async () => {
    await gets(42);
    expect((await close()).body).toEqual({ requested: true });
    const sent = await payoutIs('pending');
    expect(sent).toMatchObject({ cause: 'closing', amount_cents: 42n, requested_by: null });
    await eventually('a closed card', async () => (await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state === 'CLOSED');
    expect((await stored()).closed_at).toBeNull();
    await advanceBankingDays(product, 3);
    await payoutIs('settled');
    await eventually('a closed account', async () => (await stored()).closed_at);
    expect((await product.call(own('transactions?tab=repayments'), { token: merchant.token })).status).toBe(200);
    expect((await close()).body).toEqual({ requested: false });
  });

  it('pays out also what is credited later: while the first payout is on its way, and once the account is closed', async () => {
    await gets(4_200);
    await close();
    await payoutIs('pending');
    await gets(500);
    await eventually('a second payout', async () => (await payouts()).length === 2);
    await eventually('it at the bank', async () => (await payouts()).every(({ status }) => status === 'pending'));
    await advanceBankingDays(product, 3);
    await eventually('a closed account', async () => (await stored()).closed_at);
    await gets(700);
    await eventually('a third payout', async () => (await payouts()).length === 3);
    expect((await payouts()).map(({ cause, amount_cents }) => [cause, amount_cents])).toEqual([
      ['closing', 4_200n],
      ['closing', 500n],
      ['closing', 700n],
    ]);
    expect(await owed()).toBe(0);
  });

  it('whose payout came back is listed for staff with its credit, until that is paid', async () => {
    await gets(4_200);
    await close();
    const sent = await payoutIs('pending');
    await advanceBankingDays(product, 3);
    await payoutIs('settled');
    await product.press('plaid', 'fail_repayment', { transfer_id: sent.transfer_id ?? '', code: 'R02' });
    await payoutIs('returned');
    expect(await unclaimed()).toEqual([
      {
        amount_cents: 4_200,
        is_settled_by_hand: false,
        text: '$42.00 belongs to the customer, and nobody has claimed it. Ask to which bank account it is paid out.',
      },
    ]);
  });

  it('waits for a payout that was under way before', async () => {
    await gets(4_200);
    await post('credit/payout', { amount_cents: 4_200 });
    await payoutIs('pending');
    await close();
    await settleClosing(product.deps, merchant.scope);
    expect((await stored()).closed_at).toBeNull();
    await advanceBankingDays(product, 3);
    await payoutIs('settled');
    await eventually('a closed account', async () => (await stored()).closed_at);
  });

  it('waits until no repayment can come back before it pays out and closes', async () => {
    await product.press('lithic', 'clearing_days', { days: 0 });
    await eventually('the limit', async () => (await product.deps.database.card.findFirst({ where: ofMerchant() }))?.spend_limit === 100_000n);
    const { token } = await spend(product, merchant, 2_000, { settle: true });
    await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
    expect((await post('pay_now', { pay: 'all', amount_cents: 2_000 })).status).toBe(202);
    const paymentIs = (status: string) =>
      eventually(`a payment that is ${status}`, () => product.deps.database.draw.findFirst({ where: { ...ofMerchant(), status } }));
    await paymentIs('pending');
    await advanceBankingDays(product, 2);
    await paymentIs('settled');
    await product.press('lithic', 'refund', { card_token: merchant.cardToken, amount: 2_000 });
    await eventually('the credit', async () => (await owed()) === -2_000);
    await close();
    await settleClosing(product.deps, merchant.scope);
    const final_on = addCalendarDays(addBusinessDays(programDay(product), 3, product.deps.isBankHoliday), 1);
    expect(await credit()).toMatchObject({ credit_cents: 0, not_final_cents: 2_000, final_on, cashback_cents: 0, can_be_paid_out: false });
    expect([await payouts(), (await stored()).closed_at]).toEqual([[], null]);
    await advanceBankingDays(product, 1);
    await paymentIs('funds_available');
    await untilFinal(product);
    await settleClosing(product.deps, merchant.scope);
    expect(await payoutIs('pending')).toMatchObject({ cause: 'closing', amount_cents: 2_000n });
    await advanceBankingDays(product, 3);
    await eventually('a closed account', async () => (await stored()).closed_at);
    expect(await payouts()).toHaveLength(1);
  });

  it('waits until what is owed is paid', async () => {
    await product.press('lithic', 'clearing_days', { days: 0 });
    await eventually('the limit', async () => (await product.deps.database.card.findFirst({ where: ofMerchant() }))?.spend_limit === 100_000n);
    const { token } = await spend(product, merchant, 2_000, { settle: true });
    await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
    await close();
    await eventually('the end of purchases', async () => (await product.call('/api/receiver', { token: merchant.token })).body.totalSpendPowerCents === 0);
    expect(await stored()).toMatchObject({ closed_at: null });
    expect(await owed()).toBe(2_000);
  });

  it('hides what a new merchant does first, and lets no reset send the customer for a new card', async () => {
    const before = await stored();
    await close();
    expect((await product.call('/api/receiver', { token: merchant.token })).body.showsFirstSteps).toBe(false);
    for (const action of ['reset_card', 'reset_kyb', 'reset_onboarding']) {
      const body = { reason: 'asked by phone', confirmation: 'Corner Bakery' };
      const { status, text } = await post(`/api/staff/receivers/${merchant.receiver.token}/actions/${action}`, body, { token: admin.token });
      expect([status, text]).toEqual([409, expect.stringContaining('it gets no card any more')]);
    }
    expect((await stored()).lithic_card_token).toBe(before.lithic_card_token);
  });

  it('needs the name, and an admin', async () => {
    expect((await close('Another Bakery')).body.code).toBe('confirmation_needed');
    expect((await close('Corner Bakery', merchant.token)).status).toBe(403);
    expect(await stored()).toMatchObject({ closing_requested_at: null });
  });
});

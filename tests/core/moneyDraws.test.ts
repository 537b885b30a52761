import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { addBusinessDays, addCalendarDays, startOfDay, utcDate } from '../../server/domain/basics/dates.ts';
import { whyNothingToPay } from '../../server/domain/repayment/payNow.ts';
import { lookAtDrawsToday } from '../../server/services/repayment/drawOutlook.ts';
import { planDraws, planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendDraw } from '../../server/services/repayment/sendDraw.ts';
import { advanceBankingDays, programDay, untilDebited, untilFinal } from '../support/bankingDays.ts';
import { type Cardholder, linkBank, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { newRun } from '../support/jobRun.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { transfersAtBank } from '../support/transfersAtBank.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await testProduct();
  // Purchases settle when a test says so.
  await product.press('lithic', 'clearing_days', { days: 0 });
  await advanceBankingDays(product, 1);
});
afterAll(() => product.stop());

const ofMerchant = () => ({ receiver_id: merchant.receiver.id });
const draws = () => product.deps.database.draw.findMany({ where: ofMerchant(), orderBy: [{ due_date: 'asc' }, { attempt: 'asc' }] });
const card = () => product.deps.database.card.findFirstOrThrow({ where: ofMerchant() });
const receiver = async () => (await product.call('/api/receiver', { token: merchant.token })).body;

async function balance(account: string): Promise<number> {
  const row = await product.deps.database.ledgerBalance.findUnique({ where: { receiver_id_account: { receiver_id: merchant.receiver.id, account } } });
  return Number(row?.balance_cents ?? 0);
}

const owes = (amount: number) => eventually(`owing ${amount}`, async () => (await balance('owed')) === amount);
const planned = () => planDraws(product.deps, 'headway', newRun());

/** Waits for a draw in that state. */
const drawIs = (status: string, attempt = 1) =>
  eventually(`draw ${attempt} that is ${status}`, async () => (await draws()).find((draw) => draw.status === status && draw.attempt === attempt));

async function buy(amount: number): Promise<string> {
  const { token, status } = await spend(product, merchant, amount, { settle: true });
  expect(status).not.toBe('DECLINED');
  await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
  await untilDebited(product);
  return token;
}

async function newMerchant(record: Parameters<typeof newCardholder>[1] = {}): Promise<void> {
  merchant = await newCardholder(product, record);
  const limit = BigInt(merchant.receiver.initial_spend_limit);
  await eventually('the first limit', async () => (await card()).spend_limit === limit);
}

/** Makes the bank send back whatever it drew last. */
async function undo(code = 'R01'): Promise<void> {
  const latest = (await draws()).at(-1);
  await product.press('plaid', 'fail_repayment', { transfer_id: latest?.transfer_id ?? '', code });
}

describe('a draw that fails', () => {
  beforeEach(() => newMerchant());

  it('puts the amount back, holds the account, is repeated after two banking days, and all is well when that settles', async () => {
    await buy(20_000);
    await planned();
    await drawIs('pending');
    await advanceBankingDays(product, 3);
    await drawIs('funds_available');
    await owes(0);

    await undo();
    const failed = await drawIs('returned');
    expect(failed).toMatchObject({ failure_code: 'R01', failure_reason: 'Insufficient funds' });
    // It earned nothing while it could come back.
    await owes(20_000);
    expect(await balance('cashback')).toBe(0);
    await eventually('a paused card', async () => (await card()).state === 'PAUSED' && (await card()).is_held);
    expect((await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state).toBe('PAUSED');
    expect(await receiver()).toMatchObject({ totalSpendPowerCents: 0, availableSpendPowerCents: -20_000, totalOutstandingCents: 20_000 });
    expect((await spend(product, merchant, 100)).status).toBe('DECLINED');
    const reopen = await product.call('/api/lithic_card', { method: 'PATCH', token: merchant.token, body: { token: merchant.cardToken, state: 'OPEN' } });
    expect(reopen.status).toBe(403);

    await planned();
    await advanceBankingDays(product, 1);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toHaveLength(1);
    await advanceBankingDays(product, 1);
    await planned();
    await drawIs('pending', 2);
    await advanceBankingDays(product, 3);
    await drawIs('funds_available', 2);
    await eventually('an open card', async () => (await card()).state === 'OPEN' && !(await card()).is_held);
    await owes(0);
    // What it has paid can be spent when it is final.
    await eventually('spending power', async () => (await receiver()).totalSpendPowerCents === 100_000);
    expect(await receiver()).toMatchObject({ availableSpendPowerCents: 80_000, heldBackCents: 20_000 });
    await untilFinal(product);
    // Late as it is, it earns nothing.
    await planDueDraws(product.deps, merchant.scope);
    expect(await balance('owed')).toBe(0);
    expect(await receiver()).toMatchObject({ availableSpendPowerCents: 100_000, heldBackCents: 0 });
  });

  it('is repeated once, and not a second time', async () => {
    await product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available: 100 });
    await buy(20_000);
    await planned();
    expect(await drawIs('declined')).toMatchObject({ failure_code: 'NSF', transfer_id: null });
    await advanceBankingDays(product, 2);
    // The second attempt is the last one: it waits for the money.
    await lookAtDrawsToday(product.deps, merchant.scope);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toHaveLength(1);
    await advanceBankingDays(product, 8);
    await lookAtDrawsToday(product.deps, merchant.scope);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toHaveLength(1);
    await product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available: 50_000 });
    await planned();
    await drawIs('pending', 2);
    await undo();
    await drawIs('failed', 2);
    await advanceBankingDays(product, 5);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toHaveLength(2);
    expect(await balance('owed')).toBe(20_000);
    await eventually('no spending power', async () => (await receiver()).totalSpendPowerCents === 0);
  });

  it.each(['before', 'while'])('leaves a card paused that its holder paused %s it was held, when it is paid', async (time) => {
    const pause = () => product.call('/api/lithic_card', { method: 'PATCH', token: merchant.token, body: { token: merchant.cardToken, state: 'PAUSED' } });
    await buy(20_000);
    if (time === 'before') await pause();
    await planned();
    await drawIs('pending');
    await undo();
    await drawIs('failed');
    await eventually('no spending power', async () => (await receiver()).totalSpendPowerCents === 0);
    await eventually('a paused card', async () => (await card()).state === 'PAUSED');
    if (time === 'while') await pause();
    const { body } = await product.call(`/api/users/${merchant.receiver.token}/pay_now?pay=all`, { token: merchant.token });
    await product.call(`/api/users/${merchant.receiver.token}/pay_now`, {
      method: 'POST',
      token: merchant.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { pay: 'all', amount_cents: body.amount_cents },
    });
    await eventually('the payment', async () => (await draws()).find((draw) => draw.kind === 'pay_now' && draw.status === 'pending'));
    await advanceBankingDays(product, 3);
    await eventually('spending power', async () => (await receiver()).totalSpendPowerCents === 100_000);
    await eventually('the end of the hold', async () => !(await card()).is_held);
    expect((await card()).state).toBe('PAUSED');
  });

  it('is not made without a linked bank: the debt waits for the next one, and the card stays open', async () => {
    await buy(20_000);
    await product.deps.database.bankLink.updateMany({ where: ofMerchant(), data: { unlinked_at: product.deps.clock() } });
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toEqual([]);
    await linkBank(product, merchant.receiver.id);
    await planned();
    expect(await drawIs('pending')).toMatchObject({ amount_cents: 20_000n });
    expect((await card()).state).toBe('OPEN');
  });
});

describe('what is drawn', () => {
  it('is $150,000 at most a day; the rest follows on the next', async () => {
    await newMerchant({ initial_spend_limit: 20_000_000n });
    await product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available: 30_000_000 });
    await buy(16_000_000);
    await planned();
    expect(await drawIs('pending')).toMatchObject({ amount_cents: 15_000_000n });
    await planned();
    await advanceBankingDays(product, 1);
    await planned();
    // The first is still on its way, and has earned no cashback yet.
    expect(await drawIs('pending', 2)).toMatchObject({ amount_cents: 1_000_000n });
    await advanceBankingDays(product, 1);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toHaveLength(2);
  });

  it('is not what is only held, nor what was refunded meanwhile', async () => {
    await newMerchant();
    await spend(product, merchant, 5_000);
    await eventually('the hold', async () => (await balance('pending')) === 5_000);
    await buy(8_000);
    await product.press('lithic', 'refund', { card_token: merchant.cardToken, amount: 3_000 });
    await owes(5_000);
    await planned();
    expect(await drawIs('pending')).toMatchObject({ amount_cents: 5_000n });
  });

  it('is less than was planned when a refund came in between', async () => {
    await newMerchant();
    await buy(8_000);
    await planDueDraws(product.deps, merchant.scope);
    await product.press('lithic', 'refund', { card_token: merchant.cardToken, amount: 3_000 });
    await owes(5_000);
    const [draw] = await draws();
    expect(draw).toMatchObject({ status: 'planned', amount_cents: 8_000n });
    await sendDraw(product.deps, merchant.scope, draw?.id ?? '');
    expect(await draws()).toMatchObject([{ status: 'pending', amount_cents: 5_000n }]);
  });

  it('is nothing on a day the banks are closed', async () => {
    await newMerchant();
    await buy(5_000);
    const friday = addBusinessDays(programDay(product), 0, product.deps.isBankHoliday);
    const days = (6 - startOfDay(friday).getUTCDay() + 7) % 7;
    await product.advanceDays(days);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toEqual([]);
    await advanceBankingDays(product, 1);
    await planned();
    expect(await drawIs('pending')).toMatchObject({ debit_date: startOfDay(programDay(product)) });
  });

  it.each(['is_locked', 'is_fraud'])('waits while the account is stopped (%s), planned or not, and goes on afterward', async (flag) => {
    await newMerchant();
    const stop = (value: boolean) => product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { [flag]: value } });
    await buy(5_000);
    await stop(true);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toEqual([]);
    await stop(false);
    await planDueDraws(product.deps, merchant.scope);
    const [waiting] = await draws();
    await stop(true);
    await sendDraw(product.deps, merchant.scope, waiting?.id ?? '');
    expect(await draws()).toMatchObject([{ status: 'planned', sent_at: null }]);
    await stop(false);
    await planned();
    expect(await drawIs('pending')).toMatchObject({ id: waiting?.id, amount_cents: 5_000n });
  });

  it('is nothing that staff have taken out of the bank’s hands', async () => {
    await newMerchant();
    await buy(5_000);
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { plaid_access_token: 'BLANK', plaid_item_id: 'BLANK' } });
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toEqual([]);
  });
});

describe('a draw that several workers send at once', () => {
  it('is one transfer, and known as such, whoever comes first or last', async () => {
    await newMerchant();
    for (let round = 1; round <= 5; round += 1) {
      await buy(1_000 * round);
      await planDueDraws(product.deps, merchant.scope);
      const planned = (await draws()).at(-1);
      await Promise.all(Array.from({ length: 6 }, () => sendDraw(product.deps, merchant.scope, planned?.id ?? '')));
      const sent = (await draws()).at(-1);
      expect(sent).toMatchObject({ status: 'pending', transfer_id: expect.any(String) });
      const page = await product.deps.providers.bank.listTransfers({ since: new Date(0), until: product.deps.clock() });
      expect(page.items.filter(({ key }) => key === planned?.provider_key).map(({ transferId }) => transferId)).toEqual([sent?.transfer_id]);
      await advanceBankingDays(product, 1);
    }
  });
});

describe('a draw whose sending was interrupted', () => {
  beforeEach(() => newMerchant());
  const hoursAgo = (hours: number) => new Date(product.deps.clock().getTime() - hours * 3_600_000);
  const send = (id: string) => sendDraw(product.deps, merchant.scope, id);
  /** The number of transfers at the bank with the key of a draw. */
  const transfersOf = async ({ provider_key }: { provider_key: string }) =>
    (await product.deps.providers.bank.listTransfers({ since: new Date(0), until: product.deps.clock() })).items.filter(({ key }) => key === provider_key)
      .length;

  async function interrupted(state: { sent_at: Date; transfer_id?: null }) {
    const [draw] = await draws();
    if (!draw) throw new Error('nothing was planned');
    return product.deps.database.draw.update({
      where: { receiver_id_id: { receiver_id: draw.receiver_id, id: draw.id } },
      data: { status: 'sending', ...state },
    });
  }

  it('is found at the bank, though the bank has forgotten its key, and is not ordered again', async () => {
    await buy(4_200);
    await planDueDraws(product.deps, merchant.scope);
    const [planned] = await draws();
    await send(planned?.id ?? '');
    const [sent] = await draws();
    // An hour before the bank forgets the key we no longer rely on it.
    const draw = await interrupted({ sent_at: hoursAgo(47.5), transfer_id: null });
    await product.deps.database.$executeRaw`DELETE FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'idempotency_key'`;
    await send(draw.id);
    expect(await draws()).toMatchObject([{ transfer_id: sent?.transfer_id, status: 'pending' }]);
    expect(await transfersOf(draw)).toBe(1);
  });

  it('and is not at the bank is given up before the bank forgets its key: the next run draws what is owed', async () => {
    await buy(4_200);
    await planDueDraws(product.deps, merchant.scope);
    const draw = await interrupted({ sent_at: hoursAgo(48) });
    await send(draw.id);
    expect(await transfersOf(draw)).toBe(0);
    expect(await draws()).toMatchObject([{ id: draw.id, status: 'cancelled' }]);
    await planDueDraws(product.deps, merchant.scope);
    expect(await draws()).toMatchObject([{ status: 'cancelled' }, { status: 'planned', attempt: 2, amount_cents: 4_200n }]);
  });
});

describe('paying now', () => {
  const path = () => `/api/users/${merchant.receiver.token}/pay_now`;
  const preview = async (query: string) => (await product.call(`${path()}?${query}`, { token: merchant.token })).body;
  const pay = (body: object, key: string = randomUUID()) =>
    product.call(path(), { method: 'POST', token: merchant.token, headers: { 'idempotency-key': key }, body });

  beforeEach(() => newMerchant({ net_terms: 30 }));

  it('promises no power that an approved purchase has taken, which the issuer has not told of yet', async () => {
    await buy(40_000);
    const approved = { transaction_token: randomUUID(), card_token: merchant.cardToken, kind: 'purchase', amount_cents: 7_000n, merchant_descriptor: 'ACME' };
    await product.deps.database.authorizationDecision.create({ data: { ...ofMerchant(), ...approved, result: 'APPROVED', answer: {}, is_open: true } });
    const shown = await preview('pay=all');
    expect([shown.frees_cents, shown.available_after_cents, shown.frees_later_cents]).toEqual([0, 53_000, 40_000]);
  });

  it('shows what it takes, frees and earns and when, and does just that', async () => {
    await buy(40_000);
    const shown = await preview('pay=all');
    const settles_on = addBusinessDays(utcDate(product.deps.clock()), 2, product.deps.isBankHoliday);
    const final_on = addCalendarDays(addBusinessDays(settles_on, 3, product.deps.isBankHoliday), 1);
    const { payment_due_date } = (await receiver()).paymentSchedule[0];
    const due_date = new Date(payment_due_date.seconds * 1_000).toISOString().slice(0, 10);
    expect(shown).toMatchObject({ amount_cents: 40_000, frees_cents: 0, available_after_cents: 60_000, cashback_cents: 400, settles_on });
    expect(shown).toMatchObject({ frees_later_cents: 40_000, final_on });
    expect(shown).toMatchObject({ most_cents: 40_000, pending_cents: 0, in_flight_cents: 0, pays: [{ due_date, amount_cents: 40_000 }] });
    const link = await product.deps.database.bankLink.findFirstOrThrow({ where: { ...ofMerchant(), unlinked_at: null } });
    expect(shown.bank).toEqual({ institution_name: link.institution_name, account_name: link.account_name, mask: link.mask });
    const paid = await pay({ pay: 'all', amount_cents: 40_000 });
    expect([paid.status, paid.body.amount_cents]).toEqual([202, 40_000]);
    expect(paid.body).toMatchObject({ most_cents: 0, in_flight_cents: 40_000, pays: [{ due_date, amount_cents: 40_000 }] });
    expect((await receiver()).payable).toEqual({
      most_cents: 0,
      pending_cents: 0,
      in_flight_cents: 40_000,
      // Until it is sent, which a job does meanwhile.
      asked_cents: expect.any(Number),
      on_its_way_cents: [40_000],
      asked_parts_cents: [expect.any(Number)],
      ends_hold_cents: null,
      obstacle: null,
    });
    await eventually('the payment', async () => (await draws()).find((draw) => draw.status === 'pending'));
    expect((await preview('pay=all')).amount_cents).toBe(0);
    expect((await receiver()).payable).toMatchObject({ in_flight_cents: 40_000, asked_cents: 0, on_its_way_cents: [40_000], asked_parts_cents: [0] });
    await advanceBankingDays(product, 3);
    await owes(0);
    expect(await receiver()).toMatchObject({ availableSpendPowerCents: 60_000, freed_later: [{ on: final_on, cents: 40_000 }], paymentSchedule: [] });
    await untilFinal(product);
    await planDueDraws(product.deps, merchant.scope);
    expect(await receiver()).toMatchObject({ availableSpendPowerCents: 100_400, totalOutstandingCents: -400, freed_later: [] });
  });

  it('is not on its way while its authorization is cut off: the bank is asked again by the same key, for one transfer', async () => {
    await buy(40_000);
    const faults = (method: string, body?: object) =>
      fetch(`${product.sandboxUrl}/control/faults`, { method, headers: { 'content-type': 'application/json' }, ...(body && { body: JSON.stringify(body) }) });
    await faults('POST', { stand_in: 'plaid', kind: 'effect_then_cut', path: '/transfer/authorization/create', remaining: 1_000 });
    try {
      expect((await pay({ pay: 'all', amount_cents: 40_000 })).status).toBe(202);
      const asked = await drawIs('sending');
      const { payable } = await receiver();
      expect(payable).toMatchObject({ most_cents: 0, in_flight_cents: 40_000, asked_cents: 40_000, asked_parts_cents: [40_000] });
      expect(whyNothingToPay(payable)).toBe('We are asking your bank for $400.00, and try again until it answers.');
      const { entries } = (await product.call(`/api/users/${merchant.receiver.token}/calendar`, { token: merchant.token })).body;
      expect(entries).toMatchObject([{ debit_date: null, reason: 'We are asking your bank for it.' }]);
      expect(await transfersAtBank(product, merchant)).toEqual([]);
      await faults('DELETE');
      await sendDraw(product.deps, merchant.scope, asked.id);
      expect(await draws()).toMatchObject([{ status: 'pending', provider_key: asked.provider_key }]);
      expect(await transfersAtBank(product, merchant)).toMatchObject([{ type: 'debit', amount: '400.00' }]);
      expect(whyNothingToPay((await receiver()).payable)).toBe('$400.00 is already on its way from your bank.');
    } finally {
      await faults('DELETE');
    }
  });

  it('pays once for its key, although it is cut off afterward', async () => {
    await buy(40_000);
    const { database } = product.deps;
    const key = randomUUID();
    await database.$executeRawUnsafe(`CREATE FUNCTION refuse_answers() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'cut off'; END $$`);
    await database.$executeRawUnsafe('CREATE TRIGGER refuse_answers BEFORE UPDATE ON idempotency_key FOR EACH ROW EXECUTE FUNCTION refuse_answers()');
    const failed = await pay({ pay: 'amount', amount_cents: 10_000 }, key);
    await database.$executeRawUnsafe('DROP FUNCTION refuse_answers CASCADE');
    const paid = await pay({ pay: 'amount', amount_cents: 10_000 }, key);
    expect([failed.status, paid.status]).toEqual([500, 202]);
    expect(await draws()).toMatchObject([{ id: paid.body.payment_id, amount_cents: 10_000n }]);
  });

  /** For a machine that does ten other things. */
  const patient = { timeout: 60_000 };

  it('pays once for its key, although another process takes over an order that hangs', async () => {
    await buy(40_000);
    const { database } = product.deps;
    const key = randomUUID();
    const order = () => pay({ pay: 'amount', amount_cents: 10_000 }, key);
    const [hanging, following] = await database.$transaction(async (transaction) => {
      await transaction.$queryRaw`SELECT FROM receiver WHERE id = ${merchant.receiver.id}::uuid FOR NO KEY UPDATE`;
      const first = order();
      await eventually('the claim of the first', () => database.idempotencyKey.findFirst({ where: { ...ofMerchant(), key } }));
      await database.idempotencyKey.updateMany({ where: { ...ofMerchant(), key }, data: { locked_until: new Date(0) } });
      const second = order();
      await eventually('the claim of the second', () =>
        database.idempotencyKey.findFirst({ where: { ...ofMerchant(), key, locked_until: { gt: new Date(0) } } }),
      );
      return [first, second] as const;
    }, patient);
    const answers = [await hanging, await following].map(({ status }) => status);
    expect(answers.toSorted()).toEqual([202, 409]);
    expect(await draws()).toHaveLength(1);
  });

  it('pays one purchase, what it still owes, of several due together the oldest having been paid first', async () => {
    const first = await buy(10_000);
    const second = await buy(20_000);
    expect((await preview(`pay=purchase&transaction_token=${first}`)).amount_cents).toBe(10_000);
    expect((await preview(`pay=purchase&transaction_token=${second}`)).amount_cents).toBe(20_000);
    await product.press('lithic', 'refund', { card_token: merchant.cardToken, amount: 13_000 });
    await owes(17_000);
    // The refund is of the newest purchase.
    expect((await preview(`pay=purchase&transaction_token=${second}`)).amount_cents).toBe(7_000);
    await pay({ pay: 'purchase', transaction_token: first, amount_cents: 10_000 });
    expect(await draws()).toMatchObject([{ kind: 'pay_now', amount_cents: 10_000n, covers: [{ transaction_token: first, amount_cents: 10_000 }] }]);
    expect((await preview(`pay=purchase&transaction_token=${first}`)).amount_cents).toBe(0);
    expect((await preview(`pay=purchase&transaction_token=${second}`)).amount_cents).toBe(7_000);
  });

  it('takes any amount up to what is owed, pays the oldest due first, and leaves the rest', async () => {
    await buy(10_000);
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { net_terms: 60 } });
    await buy(5_000);
    const [first, second] = (await receiver()).paymentSchedule.map(({ payment_due_date }: { payment_due_date: { seconds: number } }) =>
      new Date(payment_due_date.seconds * 1_000).toISOString().slice(0, 10),
    );
    expect(await preview('pay=amount&amount_cents=12345')).toMatchObject({
      amount_cents: 12_345,
      frees_cents: 0,
      frees_later_cents: 12_345,
      // One percent of $100.00, and of $23.45.
      cashback_cents: 123,
      most_cents: 15_000,
      pays: [
        { due_date: first, amount_cents: 10_000 },
        { due_date: second, amount_cents: 2_345 },
      ],
    });
    const paid = await pay({ pay: 'amount', amount_cents: 12_345 });
    expect([paid.status, paid.body.amount_cents, paid.body.most_cents]).toEqual([202, 12_345, 2_655]);
    expect((await receiver()).payable).toMatchObject({ most_cents: 2_655, in_flight_cents: 12_345 });
    await eventually('the payment', async () => (await draws()).find((draw) => draw.status === 'pending'));
    await advanceBankingDays(product, 3);
    await owes(2_655);
    await untilFinal(product);
    // The first due is paid in time for one percent, which pays of the second.
    await planDueDraws(product.deps, merchant.scope);
    expect(await balance('owed')).toBe(2_555);
    expect((await receiver()).paymentSchedule).toMatchObject([{ total_owed_cents: 2_555 }]);
  });

  it('takes twenty payments a day, so that nobody floods the bank with debits of a cent', async () => {
    await buy(10_000);
    for (let paid = 1; paid <= 20; paid += 1) expect((await pay({ pay: 'amount', amount_cents: 1 })).status).toBe(202);
    const refused = await pay({ pay: 'amount', amount_cents: 1 });
    expect([refused.status, refused.body.detail]).toEqual([409, 'You have paid 20 times today. Pay again tomorrow; what is due is drawn on its day.']);
    expect(await draws()).toHaveLength(20);
  });

  it('refuses an amount above what is owed, and names the most that can be paid', async () => {
    await buy(10_000);
    const refused = await pay({ pay: 'amount', amount_cents: 10_001 });
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      409,
      'more_than_payable',
      'You can pay at most $100.00 now. Enter that or less.',
    ]);
    expect((await product.call(`${path()}?pay=amount&amount_cents=10001`, { token: merchant.token })).status).toBe(409);
    for (const amount of ['0', '-5', '1.5', 'abc']) {
      expect((await product.call(`${path()}?pay=amount&amount_cents=${amount}`, { token: merchant.token })).status).toBe(400);
    }
    expect((await product.call(`${path()}?pay=amount`, { token: merchant.token })).status).toBe(400);
    expect((await pay({ pay: 'amount', amount_cents: 0 })).status).toBe(400);
    expect(await draws()).toEqual([]);
  });

  it('never draws a cent twice when amounts are paid while the day’s draws are planned', async () => {
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { net_terms: 0 } });
    await buy(10_000);
    const [one, , other] = await Promise.all([
      pay({ pay: 'amount', amount_cents: 6_000 }),
      planDueDraws(product.deps, merchant.scope),
      pay({ pay: 'amount', amount_cents: 3_000 }),
    ]);
    expect([202, 409]).toContain(one.status);
    expect([202, 409]).toContain(other.status);
    await planDueDraws(product.deps, merchant.scope);
    const amounts = (await draws()).map(({ amount_cents }) => Number(amount_cents));
    expect(amounts.reduce((sum, amount) => sum + amount, 0)).toBe(10_000);
  });

  it('is no part of a draw that was planned beside it, although a refund has lowered the debt since', async () => {
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { net_terms: 0 } });
    await buy(8_000);
    await pay({ pay: 'amount', amount_cents: 3_000 });
    await eventually('the payment', async () => (await draws()).find((draw) => draw.status === 'pending'));
    await planDueDraws(product.deps, merchant.scope);
    await product.press('lithic', 'refund', { card_token: merchant.cardToken, amount: 3_000 });
    await owes(5_000);
    const due = (await draws()).find((draw) => draw.status === 'planned');
    expect(due).toMatchObject({ amount_cents: 5_000n });
    await sendDraw(product.deps, merchant.scope, due?.id ?? '');
    expect((await draws()).find(({ id }) => id === due?.id)).toMatchObject({ status: 'pending', amount_cents: 2_000n });
  });

  it('takes no purchase that is only held, and none of anybody else', async () => {
    const held = await spend(product, merchant, 5_000);
    await eventually('the hold', async () => (await balance('pending')) === 5_000);
    expect((await preview(`pay=purchase&transaction_token=${held.token}`)).amount_cents).toBe(0);
    expect((await pay({ pay: 'all', amount_cents: 5_000 })).body.code).toBe('nothing_to_pay');
    expect((await product.call(`${path()}?pay=purchase&transaction_token=${randomUUID()}`, { token: merchant.token })).status).toBe(404);
  });

  it('does nothing when the amount is another than was shown', async () => {
    await buy(10_000);
    expect((await pay({ pay: 'all', amount_cents: 9_999 })).body.code).toBe('amount_changed');
    expect(await draws()).toEqual([]);
  });

  it('happens once for its key, and once for twenty impatient clicks', async () => {
    await buy(10_000);
    const key = randomUUID();
    const body = { pay: 'next_due', amount_cents: 10_000 };
    const first = await pay(body, key);
    const again = await pay(body, key);
    expect([again.body.payment_id, again.headers.get('idempotency-replayed')]).toEqual([first.body.payment_id, 'true']);
    const clicks = await Promise.all(Array.from({ length: 20 }, () => pay(body)));
    expect(new Set(clicks.map((click) => click.body.code))).toEqual(new Set(['nothing_to_pay']));
    expect(await draws()).toHaveLength(1);
  });

  it('is no more to draw on its due date', async () => {
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { net_terms: 0 } });
    await buy(10_000);
    await pay({ pay: 'all', amount_cents: 10_000 });
    await planned();
    await eventually('the payment', async () => (await draws()).find((draw) => draw.status === 'pending'));
    expect(await draws()).toHaveLength(1);
  });
});

import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCalendarDays, type IsoDate, isoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { reconcileReceiver } from '../../server/services/reconciliation/reconcile.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { programDay } from '../support/bankingDays.ts';
import { type Cardholder, linkBank, newCardholder, spend } from '../support/cardholder.ts';
import { startAt } from '../support/clock.ts';
import { acceptedAuthorization } from '../support/debitAuthorization.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/**
 * Thirty-eight days of a merchant to whom something falls due every day: 50 cents on Monday, November 23, 2026, and a cent
 * more each day after, up to 87 cents on Wednesday, December 30. Amounts below a dollar earn no cashback, and no two are the
 * same. Banks are closed on weekends, on Thanksgiving (Thursday, November 26) and on Christmas (Friday, December 25).
 */
const firstDay = isoDate('2026-11-23');
const lastDay = isoDate('2026-12-30');

let product: TestProduct;
let merchant: Cardholder;

beforeAll(async () => {
  startAt('2026-11-23T15:00:00Z');
  product = await testProduct();
  await product.press('lithic', 'clearing_days', { days: 0 });
  merchant = await newCardholder(product);
  await linkPersonalAccount();
  await eventually('the first limit', async () => (await product.deps.database.card.findFirstOrThrow({ where: own() })).spend_limit === 100_000n);
});
afterAll(() => product.stop());

const own = () => ({ receiver_id: merchant.receiver.id });

/** Buys everything on the first day; each purchase is due on its own later day. */
async function buyAll(): Promise<void> {
  const { database } = product.deps;
  for (let days = 0; days < 38; days += 1) {
    await database.receiver.update({ where: { id: merchant.receiver.id }, data: { net_terms: days } });
    const { token } = await spend(product, merchant, 50 + days, { settle: true });
    await eventually('the settled purchase', () => database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
  }
}

/** Every debit that the bank was asked for: its day, its amount in cents, and the words on the statement. */
async function debits(): Promise<[string, number, string][]> {
  const rows = await product.deps.database.$queryRaw<{ day: string; cents: bigint; description: string }[]>`
    SELECT left(data #>> '{transfer,created}', 10) AS day, replace(data #>> '{transfer,amount}', '.', '')::bigint AS cents,
      data #>> '{transfer,description}' AS description
    FROM sandbox.object WHERE stand_in = 'plaid' AND kind = 'transfer' ORDER BY 1, 2`;
  return rows.map(({ day, cents, description }) => [day, Number(cents), description]);
}

const setBalance = (available: number) => product.press('plaid', 'set_balance', { item_id: merchant.bank.itemId, available });

/** Makes the bank send back the debit of an amount that was sent last. */
async function sendBack(amount: number, code: string): Promise<void> {
  const draw = await product.deps.database.draw.findFirstOrThrow({
    where: { ...own(), amount_cents: BigInt(amount), transfer_id: { not: null } },
    orderBy: { attempt: 'desc' },
  });
  await product.press('plaid', 'fail_repayment', { transfer_id: draw.transfer_id ?? '', code });
}

const linkAnother = async (bankId = 'ins_901') => {
  await product.deps.database.bankLink.updateMany({ where: { ...own(), unlinked_at: null }, data: { unlinked_at: product.deps.clock() } });
  merchant = { ...merchant, bank: await linkBank(product, merchant.receiver.id, { bankId }) };
};

/** Links a person's account with their authorization for it: its debits are of the class WEB. */
async function linkPersonalAccount(): Promise<void> {
  await linkAnother('ins_906');
  const { database, clock } = product.deps;
  const link = await database.bankLink.update({
    where: { receiver_id_item_id: { ...own(), item_id: merchant.bank.itemId } },
    data: { holder_category: 'personal' },
  });
  await database.debitAuthorization.updateMany({ where: { ...own(), ended_at: null }, data: { ended_at: clock(), ended_reason: 'replaced' } });
  const accepted = { ...acceptedAuthorization, ach_classes: ['web'], accepted_at: clock() };
  await database.debitAuthorization.create({ data: { ...own(), bank_link_id: link.id, account_id: link.account_id, ...accepted } });
}

/** The events of the history, before the draws of their day. */
const events: Readonly<Record<string, () => Promise<unknown>>> = {
  // Less on the account than the 51 cents of this day: the bank refuses the debit.
  '2026-11-24': () => setBalance(30),
  '2026-11-25': () => setBalance(1_000_000),
  '2026-12-01': () => sendBack(57, 'R01'),
  '2026-12-04': () => sendBack(57, 'R01'),
  '2026-12-08': async () => {
    await sendBack(64, 'R02');
    await takeOver();
    await linkAnother();
  },
  '2026-12-16': () => sendBack(71, 'R29'),
  '2026-12-18': () => linkAnother(),
  // 29 days after the debit of a person's account.
  '2026-12-22': () => sendBack(50, 'R10'),
  '2026-12-24': () => linkAnother(),
};

/**
 * Takes over what the bank says now, whatever its webhooks have brought about so far: of all debits, or of those that are still
 * under way on a day on which nothing else happens.
 */
const takeOver = (isWhole = true) => reconcileReceiver(product.deps, merchant.scope, isWhole ? null : product.deps.clock());

async function liveThrough(day: IsoDate): Promise<void> {
  const event = events[day];
  await event?.();
  await takeOver(event !== undefined);
  for (let run = 0; run < 2; run += 1) {
    await planDueDraws(product.deps, merchant.scope);
    await sendOpenDraws(product.deps, merchant.scope);
  }
}

it('presents each amount once, what came back for want of money once more, and nothing beyond', { timeout: 400_000 }, async () => {
  await buyAll();
  for (let day = firstDay; day <= lastDay; day = addCalendarDays(day, 1)) {
    expect(programDay(product)).toBe(day);
    await liveThrough(day);
    if (day < lastDay) await product.advanceDays(1);
  }

  expect(await debits()).toEqual([
    ['2026-11-23', 50, 'REPAYMENT'],
    // The 51 cents of the 24th were refused before they became a debit: two business days later they are presented first.
    ['2026-11-25', 52, 'REPAYMENT'],
    ['2026-11-27', 51, 'REPAYMENT'],
    ['2026-11-27', 53, 'REPAYMENT'],
    ['2026-11-27', 54, 'REPAYMENT'],
    ['2026-11-30', 55, 'REPAYMENT'],
    ['2026-11-30', 56, 'REPAYMENT'],
    ['2026-11-30', 57, 'REPAYMENT'],
    ['2026-12-01', 58, 'REPAYMENT'],
    ['2026-12-02', 59, 'REPAYMENT'],
    // The 57 cents came back on Tuesday with R01, and do so again on Friday: that was the last time.
    ['2026-12-03', 57, 'Retry 1'],
    ['2026-12-03', 60, 'REPAYMENT'],
    ['2026-12-04', 61, 'REPAYMENT'],
    ['2026-12-07', 62, 'REPAYMENT'],
    ['2026-12-07', 63, 'REPAYMENT'],
    // They come back with R02, and the bank link ends. From the 8th on another account is debited.
    ['2026-12-07', 64, 'REPAYMENT'],
    ['2026-12-08', 65, 'REPAYMENT'],
    ['2026-12-09', 66, 'REPAYMENT'],
    ['2026-12-10', 67, 'REPAYMENT'],
    ['2026-12-11', 68, 'REPAYMENT'],
    ['2026-12-14', 69, 'REPAYMENT'],
    ['2026-12-14', 70, 'REPAYMENT'],
    // They come back with R29 two days later: nothing is debited on the 16th and 17th, until there is a new authorization.
    ['2026-12-14', 71, 'REPAYMENT'],
    ['2026-12-15', 72, 'REPAYMENT'],
    ['2026-12-18', 73, 'REPAYMENT'],
    ['2026-12-18', 74, 'REPAYMENT'],
    ['2026-12-18', 75, 'REPAYMENT'],
    ['2026-12-21', 76, 'REPAYMENT'],
    ['2026-12-21', 77, 'REPAYMENT'],
    ['2026-12-21', 78, 'REPAYMENT'],
    // The 50 cents of November 23 come back with R10 on the 22nd: nothing is debited until the 24th.
    ['2026-12-24', 79, 'REPAYMENT'],
    ['2026-12-24', 80, 'REPAYMENT'],
    ['2026-12-24', 81, 'REPAYMENT'],
    ['2026-12-28', 82, 'REPAYMENT'],
    ['2026-12-28', 83, 'REPAYMENT'],
    ['2026-12-28', 84, 'REPAYMENT'],
    ['2026-12-28', 85, 'REPAYMENT'],
    ['2026-12-29', 86, 'REPAYMENT'],
    ['2026-12-30', 87, 'REPAYMENT'],
  ]);

  // The merchant has to pay the amounts that failed for good, 57 + 64 + 71 + 50 cents.
  const { database } = product.deps;
  const waiting = await database.draw.findMany({ where: { ...own(), status: { in: ['pending', 'posted'] } } });
  expect(waiting.map(({ amount_cents }) => Number(amount_cents)).toSorted()).toEqual([86, 87]);
  const path = `/api/users/${merchant.receiver.token}/pay_now`;
  const { token } = merchant;
  const body = { pay: 'all', amount_cents: 242 };
  expect((await product.call(`${path}?pay=all`, { token })).body.amount_cents).toBe(242);
  expect((await product.call(path, { method: 'POST', token, headers: { 'idempotency-key': randomUUID() }, body })).status).toBe(202);
  await eventually('the payment', () => database.draw.findFirst({ where: { ...own(), kind: 'pay_now', status: 'pending' } }));
  expect((await debits()).at(-1)).toEqual([lastDay, 242, 'REPAYMENT']);

  for (let day = 0; day < 6; day += 1) {
    await product.advanceDays(1);
    await liveThrough(programDay(product));
  }
  const owed = await database.ledgerBalance.findFirstOrThrow({ where: { ...own(), account: 'owed' } });
  expect(Number(owed.balance_cents)).toBe(0);
  expect(await debits()).toHaveLength(40);
  await eventually('an open card', async () => (await database.card.findFirstOrThrow({ where: own() })).state === 'OPEN');
  const draws = await database.draw.findMany({ where: own() });
  expect(draws.every(({ debit_date }) => utcDate(debit_date) <= lastDay)).toBe(true);
});

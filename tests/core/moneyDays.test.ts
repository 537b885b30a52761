import { afterEach, describe, expect, it } from 'vitest';
import { addCalendarDays, type IsoDate, isoDate, utcDate } from '../../server/domain/basics/dates.ts';
import { reconcileReceiver } from '../../server/services/reconciliation/reconcile.ts';
import { followTransfer } from '../../server/services/repayment/followTransfer.ts';
import { planDueDraws } from '../../server/services/repayment/planDraws.ts';
import { sendOpenDraws } from '../../server/services/repayment/sendDraw.ts';
import { syncTransferEvents } from '../../server/services/repayment/syncTransferEvents.ts';
import { programDay } from '../support/bankingDays.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { startAt } from '../support/clock.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

/**
 * The consequences of a purchase of $200 on no terms made at an instant, read off a calendar by hand: it is due on its
 * day in UTC; the bank is debited on the first banking day from then on, by New York's calendar, and so is what is paid now
 * or presented again. What was debited on the day it was to be is in time, whatever day it is in UTC by then.
 */
interface Life {
  bought: string;
  due: string;
  debited: string;
  /** The second banking day after the purchase, whose day is that in UTC, on which a payment made at once would have settled. */
  paidNowSettles: string;
  /** The second banking day after the debit, when that fails. */
  presentedAgain: string;
  inWords: string;
  /** The day after the third banking day from the settlement, which is the second banking day after the day in UTC on which the debit was ordered. */
  final: string;
}

const lives: Record<string, Life> = {
  'on a Monday morning': {
    bought: '2026-11-16T15:00:00Z',
    due: '2026-11-16',
    debited: '2026-11-16',
    paidNowSettles: '2026-11-18',
    presentedAgain: '2026-11-18',
    inWords: 'Nov 18, 2026',
    final: '2026-11-24',
  },
  // Tuesday in UTC; in New York it is eight in the evening of Monday.
  'at one in the morning of a Tuesday, UTC': {
    bought: '2026-11-17T01:00:00Z',
    due: '2026-11-17',
    debited: '2026-11-17',
    paidNowSettles: '2026-11-19',
    presentedAgain: '2026-11-19',
    inWords: 'Nov 19, 2026',
    final: '2026-11-26',
  },
  'on the Sunday before Thanksgiving': {
    bought: '2026-11-22T15:00:00Z',
    due: '2026-11-22',
    debited: '2026-11-23',
    paidNowSettles: '2026-11-24',
    presentedAgain: '2026-11-25',
    inWords: 'Nov 25, 2026',
    final: '2026-12-02',
  },
  // Half past midnight of Saturday. From Sunday on the same hour in UTC is half past eleven in the evening of the day before.
  'on the Saturday before summer time ends': {
    bought: '2026-10-31T04:30:00Z',
    due: '2026-10-31',
    debited: '2026-11-02',
    paidNowSettles: '2026-11-03',
    presentedAgain: '2026-11-04',
    inWords: 'Nov 4, 2026',
    final: '2026-11-11',
  },
  // Half past eleven in the evening of Thursday. From Sunday on the same hour in UTC is half past midnight.
  'on the Thursday before summer time begins': {
    bought: '2027-03-12T04:30:00Z',
    due: '2027-03-12',
    debited: '2027-03-12',
    paidNowSettles: '2027-03-16',
    presentedAgain: '2027-03-16',
    inWords: 'Mar 16, 2027',
    final: '2027-03-20',
  },
};

const longestDays = 8;

let product: TestProduct;
afterEach(() => product.stop());

const of = ({ receiver }: Cardholder) => ({ receiver_id: receiver.id });
const draws = (merchant: Cardholder) => product.deps.database.draw.findMany({ where: of(merchant), orderBy: { attempt: 'asc' } });

async function balances(merchant: Cardholder): Promise<Record<string, number>> {
  const rows = await product.deps.database.ledgerBalance.findMany({ where: of(merchant) });
  return Object.fromEntries(rows.filter((row) => row.balance_cents !== 0n).map((row) => [row.account, Number(row.balance_cents)]));
}

async function buyer(): Promise<Cardholder> {
  const merchant = await newCardholder(product);
  await eventually('the first limit', async () => (await product.deps.database.card.findFirstOrThrow({ where: of(merchant) })).spend_limit === 100_000n);
  const { token } = await spend(product, merchant, 20_000, { settle: true });
  await eventually('the settled purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
  return merchant;
}

/** Plans and sends each day's draws, day after day, until there are this many; returns the debit day of the newest. */
async function drawUntil(merchant: Cardholder, count: number): Promise<string> {
  for (let day = 0; day <= longestDays; day += 1) {
    if (day > 0) await product.advanceDays(1);
    await planDueDraws(product.deps, merchant.scope);
    await sendOpenDraws(product.deps, merchant.scope);
    const newest = (await draws(merchant))[count - 1];
    if (newest) return utcDate(newest.debit_date);
  }
  throw new Error(`no draw ${count} within ${longestDays} days`);
}

/** Skips day after day until a merchant's only debit has settled, and returns it. */
async function skipUntilSettled(merchant: Cardholder) {
  for (let day = 0; day < longestDays; day += 1) {
    const [draw] = await draws(merchant);
    await syncTransferEvents(product.deps);
    await followTransfer(product.deps, merchant.scope, draw?.transfer_id ?? '');
    const [followed] = await draws(merchant);
    if (followed?.final_on) return followed;
    await product.advanceDays(1);
  }
  throw new Error(`no settled debit within ${longestDays} days`);
}

async function waitUntil(day: IsoDate): Promise<void> {
  while (programDay(product) < day) await product.advanceDays(1);
}

describe.each(Object.entries(lives))('a purchase %s', (_, life) => {
  it('is due, debited, paid now and presented again on the days that the calendar says', async () => {
    startAt(life.bought);
    product = await testProduct();
    await product.press('lithic', 'clearing_days', { days: 0 });
    const [payer, defaulter] = [await buyer(), await buyer()];

    const [purchase] = await product.deps.database.cardTransaction.findMany({ where: of(payer) });
    expect(purchase && utcDate(purchase.repayment_date)).toBe(life.due);
    const { body: payNow } = await product.call(`/api/users/${payer.receiver.token}/pay_now?pay=all`, { token: payer.token });
    expect(payNow).toMatchObject({ amount_cents: 20_000, cashback_cents: 200, settles_on: life.paidNowSettles });

    expect(await drawUntil(payer, 1)).toBe(life.debited);
    expect(await drawUntil(defaulter, 1)).toBe(life.debited);
    const [debit] = await draws(defaulter);
    await product.press('plaid', 'fail_repayment', { transfer_id: debit?.transfer_id ?? '', code: 'R01' });
    await eventually('the failed draw', async () => (await draws(defaulter))[0]?.status === 'failed');
    const [letter] = await eventually('the letter', async () => {
      const letters = await inboxOf(product, defaulter.email);
      return letters.length > 0 && letters;
    });
    expect(letter?.text.replaceAll(/\s+/g, ' ')).toContain(`We try once more on ${life.inWords}.`);
    expect(await drawUntil(defaulter, 2)).toBe(life.presentedAgain);

    const settled = await skipUntilSettled(payer);
    expect(settled.final_on && utcDate(settled.final_on)).toBe(life.final);
    await waitUntil(addCalendarDays(isoDate(life.final), -1));
    await planDueDraws(product.deps, payer.scope);
    expect(await balances(payer)).toEqual({ card_network: -20_000, bank: 20_000 });
    await waitUntil(isoDate(life.final));
    await planDueDraws(product.deps, payer.scope);
    // Paid in time: 1 % of it comes back.
    expect(await balances(payer)).toEqual({ owed: -200, card_network: -20_000, bank: 20_000, cashback: 200 });
    // Changes that are still on their way, to the card issuer too, are taken over meanwhile.
    for (const merchant of [payer, defaulter])
      await eventually('nothing differs', async () => (await reconcileReceiver(product.deps, merchant.scope, null)).length === 0);
  });
});

import { afterAll, beforeAll, expect, it } from 'vitest';
import { addCalendarDays, bankDebitDate, dayIn, dayMs, repaymentDate, utcDate } from '../../server/domain/basics/dates.ts';
import { createLog } from '../../server/log.ts';
import { listen } from '../../server/start/listen.ts';
import { openTime } from '../../server/start/time.ts';
import { control } from '../support/ask.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

const netTerms = 7;

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct({}, { time: 'sandbox' });
});
afterAll(() => product.stop());

const today = () => dayIn('America/New_York', product.deps.clock());

/** Skips days at once, and waits until the product has lived each half of them, which may take it a minute. */
async function skip(days: number): Promise<void> {
  const begunMs = product.deps.clock().getTime();
  await control(product.sandboxUrl, 'clock/advance', { days });
  for (let half = 1; half <= days * 2; half += 1)
    await eventually(`half-day ${half}`, async () => product.deps.clock().getTime() >= begunMs + (half * dayMs) / 2);
}

/** Buys; returns the day on which the purchase is to be drawn. */
async function buy(merchant: Cardholder, amount: number): Promise<string> {
  const { token } = await spend(product, merchant, amount, { settle: true });
  const { created_at } = await eventually('the purchase', () => product.deps.database.cardTransaction.findFirst({ where: { token, status: 'SETTLED' } }));
  return bankDebitDate(repaymentDate(created_at, netTerms, 'calendar', product.deps.isHoliday), product.deps.isBankHoliday).date;
}

it('the product lives in the sandbox’s time: days that are skipped at once are lived one by one, and what is due on each is drawn on it', async () => {
  const merchant = await newCardholder(product, { net_terms: netTerms });
  await eventually('a limit', () => product.deps.database.card.findFirst({ where: { receiver_id: merchant.receiver.id, spend_limit: 100_000n } }));
  const begun = today();
  const first = await buy(merchant, 12_000);
  await skip(5);
  expect(today()).toBe(addCalendarDays(begun, 5));
  const second = await buy(merchant, 7_000);
  await skip(12);
  const drawn = () =>
    product.deps.database.draw.findMany({ where: { receiver_id: merchant.receiver.id, transfer_id: { not: null } }, orderBy: { due_date: 'asc' } });
  await eventually('two draws', async () => (await drawn()).length === 2);
  expect((await drawn()).map(({ debit_date, amount_cents }) => [utcDate(debit_date), amount_cents])).toEqual([
    [first, 12_000n],
    [second, 7_000n],
  ]);
});

it.each([
  { failing: 'its beginning', refusesBeginning: true, refusesWork: false },
  { failing: 'its work', refusesBeginning: false, refusesWork: true },
])('a half-day is lived again when $failing fails, and time waits for it', async ({ refusesBeginning, refusesWork }) => {
  let daysAhead = 0;
  let refusals = 2;
  const refuses = (wanted: boolean) => wanted && refusals > 0 && refusals-- > 0;
  const clockServer = await listen(
    ({ url }, response) => {
      if (url === '/control/clock/beginning' && refuses(refusesBeginning)) response.destroy();
      else response.end(JSON.stringify({ days_ahead: daysAhead }));
    },
    0,
    'PORT',
  );
  const { config } = product;
  const time = await openTime({ ...config, plaid: { ...config.plaid, baseUrl: `http://127.0.0.1:${clockServer.port}/plaid` } });
  const lived: number[] = [];
  const halfDaysAhead = () => Math.round((time.clock().getTime() - Date.now()) / (dayMs / 2));
  const stop = time.follow(createLog('silent'), async () => {
    if (refuses(refusesWork)) throw new Error('the database was away');
    lived.push(halfDaysAhead());
  });
  daysAhead = 1;
  await eventually('a day', async () => lived.length === 2);
  await stop();
  await clockServer.stop();
  expect([refusals, lived]).toEqual([0, [1, 2]]);
});

it('the schedules of all programs wait beside each other, though their times are the same', async () => {
  const plans = await product.deps.database.$queryRaw<{ key: string; kept: string }[]>`
    SELECT key, options->>'singletonKey' AS kept FROM pgboss.schedule WHERE name = 'plan-draws' ORDER BY key`;
  expect(plans.map(({ key, kept }) => key === kept)).toEqual([true, true, true, true, true]);
});

it('draws are looked for at each banking hour once, twice a day for everybody', async () => {
  const schedules = await product.deps.database.$queryRaw<{ name: string; cron: string }[]>`
    SELECT name, cron FROM pgboss.schedule WHERE name IN ('plan-draws', 'plan-changed-draws') AND key = 'boost' ORDER BY name DESC`;
  const hoursOf = ({ cron }: { cron: string }) =>
    (cron.split(' ')[1] ?? '').split(',').flatMap((range) => {
      const [first = 0, last = first] = range.split('-').map(Number);
      return Array.from({ length: last - first + 1 }, (_, place) => first + place);
    });
  expect(schedules.map(hoursOf)).toEqual([
    [6, 12],
    [7, 8, 9, 10, 11, 13, 14, 15, 16, 17, 18],
  ]);
  expect(schedules.map(({ cron }) => cron.replace(/^0 \S+ /, ''))).toEqual(['* * 1-5', '* * 1-5']);
});

import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { siteUrl } from './addresses.ts';
import { addToAnswers } from './addToAnswers.ts';
import { openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant, spend, untilPayable } from './merchants.ts';
import { appFrame, onboardedShop, pageOf } from './store.ts';

const due = (day: number, total_owed_cents: number) => ({
  payment_due_date: { seconds: Date.UTC(2026, 10, day) / 1_000 },
  total_owed_cents,
  potential_cashback: 0,
});

test('on a Sunday the payment of Saturday is not late: its tile names the Monday on which the bank is debited, and the sum of that day', async ({ page }) => {
  const merchant = await onboardedMerchant();
  await addToAnswers(page, /\/api\/receiver(\?|$)/, {
    totalOutstandingCents: 32_110,
    paymentSchedule: [due(28, 7_362), due(29, 4_748), due(30, 20_000)],
    next_debit: { debit_date: '2026-11-30', amount_cents: 32_110, due_dates: ['2026-11-28', '2026-11-29', '2026-11-30'] },
  });
  await openHome(page, merchant, '/?now=2026-11-29T15:00:00Z');
  const tile = page.getByRole('region', { name: 'Next Payment' });
  await expect(tile).toHaveText('Next Payment$73.62Due 2026-11-28We take $321.10 on Mon, Nov 30.');
  const dues = page.getByRole('region', { name: 'Due in the next 30 days' }).getByRole('listitem').filter({ hasText: /^Nov/ });
  await expect(dues).toHaveText(['Nov 28, 2026$73.62taken on Mon, Nov 30', 'Nov 29, 2026$47.48today', 'Nov 30, 2026$200.00tomorrow']);
  await page.goto(`${siteUrl()}/?now=2026-11-27T15:00:00Z`);
  await expect(tile).toContainText('Due 2026-11-28, tomorrow');
});

for (const frontend of ['the dashboard', 'the app in a store’s admin'] as const) {
  test(`the tile of the next payment in ${frontend} follows the day on which the bank is debited`, async ({ page }) => {
    const merchant = frontend === 'the dashboard' ? await onboardedMerchant() : await onboardedShop();
    await spend(merchant, 7_362, { settle: true });
    await untilPayable(merchant, 7_362);
    const tile = async () => {
      if ('adminUrl' in merchant) {
        await page.goto(pageOf(merchant, ''));
        return appFrame(page).getByRole('main');
      }
      await openHome(page, merchant);
      return page.getByRole('region', { name: 'Next Payment' });
    };
    // Bought on Monday, November 16, by terms of 30 days: due on Wednesday, December 16.
    await expect(await tile()).toContainText('We take it on Wed, Dec 16.');
    await merchant.call(`/api/users/${merchant.receiver.token}/draw_preference`, { method: 'PUT', body: { weekday: 1, early_from_cents: null } });
    expect((await merchant.call<ReceiverAnswer>('/api/receiver')).next_debit).toEqual({
      debit_date: '2026-12-14',
      amount_cents: 7_362,
      due_dates: ['2026-12-16'],
    });
    await expect(await tile()).toContainText('We take it on Mon, Dec 14.');
  });
}

import { randomUUID } from 'node:crypto';
import type { CardsAnswer } from '../../server/contract/cards.ts';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { onboardedMerchant } from './merchants.ts';
import { signInAsStaff } from './staff.ts';

test('staff see all cards of a customer and the team, without a number, also when one of the two cannot be read', async ({ page, expectConsoleError }) => {
  test.slow();
  expectConsoleError(/503/);
  const merchant = await onboardedMerchant();
  const own = `/api/users/${merchant.receiver.token}`;
  const post = (path: string, body: unknown) => merchant.call<never>(`${own}/${path}`, { method: 'POST', body });
  await signInAsStaff(page, 'support', `/staff/customers/${merchant.receiver.token}/team`);
  const team = page.getByRole('table', { name: 'Team' });
  await expect(team.getByRole('row').filter({ hasText: merchant.email })).toContainText('Owner');
  await expect(page.getByRole('heading', { name: 'Nobody else is in the team' })).toBeVisible();

  const invited = `${randomUUID()}@example.com`;
  await post('team/invitations', { email: invited, name: 'Ben Books', role: 'bookkeeper' });
  const controls = { ...noControls, per_week_cents: 20_000, categories: { mode: 'allow', groups: ['advertising'] } };
  await post('cards', {
    name: 'Meta ads',
    color: 'teal',
    purpose: 'Ads',
    holder_id: null,
    kind: 'standard',
    is_physical: false,
    shipping_address: null,
    controls,
  });
  await post(`cards/${merchant.cardToken}/loss`, { loss: 'stolen', shipping_address: null });
  // Where the issuer answers too late, cards follow by themselves, and the staff's page does not read them again.
  const cardsNow = async () => (await merchant.call<CardsAnswer>(`${own}/cards`)).cards;
  await expect.poll(cardsNow).toContainEqual(expect.objectContaining({ name: 'Meta ads' }));
  await expect.poll(cardsNow).toContainEqual(expect.objectContaining({ token: merchant.cardToken, state: 'CLOSED', successor: expect.any(String) }));

  await page.reload();
  await expect(team.getByRole('row').filter({ hasText: 'Ben Books' })).toContainText(/Bookkeeper.*Invited .*, has not signed in yet/s);
  await expectNoFindingsInAnyLight(page, 'a customer’s team');

  await page.getByRole('link', { name: 'Cards', exact: true }).click();
  const cards = page.getByRole('table', { name: 'Cards' });
  const ads = cards.getByRole('row').filter({ hasText: 'Meta ads' });
  await expect(ads).toContainText('Per week: $200.00');
  await expect(ads).toContainText('Categories: Only Advertising');
  await expect(ads).toContainText('$0.00 of $200.00 spent this week');
  await expect(ads).toContainText('$200.00');
  const stolen = cards.getByRole('row').filter({ hasText: 'Reported stolen' });
  await expect(stolen).toContainText(/Closed.*Replaced by .* •••• \d{4}/s);
  await expect(stolen).toContainText('Not usable');
  await expect(page.getByText(/The program declines on every card: .*Gambling/)).toBeVisible();
  expect(await cards.textContent()).not.toMatch(/\d{13,}/);
  await expectNoFindingsInAnyLight(page, 'a customer’s cards');

  // One list that cannot be read leaves the rest of the page.
  const unavailable = { status: 503, code: 'provider_unavailable', title: 'Not available', detail: 'Try again in a minute.' };
  await page.route('**/api/staff/receivers/*/team', (route) => route.fulfill({ status: 503, json: unavailable }));
  await page.reload();
  await page.getByRole('link', { name: 'Team', exact: true }).click();
  await expect(page.getByRole('alert')).toContainText('Try again in a minute.');
  await expect(page.getByRole('link', { name: 'View as customer' })).toBeVisible();
  await page.unroute('**/api/staff/receivers/*/team');
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(team).toContainText('Ben Books');
});

import type { Page } from '@playwright/test';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { type OnboardedMerchant, onboardedMerchant, press, spend } from './merchants.ts';
import { signInAsStaff } from './staff.ts';
import { partsWithVisibleInk } from './visibleInk.ts';

const frameOf = (page: Page) => page.locator('iframe[title="Your card"]');
const parts = ['#pan', '#month', '#year', '#cvv'];

/** Returns which parts of the card's number can be seen on the screen. */
async function visibleParts(page: Page): Promise<string[]> {
  const frame = page.frameLocator('iframe[title="Your card"]');
  // The brand's style sheet is there when the logo is drawn.
  await expect.poll(() => frame.locator('#card').evaluate((card) => getComputedStyle(card, '::before').backgroundImage)).toContain('.svg');
  const isVisible = await partsWithVisibleInk(
    frameOf(page),
    parts.map((part) => frame.locator(part)),
  );
  return parts.filter((_, index) => isVisible[index]);
}

const mark = (page: Page) => page.evaluate(() => Object.assign(window, { isFirstLoad: true }));
const isSameLoad = (page: Page) => page.evaluate(() => Reflect.get(window, 'isFirstLoad') === true);
const showButton = (page: Page) => page.getByRole('button', { name: 'Show card details' });
const hideButton = (page: Page) => page.getByRole('button', { name: 'Hide card details' });
const text = (page: Page, id: string) => page.frameLocator('iframe[title="Your card"]').locator(id);

/** Returns how many pixels lie between the expiry, with its copy buttons, and the code; below 0 where they overlap. */
async function gapBeforeCode(page: Page): Promise<number> {
  const [year, code] = [await text(page, '#year').boundingBox(), await text(page, '#cvv').boundingBox()];
  if (!year || !code) throw new Error('a part of the card has no place on the page');
  return code.x - (year.x + year.width);
}

test('nothing of the number, the expiry and the code can be seen until they are asked for, on home and on the card’s page', { tag: '@all' }, async ({
  page,
}) => {
  const merchant = await onboardedMerchant();
  await openHome(page, merchant);
  expect(await visibleParts(page)).toEqual([]);
  await page.goto(`${siteUrl()}/card`);
  expect(await visibleParts(page)).toEqual([]);
  await page.goto(`${siteUrl()}/card?showPan=false`);
  expect(await visibleParts(page)).toEqual([]);
  await page.goto(`${siteUrl()}/card?showPan=true`);
  expect(await visibleParts(page)).toEqual(parts);
  expect(await gapBeforeCode(page)).toBeGreaterThan(0);
  await page.goto(`${siteUrl()}/?showPan=true`);
  expect(await visibleParts(page)).toEqual(parts);
  expect(await gapBeforeCode(page)).toBeGreaterThan(0);
  // The mark of a paused card lies beside them.
  await merchant.call('/api/lithic_card', { method: 'PATCH', body: { token: merchant.cardToken, state: 'PAUSED' } });
  const paused = await page.getByText('Paused', { exact: true }).boundingBox();
  const number = await text(page, '#pan').boundingBox();
  expect(paused && number && number.y - (paused.y + paused.height)).toBeGreaterThan(0);
});

test('a merchant shows the card details, copies each part, and hides them; both load the page anew, and the history shows nothing again', async ({
  page,
  context,
  sharedMerchant,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openHome(page, sharedMerchant, '/card?now=2026-07-04');
  await mark(page);
  await showButton(page).click();
  await expect(hideButton(page)).toBeVisible();
  expect(await isSameLoad(page)).toBe(false);
  expect(new URL(page.url()).search).toBe('?now=2026-07-04&showPan=true');
  await expect.poll(() => visibleParts(page)).toEqual(parts);
  // A busy machine may need longer for what follows than the minute of the number, or the second for which the frame tells of a copy.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);

  const labelOf = (id: string) => text(page, id).evaluate((part) => getComputedStyle(part, '::before').content);
  expect([await labelOf('#pan'), await labelOf('#expiry'), await labelOf('#cvv')]).toEqual(['"Card number"', '"Expires"', '"CVV"']);
  const copied = () => page.evaluate(() => navigator.clipboard.readText());
  for (const [id, pattern] of [
    ['#pan', /^\d{16}$/],
    ['#month', /^\d\d$/],
    ['#year', /^\d\d$/],
    ['#cvv', /^\d{3}$/],
  ] as const) {
    const box = await text(page, id).boundingBox();
    if (!box) throw new Error(`${id} has no place on the page`);
    // The copy button is the last thing of each part.
    await page.mouse.click(box.x + box.width - 12, box.y + box.height - 12);
    await expect(text(page, '#alert')).toBeVisible();
    // The text about the part before may still stand there.
    await expect.poll(copied).toBe(await text(page, id).textContent());
    expect(await copied()).toMatch(pattern);
  }

  await page.clock.resume();
  await mark(page);
  await page.getByRole('link', { name: 'Home', exact: true }).first().click();
  await expect(page).toHaveURL(`${siteUrl()}/?now=2026-07-04`);
  // The address changes before the page.
  await expect(page.getByRole('heading', { level: 1, name: 'Corner Bakery LLC' })).toBeVisible();
  expect(await visibleParts(page)).toEqual([]);
  await page.goBack();
  await expect(page).toHaveURL(`${siteUrl()}/card?now=2026-07-04`);
  await expect(showButton(page)).toBeVisible();
  expect(await isSameLoad(page)).toBe(false);
  expect(await visibleParts(page)).toEqual([]);

  await showButton(page).click();
  await expect(hideButton(page)).toBeVisible();
  await mark(page);
  await hideButton(page).click();
  await expect(showButton(page)).toBeVisible();
  expect([await isSameLoad(page), new URL(page.url()).search]).toEqual([false, '?now=2026-07-04']);
});

test('the card details hide by themselves after 60 seconds, and a reload gives no more time', async ({ page, sharedMerchant }) => {
  await openHome(page, sharedMerchant, '/card');
  await showButton(page).click();
  const counted = page.getByText(/Hides in \d+ s/);
  await expect(counted).toBeVisible();
  const announced = page.getByRole('status').filter({ hasText: 'card details' });
  await expect(announced).toHaveText('The card details are shown for 60 seconds. Press a part of the card to copy it.');
  await page.clock.fastForward(20_000);
  await page.reload();
  await expect(page.getByText(/Hides in [123]?\d s/)).toBeVisible();
  await mark(page);
  // A busy machine has used up some of the time by now. It stands still for the words of the last ten seconds, and a page is loaded only in one that runs.
  await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 10_000);
  const left = Number(/in (\d+) s/.exec((await counted.textContent()) ?? '')?.[1]);
  await page.clock.runFor(Math.max(0, left - 10) * 1_000);
  await expect(announced).toHaveText('The card details hide in 10 seconds.');
  await page.clock.resume();
  await page.clock.fastForward(12_000);
  await expect(showButton(page)).toBeVisible();
  expect([await isSameLoad(page), page.url()]).toEqual([false, `${siteUrl()}/card`]);
  expect(await visibleParts(page)).toEqual([]);
});

test('staff see neither the card nor a way to show its number, whatever the address asks for', async ({ page, sharedMerchant }) => {
  const framed: string[] = [];
  page.on('request', (request) => request.url().startsWith(sandboxUrl()) && request.url().includes('/embed/') && framed.push(request.url()));
  await signInAsStaff(page, 'support', `/card?showPan=true&masqueradeAs=${sharedMerchant.email}`);
  await expect(page.getByText(`Currently viewing as: ${sharedMerchant.email}`)).toBeVisible();
  await expect(page.getByRole('region', { name: 'Since this card was issued' })).toContainText('Total spent');
  await expect(frameOf(page)).toHaveCount(0);
  await expect(showButton(page)).toHaveCount(0);
  await expect(hideButton(page)).toHaveCount(0);
  expect(framed).toEqual([]);
});

/** Buys again where a busy machine could not decide in time, which declines. */
const expectResult = (merchant: OnboardedMerchant, amount: number, result: string) =>
  expect.poll(async () => (await spend(merchant, amount)).result).toBe(result);
const card = (page: Page) => page.getByRole('region', { name: 'Your card' });
const lastFour = async (merchant: OnboardedMerchant) => (await merchant.call<{ last_four: string }>(`/api/lithic_card?token=${merchant.cardToken}`)).last_four;

test('a card whose plastic is in the mail has no switch, works, is paused and reopened, and is activated by its last four digits', async ({
  page,
  expectConsoleError,
}) => {
  test.slow();
  expectConsoleError(/400.*\/api\/lithic_card\/activation/);
  const merchant = await onboardedMerchant({ physical: true });
  await openHome(page, merchant);
  await expect(card(page)).toContainText('Paused only for purchases in person: it works online now. The plastic is ordered.');
  await expect(card(page).getByRole('switch')).toBeDisabled();
  await press('lithic', 'ship_card', { card_token: merchant.cardToken });
  await expect(card(page)).toContainText('Paused only for purchases in person: it works online now. The plastic is in the mail.');
  await expect(card(page)).toContainText('Card Paused');
  await expect(page.getByRole('switch')).toHaveCount(0);
  await expectResult(merchant, 1_000, 'APPROVED');

  await card(page).getByRole('link', { name: 'I have my card' }).click();
  const plastic = page.getByRole('region', { name: 'Physical card' });
  const onItsWay = plastic.getByRole('listitem').filter({ hasText: 'On its way, now' });
  await expect(onItsWay.getByRole('link', { name: /^Track 9400\d{4}0000111122$/ })).toHaveAttribute('href', /^https:\/\/tools\.usps\.com\/.*9400/);
  await expect(page.getByRole('switch')).toHaveCount(0);
  await page.getByRole('button', { name: 'Pause card' }).click();
  await expect(card(page)).toContainText('Paused: every purchase is declined until you reopen the card.');
  await expectResult(merchant, 4_200, 'CARD_PAUSED');
  const declines = page.getByRole('region', { name: 'Declined in the last 90 days' }).getByRole('listitem');
  const declined = declines.filter({ hasText: '$42.00 at FJORD TEXTILES IMPORT' }).first();
  await expect(declined).toContainText('Your card is paused.');
  await declined.getByRole('button', { name: 'Reopen card' }).click();
  await expect(declined).toContainText('Your card was reopened. Try the purchase again.');
  await expectNoFindingsInAnyLight(page, 'the page of a card with declines');
  await expectResult(merchant, 4_200, 'APPROVED');

  const digits = await lastFour(merchant);
  const entry = plastic.getByLabel('Last four digits on the plastic');
  await entry.fill(digits === '0000' ? '1111' : '0000');
  await plastic.getByRole('button', { name: 'Activate' }).click();
  await expect(plastic).toContainText('These are not the last four digits of your card.');
  await expect(plastic).toContainText('You have 4 more tries.');
  await entry.fill(digits);
  await entry.press('Enter');
  await expect(card(page)).toContainText('Card Active');
  await expect(card(page).getByRole('switch')).toBeChecked();
  await expect(plastic.getByRole('listitem').filter({ hasText: 'Activated, done' })).toBeVisible();
});

test('the card’s figures and the billing address stand on its page, and the address is copied field by field', { tag: '@all' }, async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const merchant = await onboardedMerchant();
  await charge(merchant, 12_345);
  await openHome(page, merchant, '/card');
  const figures = page.getByRole('region', { name: 'Since this card was issued' });
  await expect(figures.getByRole('definition').first()).toHaveText('$123.45');
  type Figures = { total_spent: number; available_credit: number; spend_limit: number };
  const dollars = (amount: number) => (amount / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });
  // The issuer's limit follows the purchase.
  await expect(async () => {
    const answered = await merchant.call<Figures>(`/api/lithic_card?token=${merchant.cardToken}`);
    expect(answered.available_credit).toBe(answered.spend_limit - 12_345);
    await expect(figures.getByRole('definition')).toHaveText([12_345, answered.available_credit, answered.spend_limit].map(dollars), { timeout: 3_000 });
  }).toPass({ timeout: 40_000 });

  const address = page.getByRole('region', { name: 'Billing address' });
  await address.getByRole('button', { name: 'Copy the ZIP code' }).click();
  await expect(address.getByRole('button', { name: 'Copied the ZIP code' })).toBeVisible();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toMatch(/^\d{5}$/);
});

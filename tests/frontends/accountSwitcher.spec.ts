import { randomUUID } from 'node:crypto';
import type { Page } from '@playwright/test';
import { authUrl, siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { charge } from './dashboard.ts';
import { goTo } from './dashboardWalk.ts';
import { expect, test } from './fixtures.ts';
import { madeOnce } from './madeOnce.ts';
import { type OnboardedMerchant, onboardedMerchant, press, signInWithPassword, spend } from './merchants.ts';
import { askAuthProvider, openMenu } from './people.ts';

const switcher = (page: Page) => page.getByRole('button', { name: /Switch account/ });
const accounts = (page: Page) => page.getByRole('list', { name: 'Switch account' });
const account = (page: Page, name: RegExp) => accounts(page).getByRole('button', { name });

async function openAccounts(page: Page): Promise<void> {
  await openMenu(page);
  await switcher(page).click();
}

const businessName = (kind: string) => `${kind} ${randomUUID().slice(0, 8)} LLC`;

/** Invites an address to a merchant's team, and accepts as its owner. */
async function join(merchant: OnboardedMerchant, email: string, role: string): Promise<void> {
  await merchant.call(`/api/users/${merchant.receiver.token}/team/invitations`, { method: 'POST', body: { email, name: 'Ben Books', role } });
  await press('propelauth', 'accept_invitations', { program: 'HEADWAY', email });
}

/** Two merchants with a purchase each, whose teams somebody new joins in each test. */
const twoMerchants = madeOnce(async () => {
  const [bakery, shoes] = [businessName('Bakery'), businessName('Shoes')];
  const [one, two] = [await onboardedMerchant({ name: bakery }), await onboardedMerchant({ name: shoes })];
  await charge(one, 1_234, 'FLOUR MILL');
  await charge(two, 5_678, 'LEATHER WORKS');
  return { bakery, shoes, one, two };
});

/** Somebody with the password of all these tests, and no account of their own. */
async function newPerson(): Promise<string> {
  const email = `${randomUUID()}@example.com`;
  await askAuthProvider('/user/', { email, password: 'correct horse battery', email_confirmed: true, first_name: 'Ben', last_name: 'Books' });
  return email;
}

test('a bookkeeper of two merchants switches between their accounts, which a reload keeps, and sees nothing of the other', async ({ page }) => {
  const { bakery, shoes, one, two } = await twoMerchants();
  const email = await newPerson();
  await join(one, email, 'bookkeeper');
  await signInWithPassword(page, { email, path: '/transactions' });
  await expect(page.getByText('FLOUR MILL').first()).toBeVisible();
  // In one team there is nothing to switch.
  await openMenu(page);
  await expect(page.getByText(bakery).first()).toBeVisible();
  await expect(switcher(page)).toHaveCount(0);

  await join(two, email, 'admin');
  await page.reload();
  await openAccounts(page);
  await expect(account(page, new RegExp(bakery))).toHaveAttribute('aria-current', 'true');
  await expect(account(page, new RegExp(bakery))).toContainText('Bookkeeper');
  await expect(account(page, new RegExp(shoes))).toContainText('Admin');
  await expectNoFindingsInAnyLight(page, 'the menu of accounts', 'header');
  await expect(account(page, new RegExp(shoes))).toBeInViewport({ ratio: 0.9 });

  const seen: string[] = [];
  page.on('response', (response) => {
    if (response.url().includes(one.receiver.token)) seen.push(response.url());
  });
  await account(page, new RegExp(shoes)).click();
  await page.waitForURL(`${siteUrl()}/`);
  await openMenu(page);
  await expect(switcher(page)).toContainText(shoes);
  const afterwards = seen.length;
  await goTo(page, '/transactions');
  await expect(page.getByText('LEATHER WORKS').first()).toBeVisible();
  await expect(page.getByText('FLOUR MILL')).toHaveCount(0);
  await page.reload();
  await expect(page.getByText('LEATHER WORKS').first()).toBeVisible();
  await expect(page.getByText('FLOUR MILL')).toHaveCount(0);
  // Nothing of the former account is asked for any more.
  expect(seen.slice(afterwards)).toEqual([]);

  await openAccounts(page);
  await account(page, new RegExp(bakery)).click();
  await page.waitForURL(`${siteUrl()}/`);
  await goTo(page, '/transactions');
  await expect(page.getByText('FLOUR MILL').first()).toBeVisible();
  await expect(page.getByText('LEATHER WORKS')).toHaveCount(0);
});

test('another tab keeps its account, whatever the first one chooses', { tag: '@all' }, async ({ page, context }) => {
  const { bakery, shoes, one, two } = await twoMerchants();
  const email = await newPerson();
  await join(one, email, 'bookkeeper');
  await signInWithPassword(page, { email, path: '/' });
  await join(two, email, 'bookkeeper');
  const other = await context.newPage();
  await other.goto(`${siteUrl()}/`);
  await openMenu(other);
  await expect(switcher(other)).toContainText(bakery);

  await page.reload();
  await openAccounts(page);
  await account(page, new RegExp(shoes)).click();
  // The menu names the account as soon as it is being opened, at the same address.
  await expect(page.getByRole('heading', { level: 1, name: shoes })).toBeVisible();
  await openMenu(page);
  await expect(switcher(page)).toContainText(shoes);

  await other.keyboard.press('Escape');
  await other.getByRole('link', { name: 'Transactions' }).filter({ visible: true }).first().click();
  await expect(other.getByText('FLOUR MILL').first()).toBeVisible();
  await other.reload();
  await openMenu(other);
  await expect(switcher(other)).toContainText(shoes);
});

test('an owner who is removed from another team comes back to their own account, and reads why', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(/40[134]/);
  const mine = businessName('Mine');
  const own = await onboardedMerchant({ name: mine });
  const { shoes, two } = await twoMerchants();
  await join(two, own.email, 'bookkeeper');
  await signInWithPassword(page, { email: own.email, path: '/' });
  await openAccounts(page);
  await expect(account(page, new RegExp(mine))).toContainText('Owner');
  await account(page, new RegExp(shoes)).click();
  await expect(page.getByRole('heading', { level: 1, name: shoes })).toBeVisible();
  await openMenu(page);
  await expect(switcher(page)).toContainText(shoes);

  const { members } = await two.call<{ members: { id: string | null; email: string }[] }>(`/api/users/${two.receiver.token}/team`);
  const id = members.find(({ email }) => email === own.email)?.id;
  await two.call(`/api/users/${two.receiver.token}/team/${id}`, { method: 'DELETE', body: {} });
  // The removal ends their session at the sign-in as well, a little later. A page on its way to the sign-in is left alone.
  await expect(async () => {
    await page.goto(`${siteUrl()}/`);
    const ownAccount = page.getByRole('heading', { level: 1, name: mine }).or(page.getByRole('button', { name: 'Try again' }));
    await expect(page.getByLabel('Password').or(ownAccount).first()).toBeVisible({ timeout: 15_000 });
    expect(page.url().startsWith(`${authUrl()}/login`)).toBe(true);
  }).toPass();
  await page.getByLabel('Email').fill(own.email);
  await page.getByLabel('Password').fill('correct horse battery');
  await page.getByRole('button', { name: 'Log in' }).click();
  const notice = page.getByRole('status', { name: 'Account' });
  await expect(notice).toContainText(`You are no longer in the team of ${shoes}. You see ${mine} now.`);
  await expectNoFindingsInAnyLight(page, 'the account after a removal');
  await notice.getByRole('button', { name: 'Dismiss' }).click();
  await page.reload();
  await openMenu(page);
  await expect(page.getByText(mine).first()).toBeVisible();
  await expect(switcher(page)).toHaveCount(0);
  await expect(notice).toHaveCount(0);
});

test('neither a token that cannot be had nor an answer for another account shows one account in the place of another', { tag: '@all' }, async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(/401|500/);
  const [mine, shoes] = [businessName('Mine'), businessName('Shoes')];
  const [own, two] = [await onboardedMerchant({ name: mine }), await onboardedMerchant({ name: shoes })];
  await join(two, own.email, 'bookkeeper');
  await signInWithPassword(page, { email: own.email, path: '/' });
  const chooseShoes = async () => {
    await openAccounts(page);
    await account(page, new RegExp(shoes)).click();
    await page.waitForURL(`${siteUrl()}/`);
    await expect(page.getByRole('heading', { level: 1, name: shoes })).toBeVisible();
  };
  await chooseShoes();

  const tokenOfOrg = /refresh_token\?active_org_id=/;
  await page.route(tokenOfOrg, (route) =>
    route.fulfill({ status: 500, headers: { 'access-control-allow-origin': siteUrl(), 'access-control-allow-credentials': 'true' } }),
  );
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your account could not be loaded' })).toBeVisible();
  await expect(page.getByText(mine)).toHaveCount(0);
  await page.unroute(tokenOfOrg);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('heading', { level: 1, name: shoes })).toBeVisible();

  // The server answers for another account as soon as it has heard of a removal, which may be before the sign-in has.
  const receiver = /\/api\/receiver$/;
  await page.route(receiver, (route) => route.fulfill({ json: own.receiver }));
  await spend(two, 5_678);
  const notice = page.getByRole('status', { name: 'Account' });
  await expect(notice).toContainText(`You are no longer in the team of ${shoes}. You see ${mine} now.`);
  await expect(page.getByRole('heading', { level: 1, name: mine })).toBeVisible();
  await page.unroute(receiver);

  // Another choice takes the place of that notice.
  await chooseShoes();
  await expect(notice).toHaveCount(0);
  const org_id = (await context.cookies(siteUrl())).find(({ name }) => name === 'active_org_id')?.value;
  await askAuthProvider('/org/remove_user', { org_id, user_id: own.receiver.token });
  await page.reload();
  await expect(notice).toContainText(`You are no longer in the team of ${shoes}. You see ${mine} now.`);
  await expect(page.getByRole('heading', { level: 1, name: mine })).toBeVisible();
});

test('somebody whose own setup is unfinished comes from there to the account of their team', { tag: '@all' }, async ({ page }) => {
  const { bakery, one } = await twoMerchants();
  const email = await newPerson();
  await signInWithPassword(page, { email, path: '/' });
  await expect(page.getByRole('button', { name: 'Log out' })).toBeVisible();
  await expect(switcher(page)).toHaveCount(0);

  await join(one, email, 'bookkeeper');
  await page.reload();
  await switcher(page).click();
  await expect(account(page, /Your own account/)).toHaveAttribute('aria-current', 'true');
  await expectNoFindingsInAnyLight(page, 'the menu of accounts during the setup');
  await account(page, new RegExp(bakery)).click();
  await expect(page.getByRole('heading', { level: 1, name: bakery })).toBeVisible();
});

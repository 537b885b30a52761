import { join } from 'node:path';
import type { Page } from '@playwright/test';
import { environmentOfRun } from '../support/clock.ts';
import { readPdf } from '../support/readPdf.ts';
import { type Ports, publishedPorts, publishPorts, siteUrl } from './addresses.ts';
import { accountingFile, bytesOf, fileOf, mainButton, textOf } from './downloads.ts';
import { expect, test } from './fixtures.ts';
import { bankBooks, issuerBooks, ledgerBooks, leftAtIssuer, sumOfColumn, transfersOf } from './fourBooks.ts';
import { addCard, addMember, buy, expectResult } from './furtherCards.ts';
import { buyAndSettle, type Cardholder, cardholder, connectSecondShop, expectAmounts, hold, onboardOnSite } from './journeyMerchants.ts';
import { mendClosedAccount, moveShortDraw, signInByMail } from './journeyRepayments.ts';
import { buyWith, raiseOnHome } from './journeyTeam.ts';
import { expectMail, findMails, newestMail } from './mailbox.ts';
import { onboardedMerchant, press } from './merchants.ts';
import { signIn } from './onboardingMerchant.ts';
import { type ProductProcess, startProductProcess } from './productProcess.ts';
import { skipDays, skipTo } from './skipDays.ts';
import { callAsAdmin, doAction, readChanges, signInAsStaff } from './staff.ts';
import { appFrame, installApp, merchantOfShop, openMenu, pageOf, type TestShop } from './store.ts';

/** The journey skips weeks, so it runs on a product of its own. */
let product: ProductProcess;
let portsOfRun: Ports;
let clockOfRun: string | undefined;
test.beforeAll(async ({ browserName: _ }, testInfo) => {
  testInfo.setTimeout(180_000);
  portsOfRun = publishedPorts();
  // Its time begins anew: what a skipped day brings depends on the hour, and the run may come to this at any.
  clockOfRun = process.env.TEST_CLOCK_AHEAD_MS;
  delete process.env.TEST_CLOCK_AHEAD_MS;
  Object.assign(process.env, environmentOfRun());
  product = await startProductProcess(join(testInfo.project.outputDir, 'journey.log'));
  publishPorts(product.ports);
});
test.afterAll(async () => {
  publishPorts(portsOfRun);
  process.env.TEST_CLOCK_AHEAD_MS = clockOfRun;
  await product.stop();
});

const shopName = 'Harbor Street Books LLC';
const bakeryName = 'Journey Bakery LLC';

test('two merchants onboard, spend alone and as a team, and repay through short and closed accounts; staff help them; and all books agree to the cent', async ({
  page: bakeryPage,
  anotherBrowser,
  expectConsoleError,
}) => {
  test.setTimeout(1_800_000);
  // The session that a shop has handed over ends after twelve hours, and more days than that are skipped here.
  expectConsoleError(/401/);
  // Actions outside a cardholder's role.
  expectConsoleError(/40[34]/);
  // Purchases settle only when the journey settles them.
  await press('lithic', 'clearing_days', { days: 0 });

  const shop = await installApp();
  // A separate browser context, because the bakery signs in on the same site.
  const admin = await anotherBrowser();
  const openBookshop = () => openFromAdmin(admin, shop);
  const bookshop = await test.step('a merchant of a shop comes from its admin to a card', async () => {
    await onboardOnSite(await openBookshop(), { name: shopName, bank: /First Harbor/ });
    return cardholder(await merchantOfShop(shop), shopName);
  });
  const openBakery = async () => {
    await bakeryPage.goto(siteUrl());
    return bakeryPage;
  };
  // The way to it over the pages of the site is walked by `onboardingPrograms.spec.ts`.
  const bakery = await test.step('another merchant, of the site, has a card too', async () => {
    const merchant = await onboardedMerchant({ name: bakeryName });
    await signIn(bakeryPage, merchant);
    return { ...merchant, name: bakeryName };
  });

  /** Lets somebody else do something in a browser of their own, which is closed then: a page that stays open reads anew what every skipped day changes. */
  const asSomebodyElse = async <Done>(work: (page: Page) => Promise<Done>): Promise<Done> => {
    const page = await anotherBrowser();
    const done = await work(page);
    await page.context().close();
    return done;
  };
  /** Has both merchants leave their pages, as nobody looks at one for weeks, and skips days until a mail is there. */
  const skipToMail = async (...mail: Parameters<typeof daysUntilMail>): Promise<string> => {
    for (const page of [bakeryPage, ...admin.context().pages()]) await page.goto('about:blank');
    return daysUntilMail(...mail);
  };

  await test.step('staff shorten the terms of both', async () => {
    const body = { net_terms: 3, reason: 'asked for shorter terms' };
    for (const { receiver } of [bakery, bookshop])
      expect((await callAsAdmin(`/api/staff/receivers/${receiver.token}/terms`, { method: 'PUT', body })).status).toBe(200);
  });

  await test.step('both spend, and see it', async () => {
    await buyAndSettle(bookshop, 25_000);
    const held = await hold(bookshop, 15_000);
    const dropped = await hold(bookshop, 9_900);
    await press('lithic', 'void', { token: dropped });
    await press('lithic', 'settle', { token: held });
    await buyAndSettle(bakery, 32_000);
    await press('lithic', 'refund', { card_token: bakery.cardToken, amount: 2_000, descriptor: 'FJORD TEXTILES IMPORT' });

    await expectAmounts(openBakery, 'Card transactions', ['-$20.00', '$320.00']);
    await expectAmounts(openBookshop, 'Card transactions', ['$150.00', '$250.00']);
    await admin.goto(pageOf(shop, 'transactions'));
    await expect(appFrame(admin).getByRole('cell', { name: '$250.00' })).toBeVisible();
  });

  await test.step('the bookshop connects a second shop, which raises its limit', async () => {
    const limit = async () => (await (await merchantOfShop(shop)).receiver()).totalSpendPowerCents ?? 0;
    const before = await limit();
    await connectSecondShop(openBookshop);
    await expect.poll(limit, { timeout: 90_000 }).toBeGreaterThan(before);
  });

  const ads = await test.step('the bakery has a team: a card with a limit, a purchase that it declines and a tap allows, and a loss', async () => {
    const holder = await addMember(bakery, 'cardholder', 'Cara Holder');
    const card = await addCard(bakery, { name: 'Meta ads', holderId: holder.id, controls: { per_purchase_cents: 5_000 } });
    await buyWith(card.token, 4_000);
    await expectResult(card, 6_000, 'BRIGHTPIXEL ADS', 'USER_TRANSACTION_LIMIT');
    await raiseOnHome(openBakery, '$60.00 at BRIGHTPIXEL ADS');
    await buyWith(card.token, 6_000);
    const body = { loss: 'lost', shipping_address: null };
    const { successor } = await bakery.call<{ successor: { token: string } }>(`/api/users/${bakery.receiver.token}/cards/${card.token}/loss`, {
      method: 'POST',
      body,
    });
    expect((await buy(card, 1_000, 'BRIGHTPIXEL ADS')).result).not.toBe('APPROVED');
    await buyWith(successor.token, 1_000);
    await expectAmounts(openBakery, 'Card transactions', ['-$20.00', '$10.00', '$320.00', '$40.00', '$60.00']);
    return [card.token, successor.token];
  });

  const withdrawnOn = await test.step('both are told of the withdrawal before it comes', async () => {
    await skipToMail(bookshop.receiver.email, /^\$400\.00 will be withdrawn on /);
    const subject = await expectMail(bakery.receiver.email, /^\$410\.00 will be withdrawn on /);
    expect([await transfersOf(shopName), await transfersOf(bakeryName)]).toEqual([[], []]);
    return subject.split(' withdrawn on ')[1] ?? '';
  });

  await test.step('both are drawn on that day, once', async () => {
    await skipTo(withdrawnOn);
    await expectTransfers(shopName, 1);
    await expectTransfers(bakeryName, 1);
    await skipToMail(bookshop.receiver.email, /^We received your repayment of \$400\.00$/);
    await expectMail(bakery.receiver.email, /^We received your repayment of \$410\.00$/);
    // One percent of it comes back, because it was paid in time, once the bank can no longer take it back.
    await expectAmounts(openBakery, 'Repayments', ['$410.00']);
  });

  await test.step('a bank sends its repayment back; the card rests', async () => {
    const [drawn] = await transfersOf(shopName);
    await press('plaid', 'fail_repayment', { transfer_id: drawn?.id, code: 'R01' });
    await expectMail(bookshop.receiver.email, /^Your repayment of \$400\.00 failed, so your card is paused$/);
    await expect((await openBookshop()).getByText('Card Paused')).toBeVisible();
  });

  await test.step('staff view a merchant, lock, unlock and override, and all of that is on record', () =>
    asSomebodyElse((page) => staffLookAfter(page, bakery)));

  await test.step('the bakery buys again; its account looks short before the draw, which is moved and then goes through', async () => {
    await expect.poll(() => leftAtIssuer(bakery.cardToken), { timeout: 60_000 }).toBeGreaterThan(20_410);
    await skipToCashback(bakery.receiver, 410);
    // The cashback of $4.10 pays its part.
    await buyAndSettle(bakery, 20_410);
    const item_id = bakery.receiver.plaid_item_id;
    await press('plaid', 'set_balance', { item_id, available: 5_000 });
    const noticed = await skipToMail(bakery.receiver.email, /^\$200\.00 will be withdrawn on /);
    await expectMail(bakery.receiver.email, /looks short for the draw of \$200\.00/);
    const movedTo = await moveShortDraw(openBakery, /\$200\.00 is drawn on .* seems to be missing/);
    await skipTo(noticed.split(' withdrawn on ')[1] ?? '');
    await expectTransfers(bakeryName, 1);
    await press('plaid', 'set_balance', { item_id, available: 500_000 });
    await skipTo(movedTo);
    await expectTransfers(bakeryName, 2);
    await skipToMail(bakery.receiver.email, /^We received your repayment of \$200\.00$/);
    // It was moved as the program allows, so it is in time and will earn one percent.
    await expectAmounts(openBakery, 'Repayments', ['$200.00', '$4.10', '$410.00']);
  });

  await test.step('the bookshop’s next attempt arrives, and its card works again', async () => {
    await skipToMail(bookshop.receiver.email, /^We received your repayment of \$400\.00$/, 2);
    await expectTransfers(shopName, 2);
    await expectMail(bookshop.receiver.email, /^Your card ending in \d{4} works again$/);
    await expect((await openBookshop()).getByText('Card Active')).toBeVisible();
  });

  await test.step('the bookshop’s account is closed; the merchant links another and pays what came back', async () => {
    await expect.poll(() => leftAtIssuer(bookshop.cardToken), { timeout: 60_000 }).toBeGreaterThan(10_000);
    await buyAndSettle(bookshop, 10_000);
    await skipTo((await skipToMail(bookshop.receiver.email, /^\$100\.00 will be withdrawn on /)).split(' withdrawn on ')[1] ?? '');
    await expectTransfers(shopName, 3);
    // Its other debts are due later.
    await buyAndSettle(bookshop, 8_000);
    const [drawn] = await transfersOf(shopName);
    await press('plaid', 'fail_repayment', { transfer_id: drawn?.id, code: 'R02' });
    await expectMail(bookshop.receiver.email, /^Your repayment of \$100\.00 failed, so your card is paused$/);
    await mendClosedAccount(openBookshop, { says: 'The account is closed.', bank: /Cascade Credit/, amount: '$100.00' });
    await skipToMail(bookshop.receiver.email, /^We received your repayment of \$100\.00$/);
    await expect((await openBookshop()).getByText('Card Active')).toBeVisible();
  });

  await test.step('the bookshop uninstalls the app with a debt, which is drawn on its day all the same', async () => {
    const merchant = await merchantOfShop(shop);
    await expect.poll(async () => (await merchant.receiver()).totalOutstandingCents).toBe(8_000);
    await expectTransfers(shopName, 4);
    await admin.goto(shop.adminUrl);
    await openMenu(admin);
    await admin.getByRole('button', { name: 'Uninstall app' }).click();
    const told = await newestMail(bookshop.receiver.email, /has uninstalled Headway: how to go on/);
    expect(told.text).toContain('$80.00');
    await skipTo((await skipToMail(bookshop.receiver.email, /^\$80\.00 will be withdrawn on /)).split(' withdrawn on ')[1] ?? '');
    await expectTransfers(shopName, 5);
    await skipToMail(bookshop.receiver.email, /^We received your repayment of \$80\.00$/);
  });

  await test.step('the ledger, the issuer, the bank and all five reports say the same', async () => {
    // Of what the bookshop repaid, $400.00 came late and earned nothing.
    await skipToCashback(bookshop.receiver, 180);
    const site = await signInByMail(await anotherBrowser(), bookshop.receiver.email);
    await expectBooks(site, bookshop, { spent: 58_000, repaid: 58_000, returned: 50_000, cashback: 180 });
    const cards = [bakery.cardToken, ...ads];
    await expectBooks(await openBakery(), { ...bakery, cards }, { spent: 61_410, repaid: 61_000, returned: 0, cashback: 610 });
  });
});

/** Skips day after day until `times` mails with a matching subject are there. Returns the newest subject. */
async function daysUntilMail(email: string, subject: RegExp, times = 1): Promise<string> {
  for (let days = 0; days < 12; days += 1) {
    const found = await findMails(email, subject);
    if (found.length >= times) return found[0]?.subject ?? '';
    await skipDays(1);
  }
  throw new Error(`no mail: ${subject}, only ${(await findMails(email, /./)).map((one) => one.subject).join(', ')}`);
}

/** Skips day after day until a merchant's cashback is credited, and is that of the books. */
async function skipToCashback({ token }: { token: string }, cashback: number): Promise<void> {
  for (let days = 0; days < 8 && (await ledgerBooks(product, token)).cashback !== cashback; days += 1) await skipDays(1);
  expect((await ledgerBooks(product, token)).cashback).toBe(cashback);
}

/** Waits until the bank has this number of debits for a business. */
const expectTransfers = (name: string, count: number) => expect.poll(() => transfersOf(name), { timeout: 120_000 }).toHaveLength(count);

/** Opens the site by one click in the shop's admin. */
async function openFromAdmin(admin: Page, shop: TestShop): Promise<Page> {
  for (const opened of admin.context().pages()) if (opened !== admin) await opened.close();
  await admin.goto(pageOf(shop, 'settings'));
  const opening = admin.waitForEvent('popup');
  await appFrame(admin).getByRole('button', { name: 'Open the full site' }).click();
  return opening;
}

async function staffLookAfter(page: Page, { name, receiver }: Cardholder): Promise<void> {
  await signInAsStaff(page, 'admin', `/?admin&masqueradeAs=${receiver.email}`);
  await expect(page.getByText(`Currently viewing as: ${receiver.email}`)).toBeVisible();
  await doAction(page, 'Lock Account');
  expect(await readChanges(page, 'Lock Account')).toEqual(['Locked | No | Yes']);
  await expectMail(receiver.email, /^We paused the cards of your account$/);
  await doAction(page, 'Unlock Account');
  expect(await readChanges(page, 'Unlock Account')).toEqual(['Locked | Yes | No']);

  const card = page.getByRole('region', { name: 'Admin' });
  await card.getByLabel('New override (in cents)').fill('150000');
  await card.getByLabel('Reason').fill('a large order');
  await card.getByRole('button', { name: 'Update Spending Power Override' }).click();
  await expect(card.getByText('Current override (in cents): 150000')).toBeVisible();

  await page.goto(`${siteUrl()}/staff/customers/${receiver.token}/audit`);
  const audit = page.getByRole('table', { name: 'Audit log' });
  for (const action of [/^Lock Account \(asked by phone\)/, /^Unlock Account \(asked by phone\)/, /^Set an override of spending power \(a large order\)/])
    await expect(audit.getByRole('cell', { name: action }).first()).toBeVisible();
  await expect(page.getByRole('heading', { name }).first()).toBeVisible();
}

interface Books {
  /** Purchases less refunds. */
  spent: number;
  /** The debits at the bank that stood. */
  repaid: number;
  returned: number;
  cashback: number;
}

/** Compares four books with sums worked out by hand: our ledger, the issuer's, the bank's and the merchant's own files. */
async function expectBooks(
  page: Page,
  { name, receiver, cardToken, cards = [cardToken] }: Cardholder & { cards?: readonly string[] },
  { spent, repaid, returned, cashback }: Books,
): Promise<void> {
  const issued = await Promise.all(cards.map(issuerBooks));
  expect(issued.reduce((sum, { settled }) => sum + settled, 0)).toBe(spent);
  expect(issued.filter(({ held }) => held !== 0)).toEqual([]);
  expect(await bankBooks(name)).toEqual({ debited: repaid, returned });
  const { owed = 0, pending = 0, card_network = 0, bank = 0, cashback: given = 0 } = await ledgerBooks(product, receiver.token);
  expect({ owed, pending, card_network, bank, given }).toEqual({
    owed: spent - repaid - cashback,
    pending: 0,
    card_network: -spent,
    bank: repaid,
    given: cashback,
  });

  await page.getByRole('link', { name: 'Reports' }).first().click();
  await page.getByRole('main').getByRole('button', { name: 'Last 12 months' }).first().click();
  const cardFile = await textOf(await fileOf(page, () => mainButton(page, 'Download CSV: Card transactions').click()));
  expect(sumOfColumn(cardFile, 'Amount', { column: 'Status', oneOf: ['SETTLED'] })).toBe(spent);
  const repaymentFile = await textOf(await fileOf(page, () => mainButton(page, 'Download CSV: Repayments').click()));
  expect(sumOfColumn(repaymentFile, 'Amount', { column: 'Status', oneOf: ['settled'] })).toBe(repaid + cashback);
  const receivables = await textOf(await fileOf(page, () => mainButton(page, 'Download CSV: Recent receivables').click()));
  expect(sumOfColumn(receivables, 'Amount')).toBeGreaterThan(0);
  // In this file purchases are negative, payments and cashback positive.
  expect(sumOfColumn(await textOf(await accountingFile(page, 'QuickBooks')), 'Amount')).toBe(repaid + cashback - spent);
  const statements = page.getByRole('button', { name: /^Card transactions - \w+ \d{4}, CSV$/ });
  let onStatements = 0;
  for (let place = 0; place < (await statements.count()); place += 1)
    onStatements += sumOfColumn(await textOf(await fileOf(page, () => statements.nth(place).click())), 'Amount');
  expect(onStatements).toBe(spent);
  const pages = await fileOf(page, () =>
    page
      .getByRole('button', { name: /^Card transactions - \w+ \d{4}, PDF$/ })
      .first()
      .click(),
  );
  expect(readPdf(await bytesOf(pages)).pages.length).toBeGreaterThan(0);
}

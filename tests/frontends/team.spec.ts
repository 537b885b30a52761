import { siteUrl } from './addresses.ts';
import { expectNoFindingsInAnyLight } from './axe.ts';
import { charge, openHome } from './dashboard.ts';
import { goTo } from './dashboardWalk.ts';
import { expect, test } from './fixtures.ts';
import { addMember } from './furtherCards.ts';
import { onboardedMerchant, press, signInWithPassword, untilPayable } from './merchants.ts';
import { invite, team } from './teamPages.ts';

test('an owner invites a cardholder and a bookkeeper; each sees what their role allows, a request is granted by one tap, and a removal ends access', {
  tag: ['@phone', '@all'],
}, async ({ page, anotherBrowser, expectConsoleError }) => {
  test.slow();
  expectConsoleError(/40[1349]/);
  const merchant = await onboardedMerchant();
  await openHome(page, merchant, '/settings#team');
  await expect(team(page)).toContainText('You are the only one.');
  const holderEmail = await invite(page, 'Cardholder', 'Cara Holder');
  await team(page).getByRole('button', { name: 'Invite somebody' }).click();
  const form = page.getByRole('dialog', { name: 'Invite somebody' });
  await form.getByLabel('Email').fill(holderEmail);
  await form.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(form.getByText('Already in your team')).toBeInViewport();
  await form.getByLabel('Email').fill('somebody@example.com');
  await expect(form.getByText('Already in your team')).toHaveCount(0);
  await form.getByRole('button', { name: 'Cancel' }).click();
  const bookkeeperEmail = await invite(page, 'Bookkeeper', 'Ben Books');
  await expectNoFindingsInAnyLight(page, 'the team');

  const holder = await anotherBrowser();
  await signInWithPassword(holder, { email: holderEmail, path: '/' });
  await expect(holder).toHaveURL(`${siteUrl()}/card`);
  await expect(holder.getByRole('heading', { name: 'You have no card yet' })).toBeVisible();
  await expect(holder.getByRole('link', { name: 'Payments' })).toHaveCount(0);
  await expect(holder.getByRole('link', { name: 'Transactions' }).first()).toBeAttached();
  await holder.getByRole('button', { name: 'Ask for a card' }).click();
  await holder.getByLabel('What is it for?').fill('Trade fair');
  await holder.getByLabel('How much a month (optional)').fill('200');
  await holder.getByRole('button', { name: 'Ask', exact: true }).click();
  const own = holder.getByRole('region', { name: 'You asked for' });
  await expect(own).toContainText('A card with $200.00 a month');
  await expect(own).toContainText('Waiting for an answer');

  await goTo(page, '/card');
  const asked = page.getByRole('region', { name: 'Your team asks' });
  await expect(asked).toContainText('Cara Holder asks for a card with $200.00 a month');
  await asked.getByRole('button', { name: /^Yes/ }).click();
  await expect(page.getByRole('region', { name: 'Open cards' })).toContainText('Cara Holder');
  await expect(asked).toHaveCount(0);
  await expect(page.getByText('You said yes to Cara Holder: a card with $200.00 a month.')).toBeFocused();

  const held = holder.getByRole('region', { name: 'Open cards' }).getByRole('listitem');
  await expect(held).toHaveCount(1);
  await expect(held).toContainText('$200.00 left');
  await held.getByRole('link').click();
  await expect(holder.getByRole('button', { name: 'Show card details' })).toBeVisible();
  await expect(holder.getByRole('button', { name: 'Edit the controls' })).toHaveCount(0);
  await expect(holder.getByRole('region', { name: 'Purchases with this card' })).toBeVisible();
  await expect(holder.getByText('Available credit')).toHaveCount(0);
  await holder.goto(`${siteUrl()}/payments`);
  await expect(holder.getByRole('heading', { name: 'This page is not for your role' })).toBeVisible();
  await expect(holder.getByText('Your role is cardholder. Ask the owner or an admin.')).toBeVisible();
  await holder.getByRole('link', { name: 'Go to your cards' }).click();
  await holder.getByRole('region', { name: 'Open cards' }).getByRole('link').click();
  await expect(holder.getByRole('button', { name: 'Show card details' })).toBeVisible();

  const bookkeeper = await anotherBrowser();
  await signInWithPassword(bookkeeper, { email: bookkeeperEmail, path: '/card' });
  await expect(bookkeeper.getByRole('region', { name: 'Open cards' }).getByRole('listitem')).toHaveCount(2);
  await expect(bookkeeper.getByRole('button', { name: 'Add a card' })).toHaveCount(0);
  await bookkeeper.getByRole('region', { name: 'Open cards' }).getByRole('link').first().click();
  await expect(bookkeeper.getByText('Your role does not include the card’s number')).toBeVisible();
  await bookkeeper.goto(siteUrl());
  await expect(bookkeeper.getByRole('heading', { name: 'Cards', exact: true })).toBeVisible();
  await expect(bookkeeper.getByRole('heading', { name: 'Your card' })).toHaveCount(0);
  await goTo(bookkeeper, '/settings');
  await expect(bookkeeper.getByText('Your role is bookkeeper. Ask the owner.').first()).toBeVisible();

  await goTo(page, '/settings');
  await team(page).getByRole('button', { name: 'Remove Cara Holder' }).click();
  const question = page.getByRole('dialog', { name: 'Remove Cara Holder?' });
  await expect(question).toContainText('Their card is paused at the same moment.');
  await question.getByRole('button', { name: 'Remove' }).click();
  await expect(team(page).getByRole('listitem').filter({ hasText: 'Cara Holder' })).toHaveCount(0);
  await expect(team(page).getByText('Cara Holder is removed, and has no access anymore.')).toBeFocused();
  // Their page hears of it, and leaves by itself.
  await expect(holder.getByRole('button', { name: 'Show card details' })).toHaveCount(0, { timeout: 90_000 });
});

test('a bookkeeper is offered nothing that the owner alone does, and reads whom to ask', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  const bookkeeper = await addMember(merchant, 'bookkeeper', 'Ben Books');
  await charge(merchant, 8_410);
  await untilPayable(merchant, 8_410);
  await merchant.call(`/api/users/${merchant.receiver.token}/debit_authorization/revoke`, { method: 'POST', body: {} });
  await press('plaid', 'warn_disconnect', { item_id: merchant.receiver.plaid_item_id });
  await signInWithPassword(page, { email: bookkeeper.email, path: '/' });
  const bank = page.getByRole('status', { name: 'Bank account', exact: true });
  await expect(bank).toContainText('Your role is bookkeeper. Ask the owner.');
  await expect(bank.getByRole('button')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'What to do first' })).toHaveCount(0);
  await page.goto(`${siteUrl()}/payments`);
  await expect(page.getByRole('region', { name: 'You owe' })).toContainText('$84.10');
  await expect(page.getByRole('status', { name: 'Debits of the bank account' })).toContainText('every card may be paused');
  await expect(page.getByRole('link', { name: 'Authorize debits' })).toHaveCount(0);
});

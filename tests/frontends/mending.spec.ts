import type { Page } from '@playwright/test';
import type { PaymentsAnswer } from '../../server/contract/payments.ts';
import type { ReceiverAnswer } from '../../server/contract/receiver.ts';
import { siteUrl } from './addresses.ts';
import { charge, openHome } from './dashboard.ts';
import { expect, test } from './fixtures.ts';
import { transfersOf } from './fourBooks.ts';
import { type OnboardedMerchant, onboardedMerchant, press } from './merchants.ts';
import { linkBank } from './onboardingPages.ts';

/** A purchase that the issuer declines without asking us. */
const decline = ({ cardToken }: OnboardedMerchant, reason: string) =>
  press('lithic', 'decline', { card_token: cardToken, amount: 4_200, descriptor: 'FJORD TEXTILES IMPORT', reason });

/** A decline, its words, and its link with what is found behind it; without a link it says who mends it and by when. */
interface Walk {
  reason: string;
  says: RegExp;
  link?: string;
  found?: (page: Page) => ReturnType<Page['getByRole']>;
}

const details = (page: Page) => page.getByRole('button', { name: 'Show card details' });
const anotherCard = (page: Page) => page.getByRole('button', { name: 'Add a card' });
const address = (page: Page) => page.getByRole('heading', { name: 'Billing address' });

const walks: readonly Walk[] = [
  { reason: 'ADDRESS_INCORRECT', says: /billing address that was entered does not match/, link: 'See the billing address', found: address },
  { reason: 'CARD_SECURITY_CODE_INCORRECT', says: /Check number, expiry and security code/, link: 'See the card’s details', found: details },
  { reason: 'CARD_EXPIRED', says: /This card has expired/, link: 'See your cards', found: anotherCard },
  { reason: 'AUTH_RULE_BLOCKED_MCC', says: /The card issuer allows no card of this kind at such a store, and that stays so/ },
];

/** Goes home as a merchant does, by the link of the sidebar. */
const goHome = (page: Page) => page.getByRole('link', { name: 'Home', exact: true }).filter({ visible: true }).first().click();

test('each decline that the merchant mends by another entry or another card leads there, and each other says who mends it and by when', async ({ page }) => {
  test.slow();
  const merchant = await onboardedMerchant();
  await openHome(page, merchant);
  // The sign-in has then led back to the page.
  await expect(page.getByText('Card Active')).toBeVisible();
  const strip = page.getByRole('status', { name: 'Declined purchase' });
  for (const { reason, says, link, found } of walks) {
    await decline(merchant, reason);
    await goHome(page);
    await expect(strip).toContainText(says);
    if (link === undefined || found === undefined) {
      await expect(strip.getByRole('link')).toHaveCount(0);
      continue;
    }
    await strip.getByRole('link', { name: link }).click();
    await expect(page).toHaveURL(/\/cards?(\/|$)/);
    await expect(found(page)).toBeInViewport();
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
  }
  await decline(merchant, 'SUSPECTED_FRAUD');
  await goHome(page);
  await expect(strip.getByRole('link', { name: 'Write to support' })).toHaveAttribute('href', /^mailto:.+@/);

  // Ending a hold of an account takes staff, or weeks.
  const known = await merchant.call<ReceiverAnswer>('/api/receiver');
  await page.route('**/api/receiver', (route) => route.fulfill({ json: { ...known, blocks: ['locked', 'unpaid_draw'] } }));
  await page.goto(`${siteUrl()}/card`);
  await expect(holdsOn(page).filter({ hasText: 'Every card stays paused until our team unlocks it.' }).getByRole('link')).toHaveText('Write to support');
  await goHome(page);
  const holds = holdsOn(page);
  const ofTeam = holds.filter({ hasText: 'Nothing can be spent until our team unlocks it.' });
  await expect(ofTeam.getByRole('link', { name: 'Write to support' })).toHaveAttribute('href', /^mailto:.+@/);
  await holds.filter({ hasText: 'Nothing can be spent until it is paid.' }).getByRole('link', { name: 'Pay now' }).click();
  await expect(page).toHaveURL(/\/payments/);
});

const holdsOn = (page: Page) => page.getByRole('status', { name: 'Hold on the account' });
const failed = (page: Page) => page.getByRole('list', { name: 'Payments so far' }).getByRole('listitem').first();

type Remedy = NonNullable<NonNullable<PaymentsAnswer['draws'][number]['failure']>['remedy']>;

/** Pays all that is owed, and has the bank send it back. */
async function sendBack({ call, receiver }: OnboardedMerchant, code: string): Promise<void> {
  const { payable, business_name } = await call<ReceiverAnswer>('/api/receiver');
  const debits = async () => (await transfersOf(business_name ?? '')).filter(({ amount }) => amount === (payable.most_cents / 100).toFixed(2));
  const known = (await debits()).map(({ id }) => id);
  await call(`/api/users/${receiver.token}/pay_now`, { method: 'POST', body: { pay: 'all', amount_cents: payable.most_cents } });
  const newest = async () => (await debits()).find(({ id }) => !known.includes(id))?.id;
  await expect.poll(newest).toBeDefined();
  await press('plaid', 'fail_repayment', { transfer_id: await newest(), code });
  const { token } = receiver;
  await expect.poll(async () => (await call<PaymentsAnswer>(`/api/users/${token}/payments`)).draws[0]?.state).toBe('failed');
}

/** Opens the payments as they are weeks later, when what came back is overdue: beside it stands what helps. */
async function openOverdue(page: Page, { call, receiver }: OnboardedMerchant, remedy: Remedy): Promise<void> {
  const answer = await call<PaymentsAnswer>(`/api/users/${receiver.token}/payments`);
  const draws = answer.draws.map((draw) => ({ ...draw, failure: draw.failure && { ...draw.failure, follows: 'It is still owed.', remedy } }));
  await page.route('**/api/users/*/payments?*', (route) => route.fulfill({ json: { ...answer, draws } }));
  await page.goto(`${siteUrl()}/payments`);
}

/** Buys for an amount that no other test pays, and waits until it can be paid. */
async function owe(merchant: OnboardedMerchant, amount: number): Promise<void> {
  await charge(merchant, amount);
  await expect.poll(async () => (await merchant.call<ReceiverAnswer>('/api/receiver')).payable.most_cents).toBe(amount);
}

test('a repayment that came back is mended alone, whatever the bank said: by another bank, a new authorization and a payment', async ({
  page,
  expectConsoleError,
}) => {
  test.slow();
  // The settings may ask for the account once more when its bank has just closed it.
  expectConsoleError(/404.*\/plaid_account/);
  const merchant = await onboardedMerchant({ name: 'Mending Bakery LLC' });
  await owe(merchant, 8_437);
  const obstacle = async () => (await merchant.call<ReceiverAnswer>('/api/receiver')).payable.obstacle;
  const bank = page.getByRole('region', { name: 'Bank account', exact: true });
  const linkAnother = async (button: string) => {
    // The present bank reads the same until another takes its place.
    const changed = page.waitForResponse(
      (response) => response.request().method() === 'POST' && /^\/api\/users\/[^/]+\/bank$/.test(new URL(response.url()).pathname),
    );
    await bank.getByRole('button', { name: button }).click();
    await page.getByRole('dialog', { name: button }).getByRole('button', { name: 'Choose an account' }).click();
    await linkBank(page);
    expect((await changed).ok()).toBe(true);
    await expect(bank).toContainText('Linked and working.');
    await expect.poll(obstacle).toBeNull();
  };
  await openHome(page, merchant);

  await test.step('an authorization that was withdrawn is given again', async () => {
    await sendBack(merchant, 'R07');
    await expect.poll(obstacle).toBe('debits_stopped');
    await openOverdue(page, merchant, 'authorize_debits');
    await expect(failed(page)).toContainText('You withdrew the authorization for debits at your bank.');
    await failed(page).getByRole('link', { name: 'Authorize debits' }).click();
    await bank.getByRole('button', { name: 'Authorize debits' }).click();
    await expect.poll(obstacle).toBeNull();
    await linkAnother('Change bank account');
  });

  await test.step('an account that is closed leads to another from any page', async () => {
    await sendBack(merchant, 'R02');
    await expect.poll(obstacle).toBe('no_bank');
    await page.goto(`${siteUrl()}/payments`);
    await page.getByRole('button', { name: 'Choose your bank' }).click();
    await linkBank(page);
    await expect.poll(obstacle).toBeNull();
  });

  await test.step('an account that is frozen leads to another', async () => {
    await sendBack(merchant, 'R16');
    await openOverdue(page, merchant, 'link_bank');
    await expect(failed(page)).toContainText('The account is frozen.');
    await failed(page).getByRole('link', { name: 'Link a bank account' }).click();
    await linkAnother('Change bank account');
  });

  await test.step('a payment that lacked money is made again', async () => {
    await sendBack(merchant, 'R01');
    await openOverdue(page, merchant, 'pay_now');
    await expect(failed(page)).toContainText('There was not enough money in the account.');
    await failed(page).getByRole('button', { name: 'Pay now' }).click();
    await page.getByRole('dialog', { name: 'Pay now' }).getByRole('button', { name: 'Pay $84.37' }).click();
    await expect(page.getByRole('dialog', { name: /^Your payment of .* has started$/ })).toBeVisible();
  });
});

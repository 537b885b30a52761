import type { FrameLocator } from '@playwright/test';
import { expectNoFindings } from './axe.ts';
import { expect, test } from './fixtures.ts';
import { expectResult } from './furtherCards.ts';
import type { OnboardedMerchant } from './merchants.ts';
import { appFrame, inApp, onboardedShop, openMenu, pageOf } from './store.ts';

interface ShownCard {
  token: string;
  name: string;
  state: string;
}

async function cardNamed({ call, receiver }: OnboardedMerchant, wanted: string): Promise<ShownCard> {
  const { cards } = await call<{ cards: ShownCard[] }>(`/api/users/${receiver.token}/cards`);
  const found = cards.find(({ name }) => name === wanted);
  if (!found) throw new Error(`there is no card ${wanted}`);
  return found;
}

const focused = (app: FrameLocator) => app.locator('*:focus');

test('in the admin the owner invites somebody, and gives staff of the store roles, who then see what their role allows', { tag: '@all' }, async ({
  page,
  anotherBrowser,
}) => {
  test.slow();
  const shop = await onboardedShop();
  const app = appFrame(page);
  // Mia and Leo have opened the app before they have a role.
  const mia = await anotherBrowser();
  const leo = await anotherBrowser();
  const ofMia = appFrame(mia);
  const ofLeo = appFrame(leo);
  await mia.goto(`${shop.adminUrl}?staff=43`);
  await leo.goto(`${shop.adminUrl}?staff=44`);
  await expect(ofMia.getByRole('heading', { level: 1 })).toBeVisible();
  await expect(ofLeo.getByRole('heading', { level: 1 })).toBeVisible();

  await page.goto(pageOf(shop, 'settings'));
  const team = app.getByRole('region', { name: 'Team' });
  await team.getByRole('button', { name: 'Invite somebody' }).click();
  await team.getByLabel('Email').fill('nobody');
  await team.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(team.getByText('Write an address such as ada@example.com.').first()).toBeVisible();
  await expect(team.getByLabel('Email')).toBeFocused();
  await team.getByLabel('Email').fill(`ada@${shop.domain}`);
  await team.getByLabel('Name (optional)').fill('Ada Byron');
  await team.getByLabel('Role', { exact: true }).selectOption('Bookkeeper');
  await team.getByRole('button', { name: 'Send the invitation' }).click();
  await expect(team.getByText('Ada Byron', { exact: true })).toBeVisible();
  // The form had the focus, and is gone.
  await expect(focused(app)).toHaveText(`ada@${shop.domain} is invited, and gets a mail.`);
  await team.getByRole('button', { name: 'Invite somebody' }).click();
  await team.getByRole('button', { name: 'Cancel' }).click();
  await expect(focused(app)).toHaveText('Invite somebody');
  await expect(team.getByText(/Invited, has not signed in yet/)).toBeVisible();

  const staff = app.getByRole('region', { name: 'People in your store’s admin' });
  await staff.getByLabel('Role of Mia Chen').selectOption('Bookkeeper');
  await expect(team.getByText('Mia Chen', { exact: true })).toBeVisible();
  await staff.getByLabel('Role of Leo Park').selectOption('Cardholder');
  await expect(team.getByText('Leo Park', { exact: true })).toBeVisible();
  await expect(staff).toHaveCount(0);
  await expectNoFindings(page, 'the team in Settings', inApp);

  // A bookkeeper reads everything, and changes nothing.
  await mia.goto(pageOf(shop, 'cards'));
  await expect(ofMia.getByRole('heading', { level: 1, name: 'Cards' })).toBeVisible();
  await expect(mia.getByRole('button', { name: 'Add a card' })).toHaveCount(0);
  await expect(ofMia.getByRole('button', { name: 'Show card details' })).toHaveCount(0);
  await (await openMenu(mia)).getByRole('link', { name: 'Settings' }).click();
  await expect(ofMia.getByText('Your role is bookkeeper. Ask the owner or an admin.')).toBeVisible();
  await expect(ofMia.getByRole('button', { name: 'Invite somebody' })).toHaveCount(0);

  // A cardholder has their own cards and purchases alone, and asks for one.
  await leo.goto(shop.adminUrl);
  await expect(ofLeo.getByText('You have no card yet')).toBeVisible();
  for (const name of ['Payments', 'Insights', 'Reports']) await expect((await openMenu(leo)).getByRole('link', { name })).toHaveCount(0);
  // They set their own alerts, and nothing else.
  await (await openMenu(leo)).getByRole('link', { name: 'Settings' }).click();
  const told = ofLeo.getByRole('checkbox', { name: 'Mail: A purchase was declined' });
  const wasTold = await told.isChecked();
  await told.click();
  await expect(leo.getByText('Saved', { exact: true })).toBeVisible();
  await expect(told).toBeChecked({ checked: !wasTold });
  await expect(ofLeo.getByRole('heading', { level: 2 })).toHaveText(['Alerts']);
  await expectNoFindings(leo, 'the alerts of a cardholder', inApp);
  await (await openMenu(leo)).getByRole('link', { name: 'Cards' }).click();
  await ofLeo.getByRole('button', { name: 'Ask for a card' }).click();
  await ofLeo.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(ofLeo.getByLabel('What is it for?')).toBeFocused();
  await ofLeo.getByLabel('What is it for?').fill('Fuel for the van');
  await ofLeo.getByLabel('How much a month (optional)').fill('300');
  await ofLeo.getByRole('button', { name: 'Ask', exact: true }).click();
  await expect(ofLeo.getByText('Waiting for an answer')).toBeVisible();
  await expect(focused(ofLeo)).toHaveText('Asked. You get a mail with the answer.');

  await (await openMenu(page)).getByRole('link', { name: 'Cards' }).click();
  await app.getByRole('button', { name: 'Yes to Leo Park: a card with $300.00 a month' }).click();
  await expect(app.getByRole('link', { name: 'Fuel for the van' })).toBeVisible();
  await expect(focused(app)).toHaveText('You said yes to Leo Park: a card with $300.00 a month. They get a mail with your answer.');
  await leo.reload();
  await expect(ofLeo.getByText('Granted')).toBeVisible();
  await expect(ofLeo.getByRole('link', { name: 'Fuel for the van' })).toBeVisible();
  await expect(ofLeo.getByText('$300.00 left')).toBeVisible();

  // A cardholder asks once for a purchase that a control declined.
  const fuel = await cardNamed(shop, 'Fuel for the van');
  await expectResult(fuel, 40_000, 'NORTHWIND FUEL 114', 'USER_TRANSACTION_LIMIT');
  await ofLeo.getByRole('link', { name: 'Fuel for the van' }).click();
  await ofLeo.getByRole('button', { name: 'Ask for it' }).first().click();
  await expect(focused(ofLeo)).toHaveText('Asked. You get a mail with the answer.');

  // A removed member sees what all of the store's staff see, and their card is paused.
  await (await openMenu(page)).getByRole('link', { name: 'Settings' }).click();
  await team.getByRole('button', { name: 'Remove Leo Park' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(team.getByText('Leo Park', { exact: true })).toHaveCount(0);
  await expect(focused(app)).toHaveText('Leo Park is removed, and has no access anymore.');
  // The issuer is told by a job.
  await expect.poll(async () => (await cardNamed(shop, 'Fuel for the van')).state).toBe('PAUSED');

  // Problems that the owner alone can mend lead nobody else to settings that they do not have.
  await shop.call(`/api/users/${shop.receiver.token}/debit_authorization/revoke`, { method: 'POST', body: {} });
  await page.getByRole('link', { name: 'Our app' }).click();
  await expect(app.getByRole('link', { name: 'Bank settings' }).first()).toBeVisible();
  await mia.getByRole('link', { name: 'Our app' }).click();
  await expect(ofMia.getByText('Your role is bookkeeper. Ask the owner.').first()).toBeVisible();
  await expect(ofMia.getByRole('link', { name: 'Bank settings' })).toHaveCount(0);
});

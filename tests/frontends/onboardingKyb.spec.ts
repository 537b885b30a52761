import { readConfig } from '../../server/config.ts';
import type { KybAnswer } from '../../server/contract/kyb.ts';
import { ask } from '../support/ask.ts';
import { anyEin, anySsn } from '../support/businessForms.ts';
import { sandboxUrl, siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { type NewMerchant, newMerchant, prepare } from './onboardingMerchant.ts';
import { heading, next, ownsAll, sameAddress, submit, tick, typeAddress, typeBusiness, typePerson } from './onboardingPages.ts';

const { lithic } = readConfig({ NODE_ENV: 'test' });

const submitText = 'By clicking Submit, you represent that you are a "control person" for identity verification services.';
const ownersText = 'List anyone owning 25% or more, directly or indirectly. Press next if there are none.';

/** Returns the business as the issuer has it. */
async function atIssuer(merchant: NewMerchant) {
  const { lithic_account_holder_token: token } = await merchant.receiver();
  return (await ask(`${sandboxUrl()}/lithic/v1/account_holders/${token}`, { headers: { authorization: lithic.apiKey } })).body;
}

const savedForm = async (merchant: NewMerchant): Promise<KybAnswer> => {
  const { token } = await merchant.receiver();
  return (await merchant.call(`/api/users/${token}/kyb`)).body;
};

test.beforeEach(async ({ page }) => {
  merchant = await newMerchant(page);
  await prepare(merchant, 'kyb');
  await page.goto(siteUrl());
  await expect(heading(page, 'Your business')).toBeVisible();
});
let merchant: NewMerchant;

/** Invalid entries, field by field, with the message that each gets. */
const mistakes: readonly (readonly [field: string | RegExp, page: 1 | 2, typed: string, told: string])[] = [
  [/^EIN/, 1, '12-345678', 'Enter nine digits'],
  [/^Date of birth/, 2, '02/30/1985', 'Enter the date of birth as MM/DD/YYYY'],
  [/^Phone/, 2, '555-0142', 'Enter the phone number as +1 and 10 digits'],
  [/^Residential address/, 2, 'Post Office Box 9', 'P.O. Box addresses are not accepted'],
];

test('each mistake is shown at its field on blur, in plain words, and goes when it is corrected', async ({ page }) => {
  await next(page);
  await expect(page.getByText('Enter the legal name of the business.')).toBeVisible();
  await expect(page.getByLabel('Legal business name')).toBeFocused();
  await typeBusiness(page);

  for (const shown of [1, 2] as const) {
    for (const [field, on, typed, told] of mistakes.filter(([, on]) => on === shown)) {
      const input = page.getByLabel(field);
      await input.fill(typed);
      await input.blur();
      await expect(input).toHaveAttribute('aria-invalid', 'true');
      const described = await input.getAttribute('aria-describedby');
      await expect(page.locator(`[id="${described}"]`), `${typed} on page ${on}`).toContainText(told);
    }
    await next(page);
    // The page stays, and the first field with a mistake has focus.
    await expect(page.locator('[aria-invalid=true]').first()).toBeFocused();
    if (shown === 2) break;
    await page.getByLabel(/^EIN/).fill(anyEin());
    await typeAddress(page);
    await next(page);
  }
  await typePerson(page);
  await typeAddress(page, { street: '12 Elm Street' });
  await page.getByLabel('ZIP code').blur();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(0);
  expect((await merchant.receiver()).lithic_account_holder_token).toBeNull();
});

test('a sole proprietor who works at home gives an SSN and one address, and numbers are covered once they are typed', async ({ page }) => {
  await typeBusiness(page, { name: 'Ana Lopez', id: anySsn() });
  await expect(page.getByLabel(/^EIN, or SSN/)).toHaveCSS('-webkit-text-security', 'disc');
  await tick(page, sameAddress);
  await next(page);

  await typePerson(page);
  await expect(page.getByLabel(/^Residential address/)).toHaveCount(0);
  await expect(page.getByText('page 3 of 5')).toBeVisible();
  await tick(page, ownsAll);
  await expect(page.getByText('page 3 of 3')).toBeVisible();
  await next(page);
  await expect(page.getByText(submitText)).toBeVisible();
  await submit(page);
  await expect(heading(page, 'Link your bank account')).toBeVisible();

  const { business_entity, control_person, beneficial_owner_individuals } = await atIssuer(merchant);
  expect(control_person.address).toMatchObject({ address1: '45 Market Street', city: 'Albany', state: 'NY', postal_code: '12207' });
  expect(business_entity.phone_numbers).toEqual(['+12125550142']);
  expect(beneficial_owner_individuals).toEqual([]);
});

test('owners are added and removed, hidden and shown again without losing a letter, and all are sent', async ({ page }) => {
  await typeBusiness(page);
  await next(page);
  await typePerson(page);
  await typeAddress(page, { street: '12 Elm Street' });
  await next(page);

  await expect(page.getByText(ownersText)).toBeVisible();
  for (const [first, ssn] of [
    ['Ben', '123-45-6780'],
    ['Cleo', '123-45-6781'],
    ['Nobody', '123-45-6782'],
  ] as const) {
    await page.getByRole('button', { name: 'Add an owner' }).click();
    await expect(page.getByLabel('First name').last()).toBeFocused();
    await typePerson(page, { first, ssn });
    await typeAddress(page, { street: '7 Oak Lane' });
  }
  await page.getByRole('button', { name: 'Remove owner 3' }).click();
  await expect(page.getByRole('group', { name: /^Owner/ })).toHaveCount(2);
  await next(page);

  await expect(page.getByText(ownersText)).toBeVisible();
  await page.getByRole('button', { name: 'Add a business' }).click();
  await page.getByLabel('Legal business name').fill('Lopez Holdings Inc');
  await page.getByLabel(/^EIN, or SSN/).fill('45-6789012');
  await typeAddress(page, { street: '1 State Street' });

  // Checking that the control person owns everything hides the owners; unchecking it shows them again.
  await page.getByRole('button', { name: 'Back' }).click();
  await page.getByRole('button', { name: 'Back' }).click();
  await tick(page, ownsAll);
  await expect(page.getByText('page 3 of 3')).toBeVisible();
  await tick(page, ownsAll);
  await next(page);
  await expect(page.getByLabel('First name').nth(1)).toHaveValue('Cleo');
  await next(page);
  await expect(page.getByLabel('Legal business name')).toHaveValue('Lopez Holdings Inc');
  await next(page);
  await expect(page.getByText(submitText)).toBeVisible();
  await submit(page);
  await expect(heading(page, 'Link your bank account')).toBeVisible();

  const { form } = await savedForm(merchant);
  expect(form.beneficial_owner_individuals.map(({ first_name, government_id }) => [first_name, government_id])).toEqual([
    ['Ben', '•••••6780'],
    ['Cleo', '•••••6781'],
  ]);
  expect(form.beneficial_owner_entities.map(({ legal_business_name }) => legal_business_name)).toEqual(['Lopez Holdings Inc']);
  expect((await atIssuer(merchant)).beneficial_owner_individuals).toHaveLength(2);
});

test('an address pasted in one piece is split into its fields', async ({ page }) => {
  await page.getByLabel('Legal business name').fill('Corner Bakery LLC');
  await page.getByLabel('Nature of business').fill('Bread');
  await next(page);
  await page.getByLabel('Street address').evaluate((input) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', '350 5th Ave, Floor 3\nNew York, NY 10118\nUSA');
    input.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  for (const [label, value] of [
    ['Street address', '350 5th Ave'],
    [/^Apartment/, 'Floor 3'],
    ['City', 'New York'],
    [/^State/, 'NY'],
    ['ZIP code', '10118'],
  ] as const) {
    await expect(page.getByLabel(label)).toHaveValue(value);
  }
});

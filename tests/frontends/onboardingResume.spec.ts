import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { newMerchant, prepare, type Stage, signIn } from './onboardingMerchant.ts';
import { heading, next, submitForm, typeAddress, typeBusiness, typePerson } from './onboardingPages.ts';

const stages: readonly (readonly [Stage, string])[] = [
  ['terms_and_conditions', 'Terms and Conditions'],
  ['card_holders_agreement', 'Card Holders Agreement'],
  ['kyb', 'Your business'],
  ['bank', 'Link your bank account'],
  ['store', 'Connect your store or accounting'],
  ['card', 'Get your card'],
  ['approval', 'Almost there'],
];

test('an onboarding left before any step continues there in another browser', { tag: '@all' }, async ({ page, anotherBrowser }) => {
  const merchant = await newMerchant(page, 'meridian-new');
  const there = await anotherBrowser();
  await signIn(there, merchant);
  let from: Stage = 'privacy_policy';
  for (const [stage, title] of stages) {
    await prepare(merchant, stage, { name: 'Pending Bakery LLC', from });
    from = stage;
    // It took none of these steps itself: what it shows is what the server has.
    await there.goto(siteUrl('meridian-new'));
    await expect(heading(there, title)).toBeVisible();
  }
});

test('a half-filled form opens in another browser at its page, with its numbers masked', { tag: '@all' }, async ({ page, anotherBrowser }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'kyb');
  await page.goto(siteUrl());
  await typeBusiness(page);
  await next(page);
  await typePerson(page);
  // The form is saved as typed, valid or not.
  await typeAddress(page, { street: '12 Elm Street', zip: '12' });
  await expect(page.getByRole('status').getByText('Saved', { exact: true })).toBeVisible();

  const there = await anotherBrowser();
  await signIn(there, merchant);
  await there.goto(siteUrl());
  await expect(heading(there, 'Control person')).toBeVisible();
  await expect(there.getByLabel('First name')).toHaveValue('Ana');
  await expect(there.getByLabel(/^SSN or ITIN/)).toHaveValue('•••••6789');
  await expect(there.getByLabel(/^Date of birth/)).toHaveValue('••/••/1985');
  await expect(there.getByLabel('ZIP code')).toHaveValue('12');

  // A masked number stays as it is, or is typed again.
  await there.getByLabel(/^SSN or ITIN/).focus();
  await expect(there.getByLabel(/^SSN or ITIN/)).toHaveValue('');
  await there.getByLabel('ZIP code').fill('12207');
  await expect(there.getByLabel(/^SSN or ITIN/)).toHaveValue('•••••6789');
  await next(there);
  await next(there);
  await submitForm(there);
  await expect(heading(there, 'Link your bank account')).toBeVisible();
});

test('the address of a physical card is asked for in any browser, and can be skipped', async ({ page, anotherBrowser }) => {
  const merchant = await newMerchant(page);
  await prepare(merchant, 'card', { name: 'Pending Bakery LLC' });
  await page.goto(siteUrl());
  await page.getByRole('radio', { name: /Virtual and physical/ }).check();
  await page.getByRole('button', { name: 'Continue' }).click();
  await expect(heading(page, 'Where should we send your card?')).toBeVisible();
  const there = await anotherBrowser();
  await signIn(there, merchant);
  await there.goto(siteUrl());
  await expect(heading(there, 'Where should we send your card?')).toBeVisible();
  await there.getByRole('button', { name: 'Only the virtual card' }).click();
  await expect(heading(there, 'Almost there')).toBeVisible();
});

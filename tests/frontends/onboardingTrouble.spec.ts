import type { Page } from '@playwright/test';
import { problemBody } from '../../server/contract/problems.ts';
import { anySsn } from '../support/businessForms.ts';
import { siteUrl } from './addresses.ts';
import { expect, test } from './fixtures.ts';
import { newMerchant, prepare } from './onboardingMerchant.ts';
import { heading, next, ownsAll, sameAddress, submit, submitForm, tick, typeBusiness } from './onboardingPages.ts';

/** Answers calls to a path as if a provider were down, until the returned function is called. */
async function fail(page: Page, path: RegExp, method: string): Promise<() => void> {
  let isOver = false;
  await page.route(path, (route) => {
    if (isOver || route.request().method() !== method) return route.fallback();
    const body = problemBody('provider_unavailable', {}, 'a-request-id');
    return route.fulfill({ status: body.status, contentType: 'application/problem+json', json: body });
  });
  return () => {
    isOver = true;
  };
}

const unavailable = /503/;
const unavailableText = 'Nothing is lost: try again in a minute.';

test('with the issuer down, the form stays as it was typed and is sent at the next try', async ({ page, expectConsoleError }) => {
  expectConsoleError(unavailable);
  const merchant = await newMerchant(page);
  await prepare(merchant, 'kyb');
  await page.goto(siteUrl());
  await typeBusiness(page, { name: 'Ana Lopez', id: anySsn() });
  await tick(page, sameAddress);
  await next(page);
  await tick(page, ownsAll);
  const { token } = await merchant.receiver();
  await page.getByLabel('First name').fill('Ana');
  await page.getByLabel('Last name').fill('Lopez');
  await page.getByLabel(/^Date of birth/).fill('4/3/1985');
  await page.getByLabel(/^SSN or ITIN/).fill('123456789');
  await page.getByLabel('Email').fill('ana@cornerbakery.example');
  await page.getByLabel(/^Phone/).fill('212 555 0142');
  const mend = await fail(page, /\/kyb$/, 'POST');
  await submitForm(page);
  await expect(page.getByRole('alert').getByText(unavailableText)).toBeVisible();
  await expect(page.getByText('04/03/1985')).toBeVisible();
  mend();
  await submit(page);
  await expect(heading(page, 'Link your bank account')).toBeVisible();
  const { attempts_left } = (await merchant.call(`/api/users/${token}/kyb`)).body;
  expect(attempts_left).toBe(4);
});

test('a verification status that cannot be read is only logged to the console, and asked for again', async ({ page, expectConsoleError }) => {
  expectConsoleError(unavailable);
  expectConsoleError(new RegExp(unavailableText));
  await prepare(await newMerchant(page), 'approval', { name: 'Pending Bakery LLC' });
  const body = problemBody('provider_unavailable', {}, 'a-request-id');
  await page.route(/\/kyb_status/, (route) => route.fulfill({ status: body.status, contentType: 'application/problem+json', json: body }));
  // Without the stream of changes the page asks every few seconds; with it, a minute later.
  await page.route(/\/api\/events(\?|$)/, () => undefined);
  const told = page.waitForEvent('console', (message) => message.type() === 'warning' && message.text().includes(unavailableText));
  await page.goto(siteUrl());
  await told;
  await expect(heading(page, 'Almost there')).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
  const askedAgain = page.waitForResponse((answer) => answer.url().includes('/kyb_status') && answer.ok());
  await page.unroute(/\/kyb_status/);
  await askedAgain;
});

test('the name of the linked bank arrives late, and moves no button', async ({ page }) => {
  await prepare(await newMerchant(page), 'store');
  const answers = Promise.withResolvers<void>();
  await page.route(/\/plaid_account$/, async (route) => {
    await answers.promise;
    await route.fallback();
  });
  await page.goto(siteUrl());
  const connect = page.getByRole('button', { name: 'Connect', exact: true });
  await expect(connect).toBeEnabled();
  // Letters that are loaded late take other room.
  await page.evaluate(() => document.fonts.ready.then(() => undefined));
  const place = await connect.boundingBox();
  answers.resolve();
  await expect(page.getByText(/is linked\.$/)).toBeVisible();
  expect(await connect.boundingBox()).toEqual(place);
});

test('a draft that could not be saved says so, and is saved as soon as it can be', async ({ page, expectConsoleError }) => {
  expectConsoleError(unavailable);
  await prepare(await newMerchant(page), 'kyb');
  await page.goto(siteUrl());
  // It tries again every few seconds, perhaps before its words were read.
  const mend = await fail(page, /\/kyb$/, 'PUT');
  await page.getByLabel('Legal business name').fill('Corner Bakery LLC');
  const note = page.getByRole('status').filter({ hasText: /Saved|Saving|Not saved/ });
  await expect(note).toHaveText('Not saved yet. We keep trying.');
  mend();
  await page.getByLabel('Nature of business').fill('Bread');
  await expect(note).toHaveText('Saved');
});

import type { FrameLocator, Locator, Page, Route } from '@playwright/test';
import { storeCharacters } from '../../server/sandbox/sales/stores.ts';
import { anyEin } from '../support/businessForms.ts';
import { expect } from './fixtures.ts';

// Steps of a merchant on the pages of the onboarding.

/** The full site, or the app in the frame of a store's admin. */
type Pages = Page | FrameLocator;

export const heading = (page: Pages, name: string | RegExp) => page.getByRole('heading', { name, ...(typeof name === 'string' && { exact: true }) });

/** The heading of a brand's opening page: a card of Boost, but not a card of Card. */
export const openingHeading = (page: Pages, brand: string) => heading(page, brand === 'Card' ? 'Get your Card' : `Get your ${brand} card`);

/** Returns the bank provider's window, a frame over the page. */
export const bankWindow = (page: Pages): FrameLocator => page.frameLocator('iframe[title="Connect your bank"]');

/** Leaves the opening page of the full site, which a new merchant sees first. */
export const start = (page: Pages) => page.getByRole('button', { name: 'Get started' }).click();

/** Reads an agreement to its end and accepts it. */
async function accept(page: Pages, title: string): Promise<void> {
  await expect(heading(page, title)).toBeVisible();
  const button = page.getByRole('button', { name: 'Accept and continue' });
  await expect(button).toBeDisabled();
  const text = page.getByRole('region', { name: title });
  // Wait for the text, because only then is the end of the box the end of the text.
  await expect(text.getByRole('paragraph').first()).toBeVisible();
  await expect(async () => {
    await text.evaluate((box) => box.scrollTo(0, box.scrollHeight));
    await expect(button).toBeEnabled({ timeout: 1_000 });
  }).toPass();
  await button.click();
}

export async function acceptAll(page: Pages): Promise<void> {
  for (const title of ['Privacy Policy', 'Terms and Conditions', 'Card Holders Agreement']) await accept(page, title);
  await expect(heading(page, 'Your business')).toBeVisible();
}

export const next = (page: Pages) => page.getByRole('button', { name: 'Next' }).click();
export const submit = (page: Pages) => page.getByRole('button', { name: 'Submit' }).click();

/** Goes from the last page of the verification form to all answers, and sends them. */
export async function submitForm(page: Pages): Promise<void> {
  await next(page);
  await expect(heading(page, 'Check your answers')).toBeVisible();
  await submit(page);
}

/** Toggles a checkbox or chooses a radio button, by its label. */
export const tick = (page: Pages, label: string) => page.getByText(label, { exact: true }).click();

export const sameAddress = "The business address is the same as the control person's address";
export const ownsAll = 'The control person owns 100% of the business';

interface TypedAddress {
  street?: string;
  city?: string;
  state?: string;
  zip?: string;
}

/** Types an address into the last address on the page. */
export async function typeAddress(
  page: Pages,
  { street = '45 Market Street', city = 'Albany', state = 'NY', zip = '12207' }: TypedAddress = {},
): Promise<void> {
  await page
    .getByLabel(/^(Street address|Residential address)/)
    .last()
    .fill(street);
  await page.getByLabel('City').last().fill(city);
  await page
    .getByLabel(/^State\/Province/)
    .last()
    .fill(state);
  await page.getByLabel('ZIP code').last().fill(zip);
}

interface TypedPerson {
  first?: string;
  last?: string;
  born?: string;
  ssn?: string;
  email?: string;
  phone?: string;
}

/** Types a person's details into the last person on the page. */
export async function typePerson(
  page: Pages,
  { first = 'Ana', last = 'Lopez', born = '04/23/1985', ssn = '123-45-6789', email = 'ana@cornerbakery.example', phone = '(212) 555-0142' }: TypedPerson = {},
): Promise<void> {
  await page.getByLabel('First name').last().fill(first);
  await page.getByLabel('Last name').last().fill(last);
  await page
    .getByLabel(/^Date of birth/)
    .last()
    .fill(born);
  await page
    .getByLabel(/^SSN or ITIN/)
    .last()
    .fill(ssn);
  await page.getByLabel('Email').last().fill(email);
  await page
    .getByLabel(/^Phone/)
    .last()
    .fill(phone);
}

/** Fills in the first two pages of the verification form. */
export async function typeBusiness(page: Pages, { name = 'Corner Bakery LLC', id = anyEin() } = {}): Promise<void> {
  await page.getByLabel('Legal business name').fill(name);
  await page.getByLabel('Nature of business').fill('Bakes and sells bread');
  await next(page);
  await page.getByLabel(/^EIN, or SSN/).fill(id);
  await typeAddress(page);
}

/**
 * Presses something in the bank's window that has just opened. A click that reaches a frame before the browser knows its position is lost,
 * so it is pressed again; not once it has led on, however late.
 */
export async function pressInNewWindow(button: Locator, leadsTo: Locator): Promise<void> {
  await expect(async () => {
    if (!(await leadsTo.isVisible())) await button.click({ timeout: 5_000 });
    await expect(leadsTo).toBeVisible({ timeout: 5_000 });
  }).toPass();
}

/** Closes the bank's window without linking an account. */
export const closeBankWindow = (page: Pages) => pressInNewWindow(bankWindow(page).getByText('Close without linking'), page.getByText('Not linked yet'));

/** Signs in again, in the bank's window, for an account that is linked. */
export async function signInAgain(page: Pages): Promise<void> {
  const goOn = bankWindow(page).getByRole('button', { name: 'Continue' });
  await pressInNewWindow(bankWindow(page).getByRole('button', { name: 'Sign in' }), goOn);
  await goOn.click();
}

/** Links an account in the bank's window, at a bank that verifies it by micro-deposits. */
export async function linkByDeposits(page: Pages): Promise<void> {
  const window = bankWindow(page);
  const send = window.getByRole('button', { name: 'Send the deposits' });
  await pressInNewWindow(window.getByRole('button', { name: /Old Mill/ }), send);
  await send.click();
  await window.getByRole('button', { name: 'Continue' }).click();
}

/** Enters the amounts of the micro-deposits, of which the sandbox tells, in the bank's window. */
export async function enterDeposits(page: Pages): Promise<void> {
  const window = bankWindow(page);
  const told = (await window.getByText(/Sandbox: they are/).textContent()) ?? '';
  const [first = '', second = ''] = [...told.matchAll(/\$(\d\.\d\d)/g)].map(([, amount = '']) => amount);
  await window.getByLabel('First deposit').fill(first);
  await window.getByLabel('Second deposit').fill(second);
  await window.getByRole('button', { name: 'Verify' }).click();
  await window.getByRole('button', { name: 'Continue' }).click();
}

/** Links an account in the bank's window, at a bank that signs in within the window. */
export async function linkBank(page: Pages, bank: RegExp = /First Harbor/): Promise<void> {
  const window = bankWindow(page);
  const signIn = window.getByRole('button', { name: 'Sign in' });
  await pressInNewWindow(window.getByRole('button', { name: bank }), signIn);
  await signIn.click();
  await window.getByRole('button', { name: 'Connect' }).click();
  await window.getByRole('button', { name: 'Continue' }).click();
}

/** Chooses a bank that signs in on its own page, and returns the button that leads to that page. */
export async function chooseOwnSignIn(page: Pages): Promise<Locator> {
  const goOn = bankWindow(page).getByRole('button', { name: /^Continue to/ });
  await pressInNewWindow(bankWindow(page).getByRole('button', { name: /Meadow National/ }), goOn);
  return goOn;
}

/** Chooses a bank that signs in on its own page, and returns the address of that page. */
export async function openOwnSignIn(page: Page): Promise<string> {
  const goOn = await chooseOwnSignIn(page);
  const window = page.frames().find((frame) => frame.url().includes('/plaid/'));
  return new URL((await goOn.getAttribute('data-open')) ?? '', window?.url()).href;
}

/** Signs in on that page, and links the account in the window that is open again. */
export async function allowAtBank(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Allow' }).click();
  await bankWindow(page).getByRole('button', { name: 'Connect' }).click();
  await bankWindow(page).getByRole('button', { name: 'Continue' }).click();
}

/** Presses a button that closes its own window. The press may not wait for an answer, which would come from a window that is gone. */
export async function pressToClose(popup: Page, name: string): Promise<void> {
  const button = popup.getByRole('button', { name });
  await expect(button).toBeEnabled();
  const closed = popup.waitForEvent('close');
  await button.evaluate((pressed: HTMLElement) => void setTimeout(() => pressed.click()));
  await closed;
}

/** Connects the sample store that has been open for the shortest time in the store's popup: its few orders are read quickly. */
export async function connectSmallStore(popup: Page): Promise<void> {
  await popup.getByRole('radio', { name: storeCharacters.new.storeName }).check();
  await pressToClose(popup, 'Connect');
}

/** Opens the store's popup and connects a sample store in it, under its own name or another. Returns the provider's id of the connection. */
export async function connectStore(page: Page, name?: string): Promise<string> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Connect', exact: true }).click();
  const popup = await opened;
  if (name !== undefined) await popup.getByLabel('Store name').fill(name);
  // The popup closes itself, and a body can be read only while its page is there.
  const connection = Promise.withResolvers<string>();
  await popup.route('**/connect', async (route) => {
    const response = await route.fetch();
    connection.resolve(((await response.json()) as { connection_id: string }).connection_id);
    await route.fulfill({ response });
  });
  await pressToClose(popup, 'Connect');
  return connection.promise;
}

/**
 * Keeps the page at its last screen, which opens the dashboard by itself after a few seconds, before a busy test may have looked. Call
 * it once a step is shown. Returns what lets the page go on.
 */
export async function stayAtTheEnd(page: Page): Promise<() => void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  // It reads the record before it leaves; the steps name whose record they read.
  const hold = async (route: Route) => {
    await promise;
    await route.fallback();
  };
  await page.route(/\/api\/receiver$/, hold, { times: 1 });
  return resolve;
}

type Screen = readonly [step: number, heading: string];

/** Every screen except the verification form, step 4, as a merchant who has no card yet sees it. */
export const screens: readonly Screen[] = [
  [1, 'Privacy Policy'],
  [2, 'Terms and Conditions'],
  [3, 'Card Holders Agreement'],
  [5, 'Link your bank account'],
  [6, 'Reconnect your bank'],
  [7, 'Verify your bank account'],
  [8, 'Connect your store or accounting'],
  [9, 'Get your card'],
  [10, 'Where should we send your card?'],
  [11, 'Almost there'],
];

/** Goes to an address of the site as back and forward do, without loading the site anew. */
export const goWithinSite = (page: Page, path: string): Promise<void> =>
  page.evaluate((address) => {
    history.pushState(null, '', address);
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  }, path);

/** The console error of the store provider's script, which looks for a message service that the sandbox does not have. */
export const noMessageService = /404.*\/link\/websocket\/auth/;

/** Fills in the verification form from its first page, with a control person and no other owners, and sends it. */
export async function verifyBusiness(page: Pages, business: { name?: string } = {}): Promise<void> {
  await typeBusiness(page, business);
  await next(page);
  await typePerson(page);
  await typeAddress(page, { street: '12 Elm Street' });
  await next(page);
  await next(page);
  await submitForm(page);
  await expect(heading(page, 'Link your bank account')).toBeVisible();
}

import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AxeBuilder } from '@axe-core/playwright';
import Lithic from 'lithic';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { launchOptions } from '../../frontends/launchOptions.ts';
import { control } from '../../support/ask.ts';
import { findingsOf } from './findingsOf.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
let browser: Browser;
let context: BrowserContext;
let page: Page;
let lithic: Lithic;
let complaints: string[];

const home = () => `http://localhost:${new URL(sandbox.url).port}`;

beforeAll(async () => {
  sandbox = await openSandbox();
  lithic = new Lithic({ apiKey: sandbox.config.lithic.apiKey, baseURL: `${sandbox.url}/lithic`, maxRetries: 0 });
  browser = await chromium.launch(launchOptions('headless'));
});
afterAll(async () => {
  await browser.close();
  await sandbox.stop();
});
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  page = await context.newPage();
  complaints = [];
  page.on('pageerror', (error) => complaints.push(error.message));
});
afterEach(async () => {
  await context.close();
  expect(complaints).toEqual([]);
});

async function card(): Promise<Lithic.Card> {
  const address = { address1: '1 Main St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' };
  const { account_token } = await lithic.accountHolders.create({
    workflow: 'KYB_BASIC',
    tos_timestamp: '2026-11-21T10:00:00Z',
    nature_of_business: 'Sells goods',
    business_entity: { legal_business_name: 'Acme Goods LLC', government_id: '12-3456789', phone_numbers: ['+15035550123'], address },
    control_person: { first_name: 'Ada', last_name: 'A', dob: '1980-02-01T00:00:00Z', email: 'ada@acme.test', government_id: '123-45-6789', address },
    beneficial_owner_individuals: [],
  });
  return lithic.cards.create({ type: 'VIRTUAL', account_token, memo: 'Acme Goods' });
}

describe('the control page', () => {
  it('lists every stand-in, says what it is, and is readable by everybody', async () => {
    await page.goto(home());
    for (const name of ['Lithic', 'Plaid', 'Rutter', 'PropelAuth', 'Shopify', 'BigCommerce', 'PostHog', 'Microsoft Clarity', 'Mail']) {
      await page.getByRole('heading', { level: 2, name }).waitFor();
    }
    expect(await page.getByRole('banner').textContent()).toContain('Sandbox');
    await page.evaluate(() => {
      for (const part of document.querySelectorAll('details')) part.open = true;
    });
    expect(await findingsOf(new AxeBuilder({ page }).setLegacyMode())).toEqual([]);
  });

  it('shows stand-ins by their names alone, and unfolds the one that is chosen or that the address names', async () => {
    await page.goto(home());
    const spend = page.getByRole('form', { name: 'Lithic Spend on the card' });
    const fail = page.getByRole('form', { name: 'Plaid Fail or return a repayment' });
    expect(await page.getByRole('form').count()).toBe(1);
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThan(2_000);
    await page.getByRole('navigation', { name: 'Stand-ins' }).getByRole('link', { name: 'Lithic' }).click();
    await spend.waitFor();
    await page.getByRole('region', { name: 'Lithic' }).locator('summary').first().click();
    await spend.waitFor({ state: 'hidden' });
    await page.goto(`${home()}/#plaid`);
    await fail.waitFor();
  });

  it('leads to each kind of buttons of a stand-in that has several', async () => {
    await page.goto(`${home()}/#lithic`);
    const kinds = page.getByRole('navigation', { name: 'Buttons of Lithic' });
    await kinds.getByRole('link', { name: 'Businesses' }).click();
    const heading = page.getByRole('heading', { level: 3, name: 'Businesses' });
    const clockEnds =
      (await page
        .locator('.clock')
        .boundingBox()
        .then((box) => box && box.y + box.height)) ?? 0;
    await expect.poll(async () => (await heading.boundingBox())?.y ?? 0).toBeGreaterThanOrEqual(clockEnds);
    expect((await heading.boundingBox())?.y).toBeLessThan(clockEnds + 200);
  });

  it('spends on the card and settles by keyboard alone, new choices appearing as they come to be', async () => {
    const { token } = await card();
    await page.goto(`${home()}/#lithic`);
    const spend = page.getByRole('form', { name: 'Lithic Spend on the card' });
    await spend.getByLabel('Amount').fill('12.34');
    await spend.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await spend.getByText('APPROVED: $12.34').waitFor();
    const settle = page.getByRole('form', { name: 'Lithic Settle' });
    await settle.getByLabel('Pending purchase').locator('option', { hasText: '$12.34' }).waitFor({ state: 'attached' });
    await settle.getByRole('button').focus();
    await page.keyboard.press('Enter');
    await settle.getByText('settled $12.34').waitFor();
    const [bought] = (await lithic.transactions.list({ card_token: token })).data;
    expect(bought).toMatchObject({ status: 'SETTLED', settled_amount: 1_234 });
  });

  it('shows what comes in while somebody looks, and what was broken about it', async () => {
    await page.goto(`${home()}/#lithic`);
    const section = page.getByRole('region', { name: 'Lithic' });
    await section.getByText('Faults and events').click();
    await section.getByRole('button', { name: 'Arm', exact: true }).click();
    await section.getByText('error_500 for the next call').waitFor();
    await lithic.cards.list().catch(() => undefined);
    await section.getByRole('listitem').filter({ hasText: 'GET /lithic/v1/cards 500 error_500' }).waitFor();
  });

  it('moves time on, and says what went wrong in words', async () => {
    await page.goto(home());
    await page.getByLabel('Days', { exact: true }).first().fill('2');
    await page.getByRole('button', { name: 'Advance' }).click();
    await page.getByText('(2 days ahead)').waitFor();
    await page.getByRole('navigation', { name: 'Stand-ins' }).getByRole('link', { name: 'Plaid' }).click();
    const returns = page.getByRole('form', { name: 'Plaid Fail or return a repayment' });
    await returns.getByRole('button').click();
    await returns.getByText('could not find transfer').waitFor();
  });

  it('says which day the product lives through while time moves on, and when that is done', async () => {
    // Longer ago than any machine's own time.
    let lived = '2000-11-27T09:00:00.000Z';
    const product = createServer((_request, response) => void response.end(JSON.stringify({ now: lived })));
    await new Promise<void>((resolve) => product.listen(0, resolve));
    const followed = await openSandbox(`http://127.0.0.1:${(product.address() as AddressInfo).port}`);
    onTestFinished(async () => {
      await followed.stop();
      product.closeAllConnections();
      product.close();
    });
    await page.goto(`http://localhost:${new URL(followed.url).port}`);
    const form = page.getByRole('form', { name: 'Move time on' });
    await form.getByRole('button', { name: 'Advance' }).click();
    await form.getByText('Living through Nov 27 …', { exact: true }).waitFor();
    lived = '2000-11-28T09:00:00.000Z';
    await form.getByText('Living through Nov 28 …', { exact: true }).waitFor();
    expect(await form.getByRole('button', { name: 'Advance' }).isDisabled()).toBe(true);
    lived = '2999-01-01T00:00:00.000Z';
    await form.getByText('Done: 1 day later', { exact: true }).waitFor();
  });

  it('says what a move of time waits for, and moves it after that', async () => {
    const hold = (reason: string | null) => control(sandbox.url, 'clock/hold', { reason });
    await hold('A year is being made …');
    await page.goto(home());
    const form = page.getByRole('form', { name: 'Move time on' });
    await form.getByRole('button', { name: 'Advance' }).click();
    await form.getByText('A year is being made …', { exact: true }).waitFor();
    await hold(null);
    await form.getByText('Done: 1 day later', { exact: true }).waitFor();
  });

  it('is pressed by nobody from another site', async () => {
    const answer = await fetch(`${sandbox.url}/control/clock/advance`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Origin: 'https://elsewhere.test' },
      body: '{"days":1}',
    });
    expect(answer.status).toBe(403);
  });

  it.each([
    ['lithic/nothing', {}, 404],
    ['mail/refuse', { times: 'twice' }, 400],
    ['mail/refuse', { times: '' }, 400],
    ['nobody/spend', {}, 404],
    ['lithic/spend', { color: 'green' }, 400],
    ['lithic/clearing_days', { days: '-1' }, 400],
  ])('%s with %j is refused with %s', async (button, fields, status) => {
    const answer = await fetch(`${sandbox.url}/control/${button}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify(fields),
    });
    expect(answer.status).toBe(status);
  });
});

describe('the bank’s window in a page with a strict policy', () => {
  let product: Server;
  let token: string;

  beforeAll(async () => {
    product = createServer((_request, response) => {
      const policy = `default-src 'none'; script-src 'nonce-x' ${home()}; frame-src ${home()}; style-src 'self'`;
      response.writeHead(200, { 'Content-Type': 'text/html', 'Content-Security-Policy': policy });
      response.end(`<!doctype html><title>Product</title><button id="open">Open</button><pre id="told"></pre><script src="${home()}/plaid/link-initialize.js"></script>
<script nonce="x">
const tell = (...words) => { document.getElementById('told').textContent += JSON.stringify(words) + '\\n'; };
const handler = Plaid.create({ token: ${JSON.stringify(token)}, onLoad: () => tell('load'), onSuccess: (t, m) => tell('success', t, m), onExit: (e, m) => tell('exit', e, m), onEvent: (name) => tell('event', name) });
document.getElementById('open').addEventListener('click', () => handler.open());
</script>`);
    });
    await new Promise<void>((resolve) => product.listen(0, resolve));
  });
  afterAll(() => {
    product.closeAllConnections();
    return new Promise((resolve) => product.close(resolve));
  });

  async function openWindow() {
    const { clientId, secret } = sandbox.config.plaid;
    const answer = await fetch(`${sandbox.url}/plaid/link/token/create`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'PLAID-CLIENT-ID': clientId, 'PLAID-SECRET': secret },
      body: JSON.stringify({ client_name: 'Headway', language: 'en', country_codes: ['US'], user: { client_user_id: 'u' }, products: ['auth', 'transfer'] }),
    });
    ({ link_token: token } = (await answer.json()) as { link_token: string });
    await page.goto(`http://headway.localhost:${(product.address() as AddressInfo).port}/`);
    await page.getByRole('button', { name: 'Open' }).click();
    return page.frameLocator('iframe[title="Connect your bank"]');
  }
  const told = (word: string) => page.locator('#told', { hasText: `"${word}"` }).waitFor();

  it('closes with Escape, and gives the focus back', async () => {
    const window = await openWindow();
    await window.getByRole('heading', { name: 'Connect your bank to Headway' }).waitFor();
    await window.locator('main :focus').waitFor();
    await page.keyboard.press('Escape');
    await told('exit');
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('open');
  });

  it('is readable by everybody at each step', async () => {
    const window = await openWindow();
    for (const step of ['First Harbor Bank', 'Sign in', 'Connect']) {
      await window.getByRole('button', { name: step }).waitFor();
      expect(await findingsOf(new AxeBuilder({ page }).include(['iframe']))).toEqual([]);
      await window.getByRole('button', { name: step }).click();
    }
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import type { Page } from '@playwright/test';
import { authUrl, siteUrl } from './addresses.ts';
import { expect, nobodyIsSignedIn, test } from './fixtures.ts';
import { forward } from './forward.ts';
import { askAuthProvider, blockLoginRedirect, expectSignedInAs, logOut, openAsNewPerson, openMenu, signUpAt, waitForLogin } from './people.ts';

// Two of the programs; the tests of the onboardings sign up at the doors of all.
const programs = [
  ['headway', 'Headway'],
  ['meridian-new', 'Meridian'],
] as const;

/** Loads the page anew, and returns whom the access token of its first call names. */
async function claimsOfNextCall(page: Page): Promise<{ user_id: string; org_member_info?: { org_id: string } }> {
  const address = page.url();
  // Leave the open page, whose own calls would be taken for those of the next.
  await page.goto('about:blank');
  const call = page.waitForRequest(/\/api\/receiver$/);
  await page.goto(address);
  const token = (await call).headers().authorization?.split('.')[1] ?? '';
  return JSON.parse(Buffer.from(token, 'base64url').toString());
}

for (const [program, label] of programs) {
  test(`a merchant of ${label} signs up, lands back where they were, stays signed in over a reload, and signs out`, {
    tag: program === 'headway' ? [] : ['@all'],
  }, async ({ page, expectConsoleError }) => {
    // Calls that still run while the session ends are refused, and so is another token for them.
    expectConsoleError(nobodyIsSignedIn);
    expectConsoleError(/401.*\/api\/(events|users\/)/);
    const path = '/?boss=true&now=2026-07-04#here';
    const email = await signUpAt(page, path, program);
    await expectSignedInAs(page, email);
    expect(page.url()).toBe(siteUrl(program) + path);
    await expect(page).toHaveTitle(`Get Started | ${label}`);

    await page.reload();
    await expectSignedInAs(page, email);

    await logOut(page);
    await waitForLogin(page, program);

    await page.goto(siteUrl(program) + path);
    await waitForLogin(page, program);
    const backTo = new URL(page.url()).searchParams.get('rt') ?? '';
    expect(Buffer.from(backTo, 'base64').toString()).toBe(siteUrl(program) + path);
  });
}

test('signing out signs out every tab', async ({ page, context, expectConsoleError }) => {
  // Another tab asks the sign-in whether it is signed out too. Before it knows, it takes the stream of changes over, and reads what
  // it shows of them again.
  expectConsoleError(nobodyIsSignedIn);
  expectConsoleError(/401.*\/api\/(events|users\/)/);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  const otherTab = await context.newPage();
  await otherTab.goto(`${siteUrl()}/?boss=true`);
  await expectSignedInAs(otherTab, email);
  await logOut(page);
  await waitForLogin(page);
  await waitForLogin(otherTab);
});

test('a tab that asks who is there just before the person signs out in another asks again, and leaves', { tag: '@all' }, async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(nobodyIsSignedIn);
  expectConsoleError(/401.*\/api\//);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  const otherTab = await context.newPage();
  await otherTab.goto(`${siteUrl()}/?boss=true`);
  await expectSignedInAs(otherTab, email);
  // A call that the server refuses would lead to the sign-in too.
  await otherTab.route(/\/api\/(?!v1\/)/, () => {});
  const { promise: answered, resolve: isAnswered } = Promise.withResolvers<void>();
  const { promise: signedOut, resolve: isSignedOut } = Promise.withResolvers<void>();
  await otherTab.route(
    /\/api\/v1\/refresh_token/,
    async (route) => {
      const answer = await forward(route, authUrl());
      isAnswered();
      await signedOut;
      await route.fulfill({ response: answer });
    },
    { times: 1 },
  );
  // It asks when somebody comes back to it after more than two minutes.
  await otherTab.clock.fastForward(121_000);
  await otherTab.evaluate(() => window.dispatchEvent(new Event('focus')));
  await answered;
  await logOut(page);
  await waitForLogin(page);
  isSignedOut();
  await waitForLogin(otherTab);
});

test('a page that is being left after signing out heeds nothing more, and may be opened again at once', { tag: '@all' }, async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(nobodyIsSignedIn);
  expectConsoleError(/401.*\/api\//);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  const otherTab = await context.newPage();
  await otherTab.goto(`${siteUrl()}/robots.txt`);
  const { promise: leaving, resolve: isLeaving } = Promise.withResolvers<void>();
  const { promise: heard, resolve: hasHeard } = Promise.withResolvers<void>();
  await page.route(
    `${siteUrl()}/login`,
    async (route) => {
      isLeaving();
      await heard;
      await route.continue();
    },
    { times: 1 },
  );
  await logOut(page);
  await leaving;
  // Another tab has found out, and notes it.
  await otherTab.evaluate(() => localStorage.setItem('__PROPEL_AUTH_LOGGED_OUT_AT', String(Date.now())));
  // Long enough to ask the sign-in, and to leave for it.
  await pause(1_000);
  hasHeard();
  await waitForLogin(page);
  await page.goto(`${siteUrl()}/?boss=true`);
  await waitForLogin(page);
});

test('a tab whose calls the server refuses leaves for the sign-in too, once the person signs out in another', { tag: '@all' }, async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(nobodyIsSignedIn);
  expectConsoleError(/401.*\/api\//);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  // The server is told of a sign-out before the hosted sign-in, which renews tokens of the ended session in between.
  const otherTab = await context.newPage();
  await otherTab.route(/\/api\/receiver$/, (route) =>
    route.fulfill({ status: 401, json: { status: 401, code: 'unauthenticated', title: 'Please sign in', detail: 'Sign in again to go on.' } }),
  );
  await otherTab.goto(`${siteUrl()}/?boss=true`);
  await expect(otherTab.getByText('You are signed in, but we could not open your account')).toBeVisible();

  await logOut(page);
  await waitForLogin(page);
  await waitForLogin(otherTab);
});

test('a tab whose calls the server refuses finds out by itself that the person is signed out, though nothing told it', { tag: '@all' }, async ({
  page,
  context,
  expectConsoleError,
}) => {
  expectConsoleError(nobodyIsSignedIn);
  expectConsoleError(/401.*\/api\//);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  await page.route(/\/api\/receiver$/, (route) =>
    route.fulfill({ status: 401, json: { status: 401, code: 'unauthenticated', title: 'Please sign in', detail: 'Sign in again to go on.' } }),
  );
  await page.reload();
  await expect(page.getByText('You are signed in, but we could not open your account')).toBeVisible();
  await context.clearCookies();
  await waitForLogin(page);
});

test('a session of one program is none at another', async ({ page }) => {
  const email = await signUpAt(page, '/?boss=true', 'boost');
  await expectSignedInAs(page, email);
  await page.goto(siteUrl('harbor-new'));
  await waitForLogin(page, 'harbor-new');
});

test('a visitor reads that they are being redirected, with a button in case the browser does not follow', async ({ page }) => {
  const login = /auth\.headway.*\/login\?rt=/;
  await blockLoginRedirect(page);
  const redirected = page.waitForRequest(login);
  await page.goto(siteUrl());
  await expect(page.getByText("Redirecting to login page, if you're not redirected, click below")).toBeVisible();
  await redirected;
  const asked = page.waitForRequest(login);
  await page.getByRole('button', { name: 'Login' }).click();
  await asked;
});

test('a visitor who is not signed in is sent to the sign-in without asking it first', async ({ page }) => {
  const asked: string[] = [];
  page.on('request', (request) => request.url().includes('/api/v1/refresh_token') && asked.push(request.url()));
  await page.goto(siteUrl());
  await waitForLogin(page);
  expect(asked).toEqual([]);
});

test('a person signed in at the hosted pages alone gets in without a word, and so do those whose browser forgot them', async ({ page }) => {
  const email = await signUpAt(page, '/?boss=true');
  await expectSignedInAs(page, email);
  await page.evaluate(() => {
    localStorage.clear();
    sessionStorage.clear();
  });
  await page.goto(`${siteUrl()}/?boss=true&now=2026-07-04`);
  await expectSignedInAs(page, email);
  expect(page.url()).toBe(`${siteUrl()}/?boss=true&now=2026-07-04`);
});

test('a browser that denies its storage asks at once, instead of being sent to the sign-in for ever', { tag: '@all' }, async ({ page }) => {
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  await page.addInitScript(() => {
    const denied = () => {
      throw new DOMException('denied', 'SecurityError');
    };
    Object.defineProperty(window, 'sessionStorage', { get: denied });
    Object.defineProperty(window, 'localStorage', { get: denied, configurable: true });
  });
  const visited: string[] = [];
  page.on('framenavigated', (frame) => visited.push(frame.url()));
  await page.reload();
  await expectSignedInAs(page, email);
  expect(visited).toEqual([`${siteUrl()}/?boss=true`]);
});

test('a browser that keeps no sign-in is not sent back and forth', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(nobodyIsSignedIn);
  await page.route(/\/api\/v1\/refresh_token/, (route) =>
    route.fulfill({ status: 401, headers: { 'access-control-allow-origin': siteUrl(), 'access-control-allow-credentials': 'true' } }),
  );
  await signUpAt(page);
  await expect(page.getByRole('heading', { name: 'We could not sign you in' })).toBeVisible();
  await expect(page.getByText('Allow cookies')).toBeVisible();
});

test('/login, /signup and /forgot-password are open to everybody and lead on to the hosted page, and from there to the root with its query', async ({
  page,
}) => {
  for (const [path, hosted] of [
    ['/login', 'login'],
    ['/signup', 'signup'],
    ['/forgot-password', 'login'],
  ] as const) {
    await page.goto(`${siteUrl()}${path}?boss=true`);
    await page.waitForURL(new RegExp(`auth\\.headway\\.localhost:\\d+/${hosted}\\?rt=`));
    const backTo = new URL(page.url()).searchParams.get('rt') ?? '';
    expect(Buffer.from(backTo, 'base64').toString()).toBe(`${siteUrl()}/?boss=true`);
  }
});

test('a refresh that fails three times and then works signs nobody out', async ({ page, expectConsoleError }) => {
  expectConsoleError(/500.*refresh_token/);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  let failures = 0;
  await page.route(/\/api\/v1\/refresh_token/, async (route) => {
    if (route.request().method() === 'OPTIONS' || failures >= 3) return route.continue();
    failures += 1;
    return route.fulfill({ status: 500, headers: { 'access-control-allow-origin': siteUrl(), 'access-control-allow-credentials': 'true' } });
  });
  await page.reload();
  await expectSignedInAs(page, email);
  expect(failures).toBe(3);
});

test('a sign-in that cannot be reached says so, and is asked again on request', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(/ERR_FAILED.*refresh_token/);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  await page.route(/\/api\/v1\/refresh_token/, (route) => route.abort());
  await page.reload();
  await expect(page.getByText('Unable to process authentication response')).toBeVisible();
  await page.unroute(/\/api\/v1\/refresh_token/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expectSignedInAs(page, email);
});

test('a sign-in whose answer cannot be read says so', { tag: '@all' }, async ({ page, expectConsoleError }) => {
  expectConsoleError(/Unable to process authentication response/);
  await page.route(/\/api\/v1\/refresh_token/, (route) =>
    route.fulfill({ status: 200, body: 'not JSON', headers: { 'access-control-allow-origin': siteUrl(), 'access-control-allow-credentials': 'true' } }),
  );
  await signUpAt(page);
  await expect(page.getByText('Unable to process authentication response')).toBeVisible();
});

test('the session that ended elsewhere ends here with the next check', async ({ page, context, expectConsoleError }) => {
  expectConsoleError(nobodyIsSignedIn);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  await context.clearCookies();
  // Tokens live 30 minutes and are renewed in the last ten.
  await page.clock.runFor('21:00');
  await waitForLogin(page);
});

test('a session is checked every 60 seconds, and its token renewed once, at the first check in its last ten minutes', async ({ page }) => {
  const email = await openAsNewPerson(page);
  await expectSignedInAs(page, email);
  let [renewals, aheadSeconds] = [0, 0];
  await page.route(/\/api\/v1\/refresh_token/, async (route) => {
    if (route.request().method() !== 'GET') return route.continue();
    renewals += 1;
    // Node does not know the names below localhost that a browser knows.
    const { host, port } = new URL(route.request().url());
    const headers = { ...(await route.request().allHeaders()), host };
    const response = await route.fetch({ url: `http://127.0.0.1:${port}/api/v1/refresh_token`, headers });
    const token = await response.json();
    // The server's clock stays behind the page's, which would take the new token for an old one.
    return route.fulfill({ response, json: { ...token, expires_at_seconds: token.expires_at_seconds + aheadSeconds } });
  });
  // The page's time stands still between the steps, and no check falls on the second in which the last ten minutes begin.
  const nowMs = await page.evaluate(() => Date.now());
  // It stands still at an instant that a busy machine has not passed by then.
  await page.clock.pauseAt(nowMs + 10_000);
  await page.clock.setSystemTime(nowMs + 40_000);
  // Tokens live 30 minutes.
  await page.clock.runFor('19:00');
  expect(renewals).toBe(0);
  aheadSeconds = 20 * 60;
  const renewed = page.waitForResponse(/\/api\/v1\/refresh_token/);
  await page.clock.runFor('01:00');
  await (await renewed).finished();
  expect(renewals).toBe(1);
  await page.clock.runFor('15:00');
  expect(renewals).toBe(1);
});

test('the token for an organization is kept for 300 seconds', async ({ page, context }) => {
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  const { user_id } = await claimsOfNextCall(page);
  const { org_id } = await askAuthProvider<{ org_id: string }>('/org/', { name: `Market ${user_id}` });
  await askAuthProvider('/org/add_user', { org_id, user_id, role: 'Member' });
  // Leave the open page, which would ask for the token as well.
  await page.goto('about:blank');
  await context.addCookies([{ name: 'active_org_id', value: org_id, url: siteUrl() }]);
  let asked = 0;
  page.on('request', (request) => {
    if (request.method() === 'GET' && request.url().includes(`active_org_id=${org_id}`)) asked += 1;
  });
  await page.goto('/?boss=true');
  await expect(page.getByText('No results found')).toBeVisible();
  expect(asked).toBe(1);
  // The page reads its table again every minute, whatever its stream of changes says.
  for (let minute = 0; minute < 3; minute += 1) {
    const call = page.waitForResponse(/\/transactions\?/);
    await page.clock.runFor('01:00');
    await call;
  }
  expect(asked).toBe(1);
  const askedAgain = page.waitForResponse((answer) => answer.url().includes(`active_org_id=${org_id}`));
  await page.clock.runFor('03:00');
  await askedAgain;
});

test('the pages of one’s account and organization are a click away, and lead back', { tag: '@all' }, async ({ page }) => {
  const email = await openAsNewPerson(page, '/?boss=true&onboardingStep=-1');
  await expectSignedInAs(page, email);
  const { user_id } = await claimsOfNextCall(page);
  const name = `Bakery ${user_id}`;
  const { org_id } = await askAuthProvider<{ org_id: string }>('/org/', { name });
  await askAuthProvider('/org/add_user', { org_id, user_id, role: 'Owner' });
  const here = page.url();
  const pages: [string, RegExp][] = [
    ['Account settings', /\/account\?rt=/],
    ['Organization page', new RegExp(`/org\\?.*id=${org_id}`)],
    ['Single sign-on', new RegExp(`/saml\\?.*id=${org_id}`)],
    ['Create an organization', /\/create_org\?rt=/],
  ];
  for (const [button, address] of pages) {
    await page.goto(here);
    await openMenu(page);
    await page.getByRole('button', { name: button, exact: true }).click();
    await page.waitForURL(address);
    expect(page.url().startsWith(authUrl())).toBe(true);
    const backTo = new URL(page.url()).searchParams.get('rt') ?? '';
    expect(Buffer.from(backTo, 'base64').toString()).toBe(here);
  }
});

test('calls are made for the organization that the cookie names, as long as the person is in it', async ({ page, context, expectConsoleError }) => {
  // The answer about an organization that the person has left.
  expectConsoleError(nobodyIsSignedIn);
  const email = await openAsNewPerson(page, '/?boss=true');
  await expectSignedInAs(page, email);
  const { user_id, org_member_info } = await claimsOfNextCall(page);
  expect(org_member_info).toBeUndefined();

  const { org_id } = await askAuthProvider<{ org_id: string }>('/org/', { name: `Shop ${user_id}` });
  await askAuthProvider('/org/add_user', { org_id, user_id, role: 'Member' });
  await context.addCookies([{ name: 'active_org_id', value: org_id, url: siteUrl() }]);
  expect((await claimsOfNextCall(page)).org_member_info?.org_id).toBe(org_id);

  await askAuthProvider('/org/remove_user', { org_id, user_id });
  expect((await claimsOfNextCall(page)).org_member_info).toBeUndefined();
  await expectSignedInAs(page, email);
  expect((await context.cookies(siteUrl())).find(({ name }) => name === 'active_org_id')?.value).toBe('');
});

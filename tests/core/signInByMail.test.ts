import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sendLetter } from '../../server/services/mail/sendLetter.ts';
import { ask, control } from '../support/ask.ts';
import { newCardholder, spend } from '../support/cardholder.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { handInShop, shopToken } from '../support/handIn.ts';
import { signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { openShop, type TestShop, tellOfShop, uninstallation } from '../support/shops.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const ownersAddress = ({ shop }: TestShop) => `owner@${shop}`;
const receiverOf = ({ receiverId }: TestShop) => product.deps.database.receiver.findUniqueOrThrow({ where: { id: receiverId } });

/** Waits for a mail and returns the path of its button's link. */
async function linkIn(email: string, kind: 'confirm' | 'sign_in'): Promise<string> {
  const pattern = new RegExp(`/mails/${kind}/[\\w.-]+`);
  return eventually(`a mail with a link to ${kind}`, async () => {
    const found = (await inboxOf(product, email)).map(({ text }) => pattern.exec(text)?.[0]).find((path) => path !== undefined);
    return found ?? null;
  });
}
const open = (path: string) => product.call(path);
const press = (path: string) =>
  product.call(path, { method: 'POST', body: 'List-Unsubscribe=One-Click', headers: { 'content-type': 'application/x-www-form-urlencoded' } });
const askForLink = (email: string, address?: string) =>
  product.call('/mails/sign_in', {
    method: 'POST',
    body: new URLSearchParams({ email }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    ...(address !== undefined && { address }),
  });

/** Follows the provider's link as a browser does, and returns the access token that the site then gets. */
async function follow(page: string): Promise<string> {
  const href = new URL(/href="(http[^"]*magic_link[^"]*)"/.exec(page)?.[1] ?? '');
  const at = (path: string, headers: Record<string, string> = {}) => ask(`${product.sandboxUrl}${path}`, { host: href.host, headers });
  const cookie = (await at(href.pathname)).headers.get('set-cookie')?.split(';')[0] ?? '';
  return (await at('/api/v1/refresh_token', { cookie, origin: product.deps.programs.headway.siteUrl })).body.access_token;
}

describe('the owner of a store that has uninstalled the app with a debt', () => {
  it('is told how to go on, signs in by that mail at the site to the very same account, sees the debt and pays it', async () => {
    const shop = await openShop(product);
    const person = { email: ownersAddress(shop), token: shop.token, receiver: await receiverOf(shop), host: 'headway.localhost' };
    const holder = await newCardholder(product, { accepted_terms_and_conditions: true }, person);
    const { database } = product.deps;
    await eventually('a limit at the issuer', async () => (await database.card.findFirstOrThrow({ where: { token: holder.cardToken } })).spend_limit > 30_000n);
    await spend(product, holder, 30_000, { settle: true });
    // Settled, not only held: what is held cannot be paid yet.
    await eventually('the debt', () => database.ledgerBalance.findFirst({ where: { receiver_id: shop.receiverId, account: 'owed', balance_cents: 30_000n } }));
    expect((await product.call('/api/receiver', { token: shop.token })).body.totalOutstandingCents).toBe(30_000);

    await tellOfShop(product, 'app/uninstalled', shop.shop, uninstallation(shop.shop));
    expect((await product.call('/api/receiver', { token: shop.token })).status).toBe(401);
    const path = await linkIn(ownersAddress(shop), 'sign_in');
    const mail = (await inboxOf(product, ownersAddress(shop))).find(({ text }) => text.includes(path));
    expect(mail?.subject).toBe('Your store has uninstalled Headway: how to go on');
    expect(mail?.text).toContain('$300.00');

    expect((await open(path)).text).toContain(`as ${ownersAddress(shop)}`);
    const token = await follow((await press(path)).text);
    const seen = (await product.call('/api/receiver', { token })).body;
    expect([seen.id, seen.totalOutstandingCents, seen.email]).toEqual([shop.receiverId, 30_000, ownersAddress(shop)]);
    const own = `/api/users/${shop.userId}/pay_now`;
    const { amount_cents } = (await product.call(`${own}?pay=all`, { token })).body;
    const paid = await product.call(own, { method: 'POST', token, body: { pay: 'all', amount_cents }, headers: { 'idempotency-key': randomUUID() } });
    expect([amount_cents, paid.status]).toEqual([30_000, 202]);
  });
});

describe('a sign-in link', () => {
  it('is mailed before an uninstallation too, works once, and confirms the address', async () => {
    const shop = await openShop(product);
    expect((await receiverOf(shop)).contact_email_confirmed_at).toBeNull();
    await askForLink(ownersAddress(shop));
    const path = await linkIn(ownersAddress(shop), 'sign_in');
    const token = await follow((await press(path)).text);
    expect((await product.call('/api/receiver', { token })).body).toMatchObject({ id: shop.receiverId, is_email_confirmed: true });
    expect((await press(path)).status).toBe(404);
  });

  it('changes nothing when it is only looked at, as programs that scan mails do', async () => {
    const shop = await openShop(product);
    await askForLink(ownersAddress(shop));
    const path = await linkIn(ownersAddress(shop), 'sign_in');
    expect([(await open(path)).status, (await open(path)).status]).toEqual([200, 200]);
    expect((await receiverOf(shop)).contact_email_confirmed_at).toBeNull();
    expect((await press(path)).status).toBe(200);
  });

  it('is answered alike whether the address is known, unknown or none, and goes to nobody else’s account', async () => {
    const [shop, direct, stranger] = [await openShop(product), await signUp(product), `${randomUUID()}@example.com`];
    const answers = [
      await askForLink(ownersAddress(shop)),
      await askForLink(stranger),
      await askForLink(direct.email),
      await askForLink('no\0body@example.com'),
    ];
    const plain = answers.map(({ status, text }) => [status, text.replace(/nonce="[^"]*"/, '')]);
    expect(plain[1]).toEqual(plain[0]);
    expect(plain[2]).toEqual(plain[0]);
    expect(plain[3]).toEqual(plain[0]);
    await linkIn(ownersAddress(shop), 'sign_in');
    expect([await inboxOf(product, stranger), await inboxOf(product, direct.email)]).toEqual([[], []]);
  });

  it('can be asked for five times a minute, by one address and for one mailbox', async () => {
    const statuses = async (ask: (index: number) => Promise<{ status: number }>) => {
      const found: number[] = [];
      for (let index = 0; index < 6; index += 1) found.push((await ask(index)).status);
      return found;
    };
    const mailbox = `${randomUUID()}@example.com`;
    expect(await statuses(() => askForLink(mailbox))).toEqual([200, 200, 200, 200, 200, 429]);
    expect(await statuses(() => askForLink(`${randomUUID()}@example.com`, '127.0.0.77'))).toEqual([200, 200, 200, 200, 200, 429]);
    const refused = await askForLink(mailbox);
    expect([refused.headers.get('content-type'), Number(refused.headers.get('retry-after')) > 0]).toEqual(['text/html; charset=utf-8', true]);
    expect(refused.text).toContain('That was too quick. Wait');
  });

  it('stays good while the authentication provider does not answer, and a page says so', async () => {
    const shop = await openShop(product);
    await askForLink(ownersAddress(shop));
    const path = await linkIn(ownersAddress(shop), 'sign_in');
    await control(product.sandboxUrl, 'faults', { stand_in: 'propelauth', kind: 'error_500', path: 'magic_link', remaining: 100 });
    const failed = await press(path);
    expect([failed.status, failed.headers.get('content-type')]).toEqual([503, 'text/html; charset=utf-8']);
    expect(failed.text).toContain('Nothing is lost: try again in a minute.');
    expect((await receiverOf(shop)).contact_email_confirmed_at).toBeNull();
    await fetch(`${product.sandboxUrl}/control/faults/propelauth`, { method: 'DELETE' });
    const token = await follow((await press(path)).text);
    expect((await product.call('/api/receiver', { token })).body.id).toBe(shop.receiverId);
    expect((await press(path)).status).toBe(404);
  });

  it.each([
    ['forged', (path: string) => `${path.slice(0, -4)}AAAA`],
    ['for another purpose', (path: string) => path.replace('sign_in', 'confirm')],
  ])('is refused when it is %s', async (_what, changed) => {
    const shop = await openShop(product);
    await askForLink(ownersAddress(shop));
    const path = changed(await linkIn(ownersAddress(shop), 'sign_in'));
    expect([(await open(path)).status, (await press(path)).status]).toEqual([404, 404]);
  });

  it('never joins the account of somebody who signs in with the address already', async () => {
    const direct = await signUp(product);
    const shop = await openShop(product);
    await product.deps.database.receiver.update({
      where: { id: shop.receiverId },
      data: { contact_email: direct.email, email: `${shop.shop}@shopify.headway.localhost` },
    });
    const before = (await inboxOf(product, direct.email)).length;
    expect(before).toBe(0);
    await askForLink(direct.email);
    await press(await linkIn(direct.email, 'sign_in'));
    expect((await product.call('/api/receiver', { token: direct.token })).body.id).toBe(direct.receiver.id);
    expect((await product.deps.providers.authentication.findUserByEmail(product.deps.programs.headway, direct.email))?.userId).toBe(direct.receiver.token);
  });
});

describe('the address of an account that a store opened', () => {
  it('is its owner’s from the platform, and a link confirms it', async () => {
    const shop = await openShop(product);
    expect(await receiverOf(shop)).toMatchObject({ contact_email: ownersAddress(shop), contact_email_confirmed_at: null });
    const path = await linkIn(ownersAddress(shop), 'confirm');
    expect((await press(path)).text).toContain('Your address is confirmed');
    expect((await product.call('/api/receiver', { token: shop.token })).body).toMatchObject({ email: ownersAddress(shop), is_email_confirmed: true });
  });

  it('is changed by the owner alone, and only once the reader of the new one confirms it', async () => {
    const shop = await openShop(product);
    const other = `${randomUUID()}@example.com`;
    const change = (token: string) => product.call(`/api/users/${shop.userId}/contact_email`, { method: 'POST', token, body: { email: other } });
    const staffs = (await handInShop(product, shop.shop, shopToken(product, shop.shop, { sub: '43' }))).body.access_token;
    expect((await change(staffs)).status).toBe(403);
    expect((await change(shop.token)).body).toEqual({ sent_to: other });
    const path = await linkIn(other, 'confirm');
    expect((await receiverOf(shop)).contact_email).toBe(ownersAddress(shop));
    const seen = async () => (await product.call('/api/receiver', { token: shop.token })).body;
    await eventually('the address that waits', async () => (await seen()).email_waiting === other);
    expect(await seen()).toMatchObject({ email: ownersAddress(shop), is_email_confirmed: false, is_opened_by_store: true });
    await press(path);
    expect(await seen()).toMatchObject({ email: other, is_email_confirmed: true, email_waiting: null });
  });

  it('is the last one that the owner gave: links to those before change nothing any more', async () => {
    const shop = await openShop(product);
    const [mistyped, right] = [`${randomUUID()}@example.com`, `${randomUUID()}@example.com`];
    const change = (email: string) => product.call(`/api/users/${shop.userId}/contact_email`, { method: 'POST', token: shop.token, body: { email } });
    const links: string[] = [];
    for (const email of [mistyped, right]) {
      await change(email);
      links.push(await linkIn(email, 'confirm'));
    }
    const [toStranger = '', toOwner = ''] = links;
    const refused = await press(toStranger);
    expect(refused.status).toBe(404);
    expect(refused.text).toContain('Have another one mailed from your settings');
    expect(refused.text).not.toContain('/mails/sign_in');
    expect((await receiverOf(shop)).contact_email).toBe(ownersAddress(shop));
    expect((await press(toOwner)).status).toBe(200);
    expect([(await press(toStranger)).status, (await press(toOwner)).status]).toEqual([404, 200]);
    expect(await receiverOf(shop)).toMatchObject({ contact_email: right });
  });

  it('waits for its reader no longer than the link works', async () => {
    const shop = await openShop(product);
    const other = `${randomUUID()}@example.com`;
    const waiting = async () => (await product.call('/api/receiver', { token: shop.token })).body.email_waiting;
    // The platform's own address is the present one already: it waits for nothing but its confirmation.
    await linkIn(ownersAddress(shop), 'confirm');
    expect(await waiting()).toBeNull();
    await product.call(`/api/users/${shop.userId}/contact_email`, { method: 'POST', token: shop.token, body: { email: other } });
    await eventually('the address that waits', async () => (await waiting()) === other);
    const sent = { receiver_id: shop.receiverId, kind: 'confirm_email' };
    await product.deps.database.emailSent.deleteMany({ where: { ...sent, sent_to: ownersAddress(shop) } });
    await product.deps.database.emailSent.updateMany({ where: sent, data: { sent_at: new Date(Date.now() - 8 * 86_400_000) } });
    expect(await waiting()).toBeNull();
    const direct = await signUp(product);
    expect((await product.call('/api/receiver', { token: direct.token })).body).toMatchObject({ email_waiting: null, is_opened_by_store: false });
  });

  it('gets mails about obligations before it is confirmed, and news only after', async () => {
    const shop = await openShop(product);
    await product.deps.database.receiver.update({ where: { id: shop.receiverId }, data: { accepted_terms_and_conditions: true } });
    const caller = { receiverId: shop.receiverId } as Parameters<typeof sendLetter>[1];
    await sendLetter(product.deps, caller, { kind: 'app_uninstalled', about: 'obligation' });
    await sendLetter(product.deps, caller, { kind: 'monday_summary', about: '2026-11-23' });
    const subjects = (await inboxOf(product, ownersAddress(shop))).map(({ subject }) => subject);
    expect(subjects.filter((subject) => !subject.startsWith('Confirm'))).toEqual(['Your store has uninstalled Headway: how to go on']);
  });

  it('is nobody’s placeholder: where there is none, nothing is mailed and nothing is shown', async () => {
    const { shop } = await product.press<{ shop: string }>('shopify', 'install', { handle: `shop-${randomUUID().slice(0, 8)}`, profile: 'new' });
    const { body } = await handInShop(product, shop, shopToken(product, shop, { sub: '43' }));
    const receiver = (await product.call('/api/receiver', { token: body.access_token })).body;
    expect([body.propel_auth_user.email, receiver.email]).toEqual(['', '']);
    await sendLetter(product.deps, { receiverId: receiver.id } as Parameters<typeof sendLetter>[1], { kind: 'sign_in_link', about: 'now' });
    expect(await inboxOf(product, `${shop}@shopify.headway.localhost`)).toEqual([]);
    // The owner who comes later brings theirs.
    await handInShop(product, shop, shopToken(product, shop));
    expect((await product.call('/api/receiver', { token: body.access_token })).body.email).toBe(`owner@${shop}`);
  });
});

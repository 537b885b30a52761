import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { controlPanelCalls, helperOf, newHash, ownerOf } from '../support/controlPanelCalls.ts';
import { nowSeconds } from '../support/handIn.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
let panel: ReturnType<typeof controlPanelCalls>;
beforeAll(async () => {
  product = await testProduct();
  panel = controlPanelCalls(product);
});
afterAll(() => product.stop());

const look = async (token: string) => (await product.call('/api/receiver', { token })).status;
const renew = async (token: string) => (await product.call('/api/receivers/access_token_renewal', { method: 'POST', token, body: {} })).status;
const sessionOf = async (jwt: string): Promise<string> => (await panel.handIn(jwt)).body.access_token;
const isInstalled = async (hash: string) =>
  (await product.deps.database.bigcommerceStore.findUniqueOrThrow({ where: { store_hash: hash } })).uninstalled_at === null;

async function installed(): Promise<{ hash: string; owners: string; helper: { user: ReturnType<typeof helperOf> } }> {
  const hash = newHash();
  await panel.install(hash);
  return { hash, owners: await sessionOf(panel.payload(hash)), helper: { user: helperOf(hash) } };
}

describe('uninstalling for a store', () => {
  it('is refused to a member of staff, with the payload of their own address bar or a fresh one: nothing ends for anybody', async () => {
    const { hash, owners, helper } = await installed();
    const shown = panel.payload(hash, helper);
    expect((await panel.load(shown)).status).toBe(302);
    const theirs = await sessionOf(shown);
    expect((await panel.uninstall(shown)).status).toBe(401);
    expect((await panel.uninstall(panel.payload(hash, helper))).status).toBe(403);
    expect([await isInstalled(hash), await look(owners), await look(theirs), await renew(owners)]).toEqual([true, 200, 200, 200]);
    expect((await panel.load(panel.payload(hash))).status).toBe(302);
  });

  it('is refused with a payload that the owner’s frame has shown, before it is handed in and after', async () => {
    const { hash, owners } = await installed();
    const shown = panel.payload(hash);
    expect((await panel.load(shown)).status).toBe(302);
    expect((await panel.uninstall(shown)).status).toBe(401);
    const handedIn = panel.payload(hash);
    expect((await panel.handIn(handedIn)).status).toBe(200);
    expect((await panel.uninstall(handedIn)).status).toBe(401);
    expect([await isInstalled(hash), await look(owners)]).toEqual([true, 200]);
    // Neither has the attempt spent it: the frame may still be reloaded.
    expect((await panel.load(shown)).status).toBe(302);
    expect((await panel.handIn(shown)).status).toBe(200);
  });

  it('is refused with a payload made more than minutes ago, and done with the owner’s fresh one', async () => {
    const { hash, owners } = await installed();
    const old = { iat: nowSeconds() - 301, nbf: nowSeconds() - 306 };
    expect((await panel.uninstall(panel.payload(hash, old))).status).toBe(401);
    expect((await panel.removeUser(panel.payload(hash, { ...old, user: helperOf(hash) }))).status).toBe(401);
    expect([await isInstalled(hash), await look(owners)]).toEqual([true, 200]);
    expect((await panel.uninstall(panel.payload(hash))).status).toBe(204);
    expect([await isInstalled(hash), await look(owners)]).toEqual([false, 401]);
  });

  it('may be reported twice, or late: a store that has installed the app again stays open', async () => {
    const { hash, owners } = await installed();
    await product.deps.database.bigcommerceStore.update({ where: { store_hash: hash }, data: { installed_at: new Date(Date.now() - 60_000) } });
    const message = panel.payload(hash, { iat: nowSeconds() - 2 });
    const late = panel.payload(hash, { iat: nowSeconds() - 2 });
    expect((await panel.uninstall(message)).status).toBe(204);
    expect((await panel.uninstall(message)).status).toBe(204);
    expect(await look(owners)).toBe(401);
    expect((await panel.install(hash)).status).toBe(302);
    const again = await sessionOf(panel.payload(hash));
    expect([(await panel.uninstall(message)).status, (await panel.uninstall(late)).status]).toEqual([204, 204]);
    expect([await isInstalled(hash), await look(again)]).toEqual([true, 200]);
  });

  it('ends what was signed before it for good, also once the app is installed again', async () => {
    const { hash, helper } = await installed();
    const before = panel.payload(hash, { ...helper, iat: nowSeconds() - 3 });
    expect((await panel.load(before)).status).toBe(302);
    expect((await panel.uninstall(panel.payload(hash))).status).toBe(204);
    await panel.install(hash);
    expect([(await panel.load(before)).status, (await panel.handIn(before)).status]).toEqual([401, 401]);
    expect((await panel.load(panel.payload(hash, helper))).status).toBe(302);
  });

  it('was done by an authorized user: the refused message changes nothing, and the store’s own answer is read', async () => {
    const { hash, owners } = await installed();
    await product.press('bigcommerce', 'add_user', { store: hash, email: helperOf(hash).email });
    expect(await product.press('bigcommerce', 'uninstall', { store: hash, email: helperOf(hash).email })).toEqual({ status: 403 });
    expect([await isInstalled(hash), await look(owners)]).toEqual([true, 200]);
  });
});

describe('removing a user', () => {
  it('is refused with a payload that was shown when the app was opened', async () => {
    const { hash, helper } = await installed();
    const shown = panel.payload(hash, helper);
    expect((await panel.load(shown)).status).toBe(302);
    const theirs = await sessionOf(shown);
    expect((await panel.removeUser(shown)).status).toBe(401);
    expect(await look(theirs)).toBe(200);
  });

  it('is refused for the owner', async () => {
    const { hash, owners } = await installed();
    expect((await panel.removeUser(panel.payload(hash, { user: ownerOf(hash) }))).status).toBe(403);
    expect(await look(owners)).toBe(200);
  });

  it('that is reported late does nothing to a user who was let in again since', async () => {
    const { hash, helper } = await installed();
    const message = panel.payload(hash, { ...helper, iat: nowSeconds() - 10 });
    expect((await panel.removeUser(message)).status).toBe(204);
    const back = panel.payload(hash, { ...helper, iat: nowSeconds() + 2 });
    expect((await panel.load(back)).status).toBe(302);
    const again = await sessionOf(back);
    expect((await panel.removeUser(message)).status).toBe(204);
    expect([await look(again), (await panel.load(back)).status]).toEqual([200, 302]);
  });
});

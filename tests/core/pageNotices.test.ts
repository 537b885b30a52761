import { afterAll, beforeAll, expect, it } from 'vitest';
import { type PageNotices, withNotice } from '../../server/http/pageNotices.ts';
import { makeDemoData } from '../../server/start/demo/index.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

const template = async () => '<html><head></head><body><div id="root"></div></body></html>';
const pageOf = (notices: PageNotices, key: 'boost' | 'card') =>
  withNotice(template, notices)('/', { key, typeface: { family: '', package: '', generic: 'serif', hasTabularFigures: false } });

it('stands above the page of its program alone, as text, and only while it is true', async () => {
  const notices: PageNotices = new Map([['boost', 'A year & <b>more</b>']]);
  const page = await pageOf(notices, 'boost');
  expect(page).toContain('<aside aria-label="Notice">A year &amp; &lt;b&gt;more&lt;/b&gt;</aside><div id="root">');
  expect(page).toContain('<style nonce="{{NONCE}}">');
  expect(await pageOf(notices, 'card')).toBe(await template());
  notices.clear();
  expect(await pageOf(notices, 'boost')).toBe(await template());
});

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

/** Reads what an advance of the sandbox's time waits for. */
async function timeWaits(): Promise<string | null> {
  const answer = await fetch(`${product.sandboxUrl}/control/clock/lived`);
  return ((await answer.json()) as { held_for: string | null }).held_for;
}

it('says of each program whose demo merchant has no year of history yet that it is being made, in a time that is not moved on meanwhile', async () => {
  const deps = { ...product.deps, config: { ...product.deps.config, demoHistory: true } };
  const first: PageNotices = new Map();
  const stop = await makeDemoData(deps, first);
  expect(await timeWaits()).toContain('being made');
  await stop();
  expect(await timeWaits()).toBeNull();
  expect([...first.keys()]).toEqual(['headway', 'boost', 'card', 'harbor-new', 'meridian-new']);
  expect(first.get('card')).toContain('still being made');

  const merchants = await deps.database.receiver.findMany({ where: { email: 'merchant@demo.localhost', whitelabel: { not: 'card' } } });
  expect(merchants).toHaveLength(4);
  await deps.database.demoHistory.createMany({ data: merchants.map(({ id }) => ({ receiver_id: id })) });
  const later: PageNotices = new Map();
  const stopAgain = await makeDemoData(deps, later);
  await stopAgain();
  expect([...later.keys()]).toEqual(['card']);
});

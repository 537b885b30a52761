import { setUpExtension } from '@shopify/ui-extensions-tester';
import * as preact from 'preact';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import words from '../../extensions/order-spending-power/locales/en.default.json' with { type: 'json' };
import type { ShopOrderAnswer } from '../../server/contract/shopOrder.ts';

/** Opens an order in the admin, with the answers that the app gives in turn. Returns the extension and the addresses it asked for. */
function openOrder(...answers: (() => Promise<Response>)[]) {
  const extension = setUpExtension('admin.order-details.block.render', { configSearchDir: 'extensions/order-spending-power' });
  extension.shopify.data.selected = [{ id: 'gid://shopify/Order/5550123' }];
  extension.shopify.i18n.translate = translate as typeof extension.shopify.i18n.translate;
  const asked: string[] = [];
  extension.fetch = async (input) => {
    asked.push(String(input));
    return (answers[asked.length - 1] ?? answers.at(-1) ?? (() => Promise.reject(new Error('nobody answers'))))();
  };
  return { extension, asked };
}

/** Translates as the admin does: by the file of the language, with values in double braces. Throws for a key that is not in it. */
function translate(key: string, values: Record<string, string | number> = {}): string {
  const text = new Map(Object.entries(words)).get(key);
  if (text === undefined) throw new Error(`no translation of ${key}`);
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => String(values[name]));
}

// Reset Preact's own state, because the tester clears only the page.
beforeEach(() => preact.render(null, document.body));

const answersWith = (answer: ShopOrderAnswer) => async () => Response.json(answer);
const failsWith = (status: number) => async () => new Response('', { status });
const never = () => new Promise<Response>(() => undefined);

const text = () => document.body.textContent?.replace(/\s+/g, ' ').trim() ?? '';
/** Waits as other tests do: a busy machine takes more than the second that is usual. */
const shows = (words: string | RegExp) => vi.waitFor(() => expect(text()).toMatch(words), { timeout: 10_000 });
const press = () => document.body.querySelector('s-button')?.dispatchEvent(new Event('click'));
const linkTo = () => document.body.querySelector('s-link')?.getAttribute('href');

describe('the block on the order page', () => {
  it('shows what the order adds, when it is paid out and what can be spent now', async () => {
    const { extension, asked } = openOrder(
      answersWith({ state: 'counts', adds_cents: 2_445, available_cents: 1_234_500, payout_on: '2026-11-24', is_paid_out: false }),
    );
    using _ = extension;
    await extension.render();
    await shows('This order adds$24.45Payout expectedNov 24, 2026Available to spend now$12,345.00');
    expect(document.body.querySelector('s-admin-block')?.getAttribute('heading')).toBe('Spending power');
    expect(asked).toEqual(['/shopify/ext/order?id=5550123']);
    expect(linkTo()).toBe('app:');
  });

  it.each<[string, { payout_on: string | null; is_paid_out: boolean }, string]>([
    ['that has been paid out', { payout_on: '2026-11-02', is_paid_out: true }, 'Paid outAbout Nov 2, 2026'],
    ['that another than the platform pays out', { payout_on: null, is_paid_out: false }, 'Payout expectedBy your payment provider'],
  ])('says so of an order %s', async (_what, payout, words) => {
    const { extension } = openOrder(answersWith({ state: 'counts', adds_cents: 100, available_cents: 0, ...payout }));
    using _ = extension;
    await extension.render();
    await shows(words);
  });

  it('says why an order does not count, and what can be spent all the same', async () => {
    const { extension } = openOrder(
      answersWith({ state: 'does_not_count', reason: 'payment_failed', text: 'The payment of this order did not go through.', available_cents: 50_000 }),
    );
    using _ = extension;
    await extension.render();
    await shows('This order adds$0.00The payment of this order did not go through.Available to spend now$500.00');
  });

  it('leads a merchant who has not finished onboarding to the app', async () => {
    const { extension } = openOrder(answersWith({ state: 'not_onboarded' }));
    using _ = extension;
    await extension.render();
    await shows('once your card is set up');
    expect(linkTo()).toBe('app:');
  });

  it('says that it is loading, in words', async () => {
    const { extension } = openOrder(never);
    using _ = extension;
    await extension.render();
    await shows('Working out what this order adds…');
    expect(document.body.querySelector('s-spinner')?.getAttribute('accessibilitylabel') ?? '').toBe('Loading');
  });

  it.each([
    ['the app fails', failsWith(503)],
    ['the network does', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('offers another try when %s, and the next one shows the figures', async (_what, fails) => {
    const { extension, asked } = openOrder(fails, answersWith({ state: 'counts', adds_cents: 300, available_cents: 400, payout_on: null, is_paid_out: false }));
    using _ = extension;
    await extension.render();
    await shows('We could not work out');
    press();
    await shows(/This order adds\$3\.00/);
    expect(asked).toHaveLength(2);
  });

  it('says when an order that was not read yet will count, and asks again on request', async () => {
    const { extension, asked } = openOrder(failsWith(404), answersWith({ state: 'not_onboarded' }));
    using _ = extension;
    await extension.render();
    await shows('We have not read this order yet.');
    press();
    await shows('once your card is set up');
    expect(asked).toHaveLength(2);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kybForm, shippingAddress, somebody } from '../support/businessForms.ts';
import { type Merchant, merchantAt } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
let merchant: Merchant;
beforeAll(async () => {
  product = await productWithMerchants('KYB');
  merchant = await merchantAt(product, 'KYB');
});
afterAll(() => product.stop());

/** Values that no field of text can have, and whether somebody can type them: then the rules of the form refuse them, otherwise their shape does. */
const kinds: readonly (readonly [name: string, value: unknown, isTypeable: boolean])[] = [
  ['nothing', undefined, false],
  ['null', null, false],
  ['a number', 7, false],
  ['a yes', true, false],
  ['a list', [], false],
  ['an object', {}, false],
  ['a novel', 'x'.repeat(601), false],
  ['a NUL', 'Ana\0Lopez', false],
  ['half a character', 'Ana\ud83d', false],
  ['two lines', 'Ana\r\nBcc: everybody', true],
  ['signs without a letter', '\u200b😀 — !', true],
];

/** Every place of text in a form, as the paths of its fields. */
function textPaths(value: unknown, path: string): string[] {
  if (typeof value === 'string') return [path];
  return typeof value === 'object' && value !== null ? Object.entries(value).flatMap(([name, part]) => textPaths(part, `${path}.${name}`)) : [];
}

/** The same form with something else in the place of every text. */
function filledWith(form: unknown, value: unknown): unknown {
  if (typeof form === 'string') return value;
  if (Array.isArray(form)) return form.map((part) => filledWith(part, value));
  if (typeof form !== 'object' || form === null) return form;
  return Object.fromEntries(Object.entries(form).map(([name, part]) => [name, filledWith(part, value)]));
}

interface Refusal {
  status: number;
  body: { code?: string; errors?: { path: string; message: string; fix: string }[] };
}

/** Refused, with a message at each of these fields and at no other. */
function expectAt({ status, body }: Refusal, paths: readonly string[]): void {
  expect([status, body.code]).toEqual([400, 'invalid_request']);
  expect([...new Set(body.errors?.map(({ path }) => path))].sort()).toEqual([...paths].sort());
  for (const { message, fix } of body.errors ?? []) {
    expect(message).toMatch(/^[A-Z].*\.$/);
    expect(fix).not.toBe('');
    expect(message + fix).not.toContain('Bcc');
  }
}

/** The second line of an address may be anything that fits on a line. */
function placesRefusing(kind: string, places: readonly string[]): readonly string[] {
  return kind === 'signs without a letter' ? places.filter((path) => !path.endsWith('.address2')) : places;
}

/** A form with everything in it that can be visible. */
const wholeForm = kybForm('Corner Bakery LLC', {
  control_person_owns_business: false,
  beneficial_owner_individuals: [somebody()],
  beneficial_owner_entities: [kybForm('Lopez Holdings Inc').business_entity],
});

describe('the verification form', () => {
  const applications = () => product.deps.database.kybApplication.count({ where: { receiver_id: merchant.id } });
  const places = textPaths(wholeForm, 'form');

  it('has every field of the business, of its control person and of both kinds of owners', () => {
    expect(places).toHaveLength(1 + 1 + 7 + 1 + 12 + 12 + 8 - 1);
  });

  it.each(kinds)('takes %s in none of its fields, and keeps nothing', async (name, value) => {
    expectAt(await merchant.post('kyb', { form: filledWith(wholeForm, value) }), placesRefusing(name, places));
    expect(await applications()).toBe(0);
  });

  it.each(kinds.filter(([, , isTypeable]) => !isTypeable))('keeps no draft with %s in a field', async (_, value) => {
    const body = { form: filledWith(wholeForm, value), page: 0 };
    expectAt(await merchant.send('kyb', { method: 'PUT', body }), places);
    expect(await applications()).toBe(0);
  });

  it.each([undefined, null, -1, 6, 1.5, '1', true, [], {}, 1e21])('keeps no draft on page %j', async (page) => {
    expectAt(await merchant.send('kyb', { method: 'PUT', body: { form: wholeForm, page } }), ['page']);
    expect(await applications()).toBe(0);
  });

  it.each(['home_business', 'control_person_owns_business'])('takes for %s only yes or no', async (name) => {
    for (const value of [undefined, null, 0, 1, '', 'yes', 'true', [], {}, 'x'.repeat(301)]) {
      expectAt(await merchant.post('kyb', { form: { ...wholeForm, [name]: value } }), [`form.${name}`]);
    }
    expect(await applications()).toBe(0);
  });
});

describe('the form of the physical card', () => {
  const { last_name: _, ...typed } = shippingAddress;
  const places = textPaths(typed, 'shipping_address');
  let sender: Merchant;
  beforeAll(async () => {
    sender = await merchantAt(product, 'CARD_ISSUE');
    await sender.done(sender.postCard(true));
  });

  it.each(kinds)('takes %s in none of its fields, and sends nothing', async (name, value) => {
    const shipping_address = { ...(filledWith(typed, value) as object), last_name: '.' };
    expectAt(await sender.post('card/physical', { shipping_address }), placesRefusing(name, places));
    expect(await product.deps.database.cardOrder.findFirst({ where: { receiver_id: sender.id } })).toMatchObject({ shipping_address: null });
  });
});

describe('the smaller calls of onboarding', () => {
  const calls: readonly (readonly [path: string, body: Readonly<Record<string, unknown>>])[] = [
    ['agreements/privacy_policy', { version: '2026-11-21' }],
    ['bank/link_token', { mode: 'link' }],
    ['bank', { public_token: 'public-sandbox-1', account_id: 'account-1' }],
    ['commerce', { public_token: 'public-1' }],
    ['kyb/documents', { entity_token: 'entity-1', document_type: 'EIN_LETTER' }],
  ];
  const fields = calls.flatMap(([path, body]) => Object.keys(body).map((name) => [path, name, body] as const));

  it.each(fields)('%s: what cannot be %s is told there, and changes nothing', async (path, name, body) => {
    const before = await merchant.stored();
    const mayBeNull = path === 'bank';
    const values = ['', ...kinds.flatMap(([, value, isTypeable]) => (isTypeable || (value === null && mayBeNull) ? [] : [value]))];
    for (const value of values) expectAt(await merchant.post(path, { ...body, [name]: value }), [name]);
    expect(await merchant.stored()).toEqual(before);
  });

  it.each([undefined, null, 0, 1, 'yes', 'true', '', [], {}, 'x'.repeat(601)])('a physical card is not asked for with %j', async (physical) => {
    expectAt(await merchant.post('card', { physical }), ['physical']);
  });
});

describe('an address that holds what no text holds', () => {
  it.each(['users/a%00b/kyb', 'users/a%00b/commerce'])('/api/%s is refused before anybody is looked for', async (path) => {
    expectAt(await merchant.send(`/api/${path}`), ['params.token']);
  });

  it('in its query is refused at its name', async () => {
    expectAt(await merchant.send(`/api/users/${merchant.id}/kyb_status?lithic_account_holder_token=a%00`), ['query.lithic_account_holder_token']);
  });

  it('in a saved record is refused at its field', async () => {
    const body = { business_name: 'Corner\0Bakery', phone_number: '+1\ud83d' };
    expectAt(await merchant.send(`/api/users/${merchant.receiver.token}`, { method: 'PATCH', body }), ['business_name', 'phone_number']);
    expect((await merchant.stored()).business_name).toBeNull();
  });
});

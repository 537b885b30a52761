import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type TestProduct, testProduct } from '../support/product.ts';
import { openShop } from '../support/shops.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

describe('the verification of a shop’s owner', () => {
  it('starts with what the shop says of its business, and keeps what was typed', async () => {
    const { token, userId } = await openShop(product);
    const path = `/api/users/${userId}/kyb`;
    const { form } = (await product.call(path, { token })).body;
    expect(form.business_entity).toMatchObject({
      legal_business_name: expect.stringMatching(/\w/),
      address: { address1: '200 Market St', city: 'Portland', state: 'OR', postal_code: '97205', country: 'USA' },
    });
    expect(form.control_person).toMatchObject({
      first_name: 'Sam',
      last_name: 'Turner',
      phone_number: '+12025550123',
      email: expect.stringContaining('owner@'),
    });
    const typed = {
      ...form,
      business_entity: { ...form.business_entity, legal_business_name: 'Typed LLC', address: { ...form.business_entity.address, address1: '' } },
    };
    await product.deps.database.receiver.updateMany({
      where: { token: userId },
      data: { accepted_privacy_policy: true, accepted_terms_and_conditions: true, accepted_card_holders_agreement: true },
    });
    expect((await product.call(path, { method: 'PUT', token, body: { form: typed, page: 0 } })).status).toBe(200);
    const kept = (await product.call(path, { token })).body.form.business_entity;
    expect([kept.legal_business_name, kept.address.address1]).toEqual(['Typed LLC', '']);
  });

  it('starts without it where the shop does not answer', async () => {
    const { shop, token, userId } = await openShop(product);
    await product.deps.database.shopifySession.deleteMany({ where: { shop } });
    const answer = await product.call(`/api/users/${userId}/kyb`, { token });
    expect([answer.status, answer.body.form.business_entity.legal_business_name]).toEqual([200, '']);
  });
});

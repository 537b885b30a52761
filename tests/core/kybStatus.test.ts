import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { control } from '../support/ask.ts';
import { kybForm } from '../support/businessForms.ts';
import { merchantAt, newMerchant } from '../support/merchant.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('KYB');
});
afterAll(() => product.stop());

describe('the status of the verification', () => {
  it('is what the issuer said last while it cannot be asked', async () => {
    const merchant = await merchantAt(product, 'KYB');
    await product.press('lithic', 'kyb_mode', { mode: 'at_once' });
    await merchant.done(merchant.submitKyb(kybForm('Pending Bakery')));
    await control(product.sandboxUrl, 'faults', { stand_in: 'lithic', kind: 'error_500', path: 'GET', remaining: 100 });
    const answer = await merchant.send(`/api/users/${merchant.id}/kyb_status`);
    await fetch(`${product.sandboxUrl}/control/faults`, { method: 'DELETE' });
    expect([answer.status, answer.body.status]).toEqual([200, 'PENDING_REVIEW']);
  });

  it.each([null, 'BLANK'])('is none where nothing was sent in (%j), and the issuer is not asked', async (lithic_account_holder_token) => {
    const merchant = await newMerchant(product);
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { lithic_account_holder_token } });
    await control(product.sandboxUrl, 'faults', { stand_in: 'lithic', kind: 'error_500', remaining: 100 });
    const answer = await merchant.send(`/api/users/${merchant.id}/kyb_status`);
    await fetch(`${product.sandboxUrl}/control/faults`, { method: 'DELETE' });
    expect([answer.status, answer.body]).toEqual([200, { status: null, status_reasons: [] }]);
  });
});

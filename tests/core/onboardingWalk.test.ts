import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { kybForm, somebody } from '../support/businessForms.ts';
import { eventually } from '../support/eventually.ts';
import { newMerchant } from '../support/merchant.ts';
import { type TestProduct, testProduct } from '../support/product.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

describe('a merchant', () => {
  it('comes from the first visit to an open card with a limit, a screen at a time', async () => {
    const merchant = await newMerchant(product);
    const seen = [await merchant.step()];
    await merchant.acceptAgreements();
    seen.push(await merchant.step());
    await merchant.done(merchant.submitKyb());
    seen.push(await merchant.step());
    await merchant.linkBank();
    seen.push(await merchant.step());
    await merchant.connectStore();
    seen.push(await merchant.step());
    const ordered = await merchant.done(merchant.postCard(true));
    expect(ordered).toMatchObject({ wantsPhysicalCard: true, card_request: null });
    seen.push(await merchant.step());
    const asked = await merchant.done(merchant.postPhysicalCard());
    expect(asked).toMatchObject({ wantsPhysicalCard: false, card_request: 'physical' });
    expect(seen).toEqual(['PRIVACY_POLICY', 'KYB', 'BANK_LINK', 'ACCOUNTING_CONNECTION', 'CARD_ISSUE', 'CARD_ISSUE']);

    await eventually('the last step', async () => (await merchant.step()) === 'FINISHED');
    const stored = await merchant.stored();
    expect(stored).toMatchObject({
      business_name: 'Corner Bakery LLC',
      business_address: '45 Market Street, Suite 4, Albany, NY 12207',
      phone_number: '+12125550142',
      nature_of_business: 'Bakes and sells bread',
      ein_last_four: '6789',
      kyb_status: 'ACCEPTED',
    });
    const card = await product.deps.providers.cardIssuer.getCard(stored.lithic_card_token ?? '');
    expect(card).toMatchObject({ isPhysical: true, state: 'PENDING_FULFILLMENT', accountToken: stored.lithic_account_token });
    expect(card.spendLimitCents).toBeGreaterThan(1);
    await eventually('the first sync', async () => (await merchant.timeline()).includes('store_synced'));
    expect(await merchant.timeline()).toEqual(
      expect.arrayContaining([
        'agreement_accepted',
        'kyb_submitted',
        'kyb_status_changed',
        'bank_linked',
        'store_connected',
        'store_synced',
        'card_ordered',
        'card_issued',
        'card_sent',
      ]),
    );
  });

  it('sees the sales of the store come in, and the spending power that follows from them', async () => {
    const merchant = await newMerchant(product);
    await merchant.walkTo('ACCOUNTING_CONNECTION');
    await product.press('rutter', 'reading_delay', { milliseconds: 600_000 });
    await merchant.connectStore();
    expect(await merchant.done(merchant.send('commerce'))).toMatchObject({ connected: true, platform: 'SHOPIFY', last_synced_at: null });
    await product.press('rutter', 'reading_delay', { milliseconds: 1_500 });
    const { connection_id } = await product.deps.database.commerceLink.findFirstOrThrow({ where: { receiver_id: merchant.id } });
    await product.press('rutter', 'finish_reading', { connection: connection_id });
    const store = await eventually('the first sync', async () => {
      const answer = await merchant.done(merchant.send('commerce'));
      return answer.sync_state === 'done' && answer;
    });
    expect(store.synced_count).toBeGreaterThan(200);
    expect(store.expected_count).toBe(store.synced_count);
    expect(await product.deps.database.storeTransaction.count({ where: { receiver_id: merchant.id } })).toBe(store.synced_count);
    const snapshot = await eventually('a spending power above the one to begin with', () =>
      product.deps.database.spendingPowerSnapshot.findFirst({ where: { receiver_id: merchant.id, total_cents: { gt: 100_000n } } }),
    );
    expect(Number(snapshot.total_cents)).toBeGreaterThan(100_000);
  });

  it('may be a sole proprietor, with a home business, owners who are people and one that is a business', async () => {
    const merchant = await newMerchant(product);
    const form = kybForm('Lopez Repairs', {
      home_business: true,
      control_person_owns_business: false,
      business_entity: { government_id: '223-45-6789' },
      beneficial_owner_individuals: [
        somebody({ first_name: 'Bo', government_id: '234-56-7891' }),
        somebody({ first_name: 'Cy', government_id: '345-67-8912' }),
      ],
      beneficial_owner_entities: [{ ...kybForm('Holding Inc').business_entity }],
    });
    await merchant.walkTo('KYB');
    const answer = await merchant.done(merchant.submitKyb(form));
    expect(answer).toMatchObject({ ein: '•••••6789', kybStatus: 'ACCEPTED' });
    const { lithic_account_holder_token } = await merchant.stored();
    const holder = await product.deps.providers.cardIssuer.getAccountHolder(lithic_account_holder_token ?? '');
    expect(holder.owners.map(({ firstName }) => firstName)).toEqual(['Bo', 'Cy']);
  });
});

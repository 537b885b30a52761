import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { receiverScope } from '../../server/db/scope.ts';
import type { KybForm } from '../../server/domain/kyb/kyb.ts';
import { recomputeSpendingPower } from '../../server/services/spendingPower/recomputeSpendingPower.ts';
import { kybForm } from '../support/businessForms.ts';
import { spend } from '../support/cardholder.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { type Merchant, merchantAt, newMerchant } from '../support/merchant.ts';
import { type Person, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';

let product: TestProduct;
let admin: Person;
beforeAll(async () => {
  product = await productWithMerchants('BANK_LINK');
  admin = await signUp(product, { staff: { admin: true } });
});
afterAll(() => product.stop());

const cardOf = ({ id }: Merchant) => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: id } });

/** Makes a merchant with an open card and $1,000 to spend. */
async function withCard(form?: KybForm): Promise<Merchant> {
  const merchant = await merchantAt(product, 'ACCOUNTING_CONNECTION', { form });
  // To read a store takes its time, and these tests ask nothing of it.
  await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { rutter_access_token: 'BLANK' } });
  await merchant.done(merchant.postCard(false));
  await eventually('the end of the onboarding', async () => (await merchant.step()) === 'FINISHED');
  return merchant;
}

/** Lets the issuer decide about a business, and waits until the product knows. */
async function decide(merchant: Merchant, status: string): Promise<void> {
  await product.press('lithic', 'decide_kyb', { account_holder_token: (await merchant.stored()).lithic_account_holder_token, status });
  await eventually(`the decision: ${status}`, async () => (await merchant.stored()).kyb_status === status);
}

const untilCardIs = (merchant: Merchant, state: string) => eventually(`a card that is ${state}`, async () => (await cardOf(merchant)).state === state);
const atIssuer = async (merchant: Merchant) => (await product.deps.providers.cardIssuer.getCard((await cardOf(merchant)).token)).state;
const recompute = ({ id }: Merchant) => recomputeSpendingPower(product.deps, receiverScope(id), 'test');

async function refused(form?: KybForm): Promise<Merchant> {
  const merchant = await withCard(form);
  await decide(merchant, 'REJECTED');
  return merchant;
}

/** Makes a purchase that settles, and waits until it is owed. */
async function owe(merchant: Merchant, cents: number): Promise<void> {
  await spend(product, { cardToken: (await cardOf(merchant)).token }, cents, { settle: true });
  await eventually('the debt', async () => (await merchant.shown()).payable.most_cents === cents);
}

const toSettle = async (merchant: Merchant) => {
  const { body } = await product.call('/api/staff/differences', { token: admin.token });
  return body.differences.filter(({ customer }: { customer: { token: string } | null }) => customer?.token === merchant.receiver.token);
};

describe('a business that the issuer refuses after it had accepted it', () => {
  it('has its cards paused and nothing to spend, and nobody reopens them, until it is accepted again', async () => {
    const merchant = await refused();
    await untilCardIs(merchant, 'PAUSED');
    expect(await atIssuer(merchant)).toBe('PAUSED');
    expect(await merchant.shown()).toMatchObject({ blocks: ['business_refused'], totalSpendPowerCents: 0, availableSpendPowerCents: 0 });
    const { token } = await cardOf(merchant);
    const reopened = await merchant.send('/api/lithic_card', { method: 'PATCH', body: { token, state: 'OPEN' } });
    expect([reopened.status, reopened.body.detail]).toEqual([403, 'The card issuer no longer accepts your business. The card stays paused meanwhile.']);
    expect((await spend(product, { cardToken: token }, 100)).status).toBe('DECLINED');

    await decide(merchant, 'ACCEPTED');
    await untilCardIs(merchant, 'OPEN');
    await eventually('the spending power', async () => (await merchant.shown()).totalSpendPowerCents === 100_000);
    expect(await merchant.shown()).toMatchObject({ blocks: [] });
    expect(await merchant.step()).toBe('FINISHED');
  });

  it('stays held while what it has sent again is reviewed, by the same account with the same EIN', async () => {
    const merchant = await refused();
    await untilCardIs(merchant, 'PAUSED');
    expect(await merchant.done(merchant.submitKyb(kybForm('Pending Bakery')))).toMatchObject({ kybStatus: 'PENDING_REVIEW' });
    await recompute(merchant);
    expect(await merchant.shown()).toMatchObject({ blocks: ['business_refused'], totalSpendPowerCents: 0 });
    expect(await atIssuer(merchant)).toBe('PAUSED');
    await decide(merchant, 'ACCEPTED');
    await untilCardIs(merchant, 'OPEN');
    expect(await toSettle(merchant)).toEqual([]);
  });

  it('keeps its EIN for itself, whether it owes anything or not, also where it sends another one', async () => {
    const merchant = await refused();
    const takes = async () => {
      const other = await merchantAt(product, 'KYB');
      return (await other.post('kyb', { form: kybForm('Corner Bakery', { business_entity: { government_id: merchant.ein } }) })).status;
    };
    expect(await takes()).toBe(409);
    await merchant.done(merchant.post('kyb', { form: kybForm('Pending Bakery', { business_entity: { government_id: (await newMerchant(product)).ein } }) }));
    expect(await takes()).toBe(409);
  });

  it('is on the list of what staff have to settle, once, until it is accepted again', async () => {
    const merchant = await refused();
    await decide(merchant, 'PENDING_REVIEW');
    await decide(merchant, 'REJECTED');
    expect(await toSettle(merchant)).toMatchObject([
      {
        amount_cents: null,
        is_settled_by_hand: true,
        text: 'Lithic no longer accepts this business. Its cards are paused until it does, and its EIN stays its own. Ask there why, and agree with the customer how what is owed is paid.',
      },
    ]);
    await decide(merchant, 'ACCEPTED');
    expect(await toSettle(merchant)).toEqual([]);
  });

  it('reads in one letter why, that the cards are paused, and that what is owed can be paid', async () => {
    const merchant = await refused();
    await untilCardIs(merchant, 'PAUSED');
    const mails = async () => (await inboxOf(product, merchant.email)).map(({ subject }) => subject);
    await eventually('the letter', async () => (await mails()).includes('Your business is no longer accepted'));
    const letter = (await inboxOf(product, merchant.email)).find(({ subject }) => subject === 'Your business is no longer accepted');
    expect(letter?.text).toContain(
      'Your cards are paused until the issuer accepts it again. We still take what you owe from your bank on its due dates. You can also pay it now.',
    );
    await decide(merchant, 'ACCEPTED');
    await eventually('the end of the hold', async () => (await mails()).some((subject) => /^Your card ending in \d{4} works again$/.test(subject)));
    expect((await mails()).filter((subject) => subject.startsWith('We paused'))).toEqual([]);
  });

  it('pays what it owes at once, and sees the payment under way, though no step of the onboarding is done', async () => {
    const merchant = await withCard();
    await owe(merchant, 4_200);
    await decide(merchant, 'REJECTED');
    await untilCardIs(merchant, 'PAUSED');
    expect(await merchant.step()).toBe('KYB_ACCEPT');
    const preview = await merchant.done(merchant.send('pay_now?pay=all'));
    expect(preview).toMatchObject({ amount_cents: 4_200, frees_cents: 0 });
    expect((await merchant.post('pay_now', { pay: 'all', amount_cents: 4_200 })).status).toBe(202);
    await eventually('the payment at the bank', async () =>
      product.deps.database.draw.findFirst({ where: { receiver_id: merchant.id, kind: 'pay_now', status: 'pending' } }),
    );
    expect((await merchant.shown()).payable).toMatchObject({ most_cents: 0, in_flight_cents: 4_200 });
    const { draws } = await merchant.done(merchant.send('payments?page=1'));
    expect(draws).toMatchObject([{ amount_cents: 4_200, state: 'under_way' }]);
    expect((await merchant.done(merchant.send('calendar'))).entries).toHaveLength(1);
  });
});

describe('a business that is refused after it was accepted, before it has a card', () => {
  it('keeps its EIN too, also where what it sends again is refused', async () => {
    const merchant = await merchantAt(product, 'BANK_LINK');
    await decide(merchant, 'REJECTED');
    expect(await merchant.done(merchant.submitKyb(kybForm('Reject Bakery')))).toMatchObject({ kybStatus: 'REJECTED', blocks: ['business_refused'] });
    const [claim] = await product.deps.database.identityClaim.findMany({ where: { receiver_id: merchant.id, kind: 'ein' } });
    expect(claim).toMatchObject({ state: 'held', left_at: null });
  });
});

describe('a business that the issuer looks at again, without a decision', () => {
  it.each(['PENDING_REVIEW', 'PENDING_DOCUMENT', 'PENDING_RESUBMIT'])('keeps its card and its spending power at %s', async (status) => {
    const merchant = await withCard();
    await decide(merchant, status);
    await recompute(merchant);
    expect(await merchant.shown()).toMatchObject({ blocks: [], totalSpendPowerCents: 100_000 });
    expect((await cardOf(merchant)).is_held).toBe(false);
    expect(await toSettle(merchant)).toEqual([]);
  });
});

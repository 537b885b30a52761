import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { DeclinedPurchase, DeclineHistory } from '../../server/contract/declines.ts';
import { cents } from '../../server/domain/basics/money.ts';
import { merchantColumns } from '../../server/domain/card/merchant.ts';
import { storeCardTransaction } from '../../server/services/card/purchases/syncCardTransaction.ts';
import { type Cardholder, newCardholder, spend, untilLimited } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { type Person, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { addMember } from '../support/team.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
});
afterAll(() => product.stop());

async function newMerchant(): Promise<Cardholder> {
  const merchant = await newCardholder(product);
  await untilLimited(product, merchant);
  return merchant;
}

const ask = (person: Person, of: Person = person) => product.call(`/api/users/${of.receiver.token}/declines`, { host: person.host, token: person.token });
const declinesOf = async (person: Person): Promise<DeclinedPurchase[]> => (await ask(person)).body.declines;
const declineOf = (person: Person, token: string) =>
  eventually('the decline', async () => (await declinesOf(person)).find(({ transaction_token }) => transaction_token === token));

describe('a declined purchase', () => {
  it('says why, and what mends it: a paused card is reopened', async () => {
    const merchant = await newMerchant();
    await product.call('/api/lithic_card', {
      method: 'PATCH',
      host: merchant.host,
      token: merchant.token,
      body: { token: merchant.cardToken, state: 'PAUSED' },
    });
    const { token } = await spend(product, merchant, 4_200);
    const declined = await declineOf(merchant, token);
    expect(declined).toMatchObject({
      merchant: 'FJORD TEXTILES IMPORT',
      reason: 'Your card is paused.',
      remedy: 'reopen',
      short_by_cents: null,
    });
  });

  it('that was over the spending power says by how much, and is mended by paying', async () => {
    const merchant = await newMerchant();
    await product.deps.database.authorizationDecision.create({
      data: {
        receiver_id: merchant.receiver.id,
        transaction_token: 'over',
        card_token: merchant.cardToken,
        amount_cents: 8_410n,
        merchant_descriptor: 'ACME',
        result: 'VELOCITY_EXCEEDED',
        reason: 'over_spending_power',
        short_by_cents: 1_200n,
        answer: {},
        kind: 'purchase',
        decided_at: product.deps.clock(),
      },
    });
    expect(await declinesOf(merchant)).toEqual([
      {
        id: 'over/0',
        transaction_token: 'over',
        merchant: 'ACME',
        amount_cents: 8_410,
        declined_at: expect.any(String),
        reason: 'This purchase was more than your available spending power.',
        remedy: 'pay_now',
        short_by_cents: 1_200,
        card_token: merchant.cardToken,
        card_name: null,
        card_last_four: expect.stringMatching(/^\d{4}$/),
        control: null,
        is_raised: false,
        suggested_raise: null,
      },
    ]);
  });

  it('is listed once when both the issuer and we know of it, newest first, and not when approved or days ago', async () => {
    const merchant = await newMerchant();
    const { receiver, cardToken } = merchant;
    const now = product.deps.clock().getTime();
    const decision = (transaction_token: string, result: string, hoursAgo: number) => ({
      receiver_id: receiver.id,
      transaction_token,
      card_token: cardToken,
      amount_cents: 100n,
      merchant_descriptor: 'ACME',
      result,
      answer: {},
      kind: 'purchase',
      decided_at: new Date(now - hoursAgo * 3_600_000),
    });
    await product.deps.database.authorizationDecision.createMany({
      data: [
        decision('approved', 'APPROVED', 1),
        decision('older', 'CARD_PAUSED', 5),
        decision('newer', 'CARD_PAUSED', 2),
        decision('forgotten', 'CARD_PAUSED', 80),
      ],
    });
    const told = {
      receiver_id: receiver.id,
      card_token: cardToken,
      status: 'DECLINED',
      result: 'CARD_PAUSED',
      amount_cents: 0n,
      ...merchantColumns('ACME'),
      raw_data: {},
      search_text: '',
      repayment_date: new Date(now),
      updated_at: new Date(now),
    };
    await product.deps.database.cardTransaction.createMany({
      data: [
        { ...told, token: 'newer', created_at: new Date(now - 2 * 3_600_000) },
        { ...told, token: 'issuers-alone', created_at: new Date(now - 3 * 3_600_000), result: 'SUSPECTED_FRAUD' },
      ],
    });
    const listed = await declinesOf(merchant);
    expect(listed.map(({ transaction_token }) => transaction_token)).toEqual(['newer', 'issuers-alone', 'older']);
    expect(listed.map(({ amount_cents }) => amount_cents)).toEqual([100, 0, 100]);
    expect(listed.map(({ remedy }) => remedy)).toEqual(['reopen', 'support', 'reopen']);
  });

  it('is not a refund that the issuer declined by itself: it is neither listed nor mailed', async () => {
    const merchant = await newMerchant();
    await product.press('lithic', 'decline', { card_token: merchant.cardToken, amount: 900, reason: 'SUSPECTED_FRAUD' });
    const decline = await eventually('the declined purchase', async () => (await declinesOf(merchant))[0]);
    const purchase = await product.deps.providers.cardIssuer.getTransaction(decline.transaction_token);
    const refund = { ...purchase, token: randomUUID(), amountCents: cents(-900), events: [] };
    await storeCardTransaction(product.deps, merchant.scope, refund);
    expect(await product.deps.database.cardTransaction.findFirst({ where: { token: refund.token } })).toMatchObject({
      status: 'DECLINED',
      amount_cents: -900n,
    });
    expect((await declinesOf(merchant)).map(({ transaction_token }) => transaction_token)).toEqual([purchase.token]);
    const letters = await product.deps.database.$queryRaw<{ about: string }[]>`
      SELECT data ->> 'about' AS about FROM pgboss.job
      WHERE name = 'send-letter' AND data ->> 'kind' = 'purchase_declined' AND data ->> 'receiver_id' = ${merchant.receiver.id}`;
    expect(letters).toEqual([{ about: `${merchant.cardToken} ${purchase.token}` }]);
  });
});

describe('a cardholder', () => {
  interface Declined {
    card_token: string;
    merchant_descriptor: string;
  }

  /** Makes an owner with a card of their own, one of an admin and one of a cardholder, each declined once at a shop of its own. */
  async function declinedTeam() {
    const owner = await newMerchant();
    const [holder, admin] = [await addMember(product, owner, 'cardholder'), await addMember(product, owner, 'admin')];
    const { account_token } = await product.deps.database.card.findFirstOrThrow({ where: { token: owner.cardToken } });
    const now = product.deps.clock();
    const card = (holder_id: string, name: string) => {
      const made = { receiver_id: owner.receiver.id, account_token, type: 'VIRTUAL', state: 'OPEN', last_four: '1111', name_on_card: 'X', spend_limit: 1n };
      return { ...made, token: randomUUID(), holder_id, name, created_at: now };
    };
    const [ads, fuel] = [card(holder.id, 'Ads'), card(admin.id, 'Fuel')];
    await product.deps.database.card.createMany({ data: [ads, fuel] });
    await indexOwners(product.deps.database);
    const decision = ({ card_token, merchant_descriptor }: Declined, ago: number) => ({
      receiver_id: owner.receiver.id,
      transaction_token: randomUUID(),
      card_token,
      amount_cents: 100n,
      merchant_descriptor,
      result: 'CARD_PAUSED',
      reason: 'card_not_open',
      answer: {},
      kind: 'purchase',
      decided_at: new Date(now.getTime() - ago * 1_000),
    });
    await product.deps.database.authorizationDecision.createMany({
      data: [
        decision({ card_token: ads.token, merchant_descriptor: 'META' }, 1),
        decision({ card_token: fuel.token, merchant_descriptor: 'NORTHWIND' }, 2),
        decision({ card_token: owner.cardToken, merchant_descriptor: 'ACME' }, 3),
      ],
    });
    const read = async (token: string, path: string): Promise<{ status: number; merchants: string[] }> => {
      const { status, body } = await product.call(`/api/users/${owner.receiver.token}/${path}`, { token });
      return { status, merchants: (body.declines ?? []).map(({ merchant }: DeclinedPurchase) => merchant) };
    };
    return { owner, holder, admin, ads, fuel, read };
  }

  it('sees the declines of their own cards alone, the owner and an admin those of all', async () => {
    const { owner, holder, admin, read } = await declinedTeam();
    for (const path of ['declines', 'decline_history']) {
      expect(await read(holder.token, path)).toEqual({ status: 200, merchants: ['META'] });
      for (const { token } of [owner, admin]) expect(await read(token, path)).toEqual({ status: 200, merchants: ['META', 'NORTHWIND', 'ACME'] });
    }
    const { body } = await product.call(`/api/users/${owner.receiver.token}/decline_history`, { token: holder.token });
    expect(body.total).toBe(1);
  });

  it('reads those of one card where they see it; another’s is as one that does not exist', async () => {
    const { owner, holder, ads, fuel, read } = await declinedTeam();
    const of = (card: string) => `decline_history?card=${card}`;
    expect(await read(holder.token, of(ads.token))).toEqual({ status: 200, merchants: ['META'] });
    expect(await read(owner.token, of(fuel.token))).toEqual({ status: 200, merchants: ['NORTHWIND'] });
    expect(await read(owner.token, of(owner.cardToken))).toEqual({ status: 200, merchants: ['ACME'] });
    const problem = async (card: string) => {
      const { status, body } = await product.call(`/api/users/${owner.receiver.token}/${of(card)}`, { token: holder.token });
      return [status, body.detail];
    };
    const missing = await problem(randomUUID());
    expect(missing[0]).toBe(404);
    expect([await problem(fuel.token), await problem(owner.cardToken)]).toEqual([missing, missing]);
  });
});

describe('the declines of the last 90 days', () => {
  const day = 86_400_000;
  const history = async (person: Person, page?: number): Promise<DeclineHistory> => {
    const answer = await product.call(`/api/users/${person.receiver.token}/decline_history${page === undefined ? '' : `?page=${page}`}`, {
      host: person.host,
      token: person.token,
    });
    return answer.body;
  };
  const decision = (
    { receiver, cardToken }: Cardholder,
    transaction_token: string,
    decided_at: Date,
    different: { number?: number; result?: string } = {},
  ) => ({
    receiver_id: receiver.id,
    transaction_token,
    card_token: cardToken,
    amount_cents: 100n,
    merchant_descriptor: 'ACME',
    result: 'CARD_PAUSED',
    reason: 'card_not_open',
    answer: {},
    kind: 'purchase',
    decided_at,
    ...different,
  });

  it('begin 90 times 24 hours ago and not earlier', async () => {
    const merchant = await newMerchant();
    const now = product.deps.clock().getTime();
    await product.deps.database.authorizationDecision.createMany({
      data: [
        // A minute for the test to run in.
        decision(merchant, 'first-minute', new Date(now - 90 * day + 60_000)),
        decision(merchant, 'a-second-before', new Date(now - 90 * day - 1_000)),
        decision(merchant, 'approved', new Date(now - day), { result: 'APPROVED' }),
      ],
    });
    const { declines, total } = await history(merchant);
    expect([declines.map(({ transaction_token }) => transaction_token), total]).toEqual([['first-minute'], 1]);
    expect(await declinesOf(merchant)).toEqual([]);
  });

  it('come ten a page, newest first, with the number of all of them', async () => {
    const merchant = await newMerchant();
    const now = product.deps.clock().getTime();
    const names = Array.from({ length: 23 }, (_, index) => `declined-${index}`);
    await product.deps.database.authorizationDecision.createMany({
      data: names.map((name, index) => decision(merchant, name, new Date(now - (index + 1) * day))),
    });
    const pages = [await history(merchant), await history(merchant, 2), await history(merchant, 3), await history(merchant, 4)];
    expect(pages.map(({ total }) => total)).toEqual([23, 23, 23, 23]);
    expect(pages.map(({ declines }) => declines.length)).toEqual([10, 10, 3, 0]);
    expect(pages.flatMap(({ declines }) => declines.map(({ transaction_token }) => transaction_token))).toEqual(names);
  });

  it('of one transaction have an id each, though the issuer reports it once', async () => {
    const merchant = await newMerchant();
    const now = product.deps.clock();
    await product.deps.database.authorizationDecision.createMany({
      data: [0, 1].map((number) => decision(merchant, 'hotel', new Date(now.getTime() - (2 - number) * 1_000), { number })),
    });
    await product.deps.database.cardTransaction.create({
      data: {
        receiver_id: merchant.receiver.id,
        card_token: merchant.cardToken,
        token: 'hotel',
        status: 'DECLINED',
        result: 'CARD_PAUSED',
        amount_cents: 0n,
        ...merchantColumns('ACME'),
        raw_data: {},
        search_text: '',
        repayment_date: now,
        created_at: now,
        updated_at: now,
      },
    });
    expect((await declinesOf(merchant)).map(({ id }) => id)).toEqual(['hotel/1', 'hotel/0']);
    expect((await history(merchant)).declines.map(({ id }) => id)).toEqual(['hotel/1', 'hotel/0']);
  });

  it.each(['0', '-1', '1.5', 'last', '100001'])('have no page %s', async (page) => {
    const merchant = await signUp(product);
    const answer = await product.call(`/api/users/${merchant.receiver.token}/decline_history?page=${page}`, { token: merchant.token });
    expect([answer.status, answer.body.code]).toEqual([400, 'invalid_request']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { callerOf } from '../../server/services/access/caller.ts';
import { changeCardState } from '../../server/services/card/state/changeCardState.ts';
import { type Cardholder, newCardholder, spend } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { sumAnew } from '../support/sums.ts';
import { addMember } from '../support/team.ts';

let product: TestProduct;
let merchant: Cardholder;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
  merchant = await newCardholder(product);
  await eventually('the first limit', async () => (await stored()).spend_limit === 100_000n);
});
afterAll(() => product.stop());

const stored = () => product.deps.database.card.findFirstOrThrow({ where: { receiver_id: merchant.receiver.id } });
const patch = (state: string, token = merchant.token) =>
  product.call('/api/lithic_card', { method: 'PATCH', token, body: { token: merchant.cardToken, state } });
const read = (token = merchant.token) => product.call(`/api/lithic_card?token=${merchant.cardToken}`, { token });
const stateAtIssuer = async () => (await product.deps.providers.cardIssuer.getCard(merchant.cardToken)).state;
const setState = (state: string) => product.deps.database.card.updateMany({ where: { receiver_id: merchant.receiver.id }, data: { state } });

/** Asks for a change in a state that only our copy has. A late message about an earlier change reads the copy anew in between. */
const refusalIn = (state: string, wanted: string) =>
  eventually(`a refusal in state ${state}`, async () => {
    await setState(state);
    const answer = await patch(wanted);
    return answer.status === 409 && answer;
  });

describe('GET /api/lithic_card', () => {
  it('answers state, limit, what was spent and left, and the transactions', async () => {
    await spend(product, merchant, 1_250, { at: 'COPPER KETTLE CAFE' });
    await eventually('the purchase', () => product.deps.database.cardTransaction.findFirst({ where: { receiver_id: merchant.receiver.id } }));
    const { status, body } = await read();
    expect(status).toBe(200);
    expect(body).toMatchObject({
      token: merchant.cardToken,
      state: 'OPEN',
      type: 'VIRTUAL',
      name_on_card: 'Corner Bakery',
      spend_limit: 100_000,
      total_spent: 1_250,
      available_credit: 98_750,
      has_more_transactions: false,
      transactions: [{ status: 'PENDING', result: 'APPROVED', amount_cents: 1_250, raw_data: { merchant: { descriptor: 'COPPER KETTLE CAFE' } } }],
    });
  });

  it('tells a cardholder what is left of the card itself, and not what the account can spend', async () => {
    const own = await newCardholder(product);
    const member = await addMember(product, own, 'cardholder');
    const { card, cardControl } = product.deps.database;
    await eventually('the first limit', async () => (await card.findFirstOrThrow({ where: { token: own.cardToken } })).spend_limit === 100_000n);
    await card.updateMany({ where: { token: own.cardToken }, data: { holder_id: member.id } });
    const controls = { ...noControls, version: 1, in_all_cents: 20_000 };
    await cardControl.create({ data: { receiver_id: own.receiver.id, card_token: own.cardToken, controls } });
    await spend(product, own, 1_250);
    const readBy = ({ token }: { token: string }) => product.call(`/api/lithic_card?token=${own.cardToken}`, { token });
    await eventually('the purchase', async () => (await readBy(own)).body.total_spent === 1_250);
    expect((await readBy(member)).body).toMatchObject({ total_spent: 1_250, spend_limit: 20_000, available_credit: 18_750 });
    expect((await readBy(own)).body).toMatchObject({ total_spent: 1_250, spend_limit: 100_000, available_credit: 98_750 });
  });

  it('lists the newest 500 and says that there are more; the sums are over all', async () => {
    await product.deps.database.$executeRaw`
      INSERT INTO card_transaction (receiver_id, token, card_token, status, result, amount_cents, merchant_descriptor, merchant_key, merchant, raw_data, search_text, repayment_date, created_at, updated_at)
      SELECT ${merchant.receiver.id}::uuid, 'old-' || age, ${merchant.cardToken}, 'SETTLED', 'APPROVED', 100, 'INKWELL LEGAL', '', '', '{}', '', headway_now() - make_interval(days => age), headway_now() - make_interval(days => age), now()
      FROM generate_series(1, 520) age`;
    await sumAnew(product.deps.database);
    const { body } = await read();
    expect([body.transactions.length, body.has_more_transactions, body.total_spent]).toEqual([500, true, 1_250 + 520 * 100]);
    expect(body.transactions[1].token).toBe('old-1');
    await product.deps.database.cardTransaction.deleteMany({ where: { receiver_id: merchant.receiver.id, token: { startsWith: 'old-' } } });
    await sumAnew(product.deps.database);
  });
});

describe('PATCH /api/lithic_card', () => {
  it('pauses and reopens the card at the issuer, and may be repeated', async () => {
    expect((await patch('PAUSED')).body.state).toBe('PAUSED');
    expect([await stateAtIssuer(), (await stored()).is_paused_by_receiver]).toEqual(['PAUSED', true]);
    expect((await patch('PAUSED')).status).toBe(200);
    expect((await patch('OPEN')).body.state).toBe('OPEN');
    expect([await stateAtIssuer(), (await stored()).is_paused_by_receiver]).toEqual(['OPEN', false]);
  });

  it('keeps what the issuer was told last', async () => {
    const { cardIssuer } = product.deps.providers;
    const setCardState: typeof cardIssuer.setCardState = async (token, state) => {
      const answered = await cardIssuer.setCardState(token, state);
      expect((await patch('OPEN')).status).toBe(200);
      return answered;
    };
    const late = { ...product.deps, providers: { ...product.deps.providers, cardIssuer: { ...cardIssuer, setCardState } } };
    const receiver = await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.receiver.id } });
    const view = { scope: merchant.scope, receiver, isOwn: true };
    await changeCardState(late, callerOf(receiver), view, { token: merchant.cardToken, state: 'PAUSED' });
    const { state, is_paused_by_receiver } = await stored();
    expect([await stateAtIssuer(), state, is_paused_by_receiver]).toEqual(['OPEN', 'OPEN', false]);
  });

  it.each(['CLOSED', 'PENDING_FULFILLMENT'])('refuses in state %s with the text of old', async (state) => {
    expect((await refusalIn(state, 'OPEN')).body.detail).toBe(`Cannot toggle card that's in state ${state}`);
    await setState('OPEN');
  });

  it('refuses to pause a card that waits for its activation', async () => {
    expect((await refusalIn('PENDING_ACTIVATION', 'PAUSED')).body.detail).toBe("Cannot toggle card that's in state PENDING_ACTIVATION");
    expect((await patch('OPEN')).body.state).toBe('OPEN');
  });

  it('takes no other field and no other state', async () => {
    const limit = await product.call('/api/lithic_card', {
      method: 'PATCH',
      token: merchant.token,
      body: { token: merchant.cardToken, state: 'OPEN', spend_limit: 1 },
    });
    expect([limit.status, (await patch('CLOSED')).status]).toEqual([400, 400]);
    expect(await stateAtIssuer()).toBe('OPEN');
  });

  it('does not reopen the card of a locked account, but pauses it', async () => {
    await patch('PAUSED');
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    expect((await patch('OPEN')).status).toBe(403);
    expect((await patch('PAUSED')).status).toBe(200);
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: false } });
    expect((await patch('OPEN')).status).toBe(200);
  });

  it('says to try again, and changes nothing here, while the issuer does not answer', async () => {
    await fetch(`${product.sandboxUrl}/control/faults`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ stand_in: 'lithic', kind: 'error_500', remaining: 100, path: 'PATCH' }),
    });
    const answer = await patch('PAUSED');
    await fetch(`${product.sandboxUrl}/control/faults`, { method: 'DELETE' });
    expect([answer.status, answer.body.code]).toEqual([503, 'provider_unavailable']);
    expect([(await stored()).state, (await stored()).is_paused_by_receiver]).toEqual(['OPEN', false]);
  });
});

describe('GET /api/lithic_card_embedded', () => {
  const embed = (query = '', token = merchant.token) => product.call(`/api/lithic_card_embedded?token=${merchant.cardToken}${query}`, { token });

  it('answers a query that the issuer’s frame takes, in the look that was asked for', async () => {
    const { status, body } = await embed('&whitelabel=headway');
    expect(status).toBe(200);
    expect(Object.keys(body).toSorted()).toEqual(['embed_request', 'hmac']);
    const frame = await fetch(`${product.sandboxUrl}/lithic/v1/embed/card?${new URLSearchParams(body)}`);
    expect(frame.status).toBe(200);
    expect(await frame.text()).toContain('/_assets/app/brand/headway-card.css');
  });

  it('uses the style that shows the number only when it is asked to', async () => {
    const styleOf = async (query: string) => JSON.parse(Buffer.from((await embed(query)).body.embed_request, 'base64').toString()).css;
    expect(await styleOf('')).toMatch(/headway-card\.css$/);
    expect(await styleOf('&showPan=true')).toMatch(/headway-card-details\.css$/);
    expect(await styleOf('&showPan=1')).toMatch(/headway-card\.css$/);
  });

  it('is for the cardholder alone, not for staff', async () => {
    const support = await signUp(product, { staff: { support: true } });
    await product.call(`/api/receiver?email=${encodeURIComponent(merchant.email)}`, { token: support.token });
    expect((await embed('', support.token)).status).toBe(403);
    expect((await product.call(`/api/lithic_card?token=${merchant.cardToken}`, { token: support.token })).status).toBe(200);
  });
});

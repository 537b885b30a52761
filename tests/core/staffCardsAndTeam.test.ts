import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { noControls } from '../../server/domain/card/controls/controls.ts';
import { control } from '../support/ask.ts';
import { eventually } from '../support/eventually.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { addMember, invite } from '../support/team.ts';

let product: TestProduct;
let support: Person;
beforeAll(async () => {
  product = await testProduct();
  support = await signUp(product, { staff: { support: true } });
});
afterAll(() => product.stop());

type Subject = 'cards' | 'team';
const read = (subject: Subject, { receiver }: Pick<Person, 'receiver'>, staff: Person = support) =>
  product.call(`/api/staff/receivers/${receiver.token}/${subject}`, { token: staff.token });

interface StoredCard {
  token?: string;
  holder_id?: string | null;
  name?: string;
  state?: string;
  loss?: string;
  lost_at?: Date;
  successor_of?: string;
  last_four?: string;
}

async function addCard({ receiver }: Person, card: StoredCard = {}): Promise<string> {
  const { token } = await product.deps.database.card.create({
    data: {
      receiver_id: receiver.id,
      token: randomUUID(),
      account_token: 'account',
      type: 'VIRTUAL',
      state: 'OPEN',
      last_four: '4242',
      name_on_card: 'Corner Bakery',
      spend_limit: 20_000n,
      created_at: new Date(),
      ...card,
    },
  });
  return token;
}

describe('the cards of a customer', () => {
  it('are none before the first one', async () => {
    const customer = await signUp(product);
    expect((await read('cards', customer)).body).toMatchObject({ cards: [], waiting: [] });
  });

  it('are shown with holder, limits and what is left, and with no number', async () => {
    const customer = await signUp(product);
    const holder = await addMember(product, customer, 'cardholder');
    const token = await addCard(customer, { name: 'Meta ads', holder_id: holder.id });
    const controls = { per_week_cents: 20_000, categories: { mode: 'allow', groups: ['advertising'] } };
    const set = await product.call(`/api/users/${customer.receiver.token}/cards/${token}/controls`, {
      method: 'PUT',
      token: customer.token,
      body: { controls: { ...noControls, ...controls } },
    });
    expect([set.status, set.text]).toMatchObject([200, expect.any(String)]);

    const { status, body, text } = await read('cards', customer);
    expect(status).toBe(200);
    expect(body.cards).toMatchObject([
      {
        token,
        name: 'Meta ads',
        kind: 'standard',
        is_physical: false,
        last_four: '4242',
        holder: { name: 'Mia Chen', email: holder.email },
        controls,
        limit: { control: 'per_week', limit_cents: 20_000, spent_cents: 0 },
        successor: null,
        loss: null,
      },
    ]);
    expect(body.cards[0].left_cents).toEqual(expect.any(Number));
    expect(body.blocked_categories).toEqual(expect.arrayContaining(['cash', 'gambling']));
    // Neither a number of 16 digits, nor a code to show one.
    expect(text).not.toMatch(/\d{13,}|"pan"|"cvv"|embed/);
  });

  it('that were lost name the card in their place', async () => {
    const customer = await signUp(product);
    const lost = await addCard(customer, { name: 'Travel', state: 'CLOSED', loss: 'lost', lost_at: new Date() });
    const next = await addCard(customer, { name: 'Travel', successor_of: lost, last_four: '5150' });
    const { cards } = (await read('cards', customer)).body;
    const byToken = (token: string) => cards.find((card: { token: string }) => card.token === token);
    expect(byToken(lost)).toMatchObject({ state: 'CLOSED', loss: 'lost', successor: next, left_cents: null });
    expect(byToken(lost).explanation).toBe('Reported lost, so nobody can pay with it. Another card has taken its place.');
    expect(byToken(next)).toMatchObject({ successor_of: lost, last_four: '5150' });
  });
});

describe('the team of a customer', () => {
  it('is the owner alone before anybody is invited', async () => {
    const customer = await signUp(product);
    expect((await read('team', customer)).body.members).toMatchObject([
      { id: null, email: customer.email, role: 'owner', state: 'active', cards: 0, removed_at: null },
    ]);
  });

  it('shows who is in, who is invited and who was removed, with their cards, also while the authentication provider is down', async () => {
    const customer = await signUp(product);
    const member = await addMember(product, customer, 'bookkeeper');
    const former = await addMember(product, customer, 'cardholder');
    await addCard(customer, { holder_id: former.id });
    const invited = `${randomUUID()}@example.com`;
    await invite(product, customer, invited, 'admin');
    await product.call(`/api/users/${customer.receiver.token}/team/${former.id}`, { method: 'DELETE', token: customer.token, body: {} });
    const ofFormer = { receiver_id: customer.receiver.id, id: former.id };
    await eventually('they have left', () => product.deps.database.teamMember.findFirst({ where: { ...ofFormer, left_at: { not: null } } }));
    await product.deps.database.teamMember.updateMany({ where: ofFormer, data: { left_at: null } });

    await control(product.sandboxUrl, 'faults', { stand_in: 'propelauth', kind: 'error_500', remaining: 1_000 });
    const { body, status } = await read('team', customer);
    await fetch(`${product.sandboxUrl}/control/faults/propelauth`, { method: 'DELETE' });
    expect(status).toBe(200);
    expect(body.members).toMatchObject([
      { id: null, role: 'owner', cards: 0, removed_at: null, is_leaving: false },
      { id: member.id, role: 'bookkeeper', state: 'active', removed_at: null },
      { id: former.id, role: 'cardholder', state: 'active', cards: 1, removed_at: expect.any(String), is_leaving: true },
      { email: invited, role: 'admin', state: 'invited', joined_at: null, removed_at: null },
    ]);
  });
});

describe.each(['cards', 'team'] as const)('reading the %s of a customer', (subject) => {
  it('needs no masquerade, and is in the audit log of the customer', async () => {
    const customer = await signUp(product);
    expect((await read(subject, customer)).status).toBe(200);
    const rows = await product.deps.database.auditLog.findMany({ where: { receiver_id: customer.receiver.id } });
    expect(rows.map(({ actor_email, action, outcome }) => [actor_email, action, outcome])).toEqual([
      [support.email, `GET /api/staff/receivers/:token/${subject}`, 'done'],
    ]);
  });
});

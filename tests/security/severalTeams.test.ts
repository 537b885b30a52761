import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeamRole } from '../../server/domain/access/teamRoles.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { accept, addMember, invite, newUser, tokenFor } from '../support/team.ts';

let product: TestProduct;
let bakery: Person;
let shoes: Person;
beforeAll(async () => {
  product = await testProduct();
  bakery = await merchant('Corner Bakery');
  shoes = await merchant('Harbor Shoes');
});
afterAll(() => product.stop());

async function merchant(business_name: string, program: ProgramKey = 'headway'): Promise<Person> {
  const person = await signUp(product, { program });
  return {
    ...person,
    receiver: await product.deps.database.receiver.update({ where: { id: person.receiver.id }, data: { business_name, kyb_status: 'ACCEPTED' } }),
  };
}

const orgOf = async ({ receiver }: Person) => (await product.deps.database.team.findUniqueOrThrow({ where: { receiver_id: receiver.id } })).org_id ?? '';
const receiverOf = (token: string) => product.call('/api/receiver', { token });
const accountsOf = (token: string, host = 'headway.localhost') => product.call('/api/session/accounts', { token, host });

/** Adds somebody who has joined one team to another one as well, by an invitation that they accept and do not follow yet. */
async function acceptInvitation(of: Person, email: string, role: TeamRole): Promise<void> {
  const invited = await invite(product, of, email, role);
  expect(invited.status).toBe(201);
  await accept(product, email);
}

/** A bookkeeper of the bakery and cardholder of the shoe shop, with a token for each. */
async function bookkeeperOfTwo() {
  const { email } = await addMember(product, bakery, 'bookkeeper');
  await acceptInvitation(shoes, email, 'cardholder');
  const [ofBakery, ofShoes] = [await tokenFor(product, email, { orgId: await orgOf(bakery) }), await tokenFor(product, email, { orgId: await orgOf(shoes) })];
  return { email, ofBakery, ofShoes };
}

/** Removes somebody here, as long as the authentication provider has not been told. */
async function removeUnheard(of: Person, email: string): Promise<void> {
  const decided_at = new Date();
  await product.deps.database.teamMember.updateMany({ where: { receiver_id: of.receiver.id, email }, data: { removed_at: decided_at, decided_at } });
}

/** Waits until a token that is made now is of a later second than all that came before: tokens name the second alone. */
const nextSecond = () => pause(1_100);

describe('somebody in two teams', () => {
  it('acts by each token for its own team, with the role there, and reaches nothing of the other', async () => {
    const { ofBakery, ofShoes } = await bookkeeperOfTwo();
    expect((await receiverOf(ofBakery)).body).toMatchObject({ id: bakery.receiver.id, business_name: 'Corner Bakery', role: 'bookkeeper' });
    expect((await receiverOf(ofShoes)).body).toMatchObject({ id: shoes.receiver.id, business_name: 'Harbor Shoes', role: 'cardholder' });
    const reads = ['cards', 'transactions', 'team', 'payments'].flatMap((path) => [
      { path, token: ofBakery, other: shoes },
      { path, token: ofShoes, other: bakery },
    ]);
    for (const { path, token, other } of reads) {
      const [others, nobodys] = [
        await product.call(`/api/users/${other.receiver.token}/${path}`, { token }),
        await product.call(`/api/users/${randomUUID()}/${path}`, { token }),
      ];
      expect([path, others.status, { ...others.body, request_id: '' }]).toEqual([path, nobodys.status, { ...nobodys.body, request_id: '' }]);
      expect([403, 404]).toContain(others.status);
    }
    expect((await product.call(`/api/users/${bakery.receiver.token}/cards`, { token: ofBakery })).status).toBe(200);
    expect((await product.call(`/api/users/${shoes.receiver.token}/cards`, { token: ofShoes })).status).toBe(200);
  });

  it('who has an account of their own acts for that until a token names the team', async () => {
    const own = await merchant('Own Trade');
    await acceptInvitation(shoes, own.email, 'admin');
    expect((await receiverOf(own.token)).body).toMatchObject({ id: own.receiver.id, role: 'owner' });
    const inTeam = await tokenFor(product, own.email, { orgId: await orgOf(shoes) });
    expect((await receiverOf(inTeam)).body).toMatchObject({ id: shoes.receiver.id, role: 'admin' });
  });

  it('gets nothing of an organization in which they are not, nor by a token from before they were removed from it', async () => {
    const { email, ofShoes } = await bookkeeperOfTwo();
    await receiverOf(ofShoes);
    await removeUnheard(shoes, email);
    const refused = await receiverOf(ofShoes);
    expect([refused.status, refused.body.code]).toEqual([401, 'unauthenticated']);
    const stranger = await addMember(product, shoes, 'admin');
    // The provider names no organization in the token of somebody who is not in it.
    const token = await tokenFor(product, stranger.email, { orgId: await orgOf(bakery) });
    expect((await receiverOf(token)).body.id).toBe(shoes.receiver.id);
    expect((await product.call(`/api/users/${bakery.receiver.token}/cards`, { token })).status).toBe(404);
  });

  it.each([
    ['of their team that is left', false],
    ['of their own', true],
  ])('who is removed from one falls back to the account %s, and gets no other', async (_words, hasOwn) => {
    const own = hasOwn ? await merchant('Own Trade') : null;
    const email = own?.email ?? (await addMember(product, bakery, 'bookkeeper')).email;
    await acceptInvitation(shoes, email, 'cardholder');
    const orgId = await orgOf(shoes);
    expect((await receiverOf(await tokenFor(product, email, { orgId }))).body.id).toBe(shoes.receiver.id);
    await removeUnheard(shoes, email);
    await nextSecond();
    const before = await product.deps.database.receiver.count();
    const { body, status } = await receiverOf(await tokenFor(product, email, { orgId }));
    expect([status, body.id]).toEqual([200, (own ?? bakery).receiver.id]);
    expect(await product.deps.database.receiver.count()).toBe(before);
  });
});

describe('the accounts of a person', () => {
  it('are their own and those of their teams, an accepted invitation among them, with the role in each', async () => {
    const own = await merchant('Own Trade');
    const other = await merchant('Boosted', 'boost');
    await acceptInvitation(bakery, own.email, 'bookkeeper');
    await acceptInvitation(shoes, own.email, 'admin');
    await receiverOf(await tokenFor(product, own.email, { orgId: await orgOf(shoes) }));
    const { body, text } = await accountsOf(await tokenFor(product, own.email));
    expect(body.accounts).toHaveLength(3);
    expect(body.accounts[0]).toEqual({ id: own.receiver.id, org_id: null, business_name: 'Own Trade', role: 'owner', is_own: true });
    expect(body.accounts).toEqual(
      expect.arrayContaining([
        { id: bakery.receiver.id, org_id: await orgOf(bakery), business_name: 'Corner Bakery', role: 'bookkeeper', is_own: false },
        { id: shoes.receiver.id, org_id: await orgOf(shoes), business_name: 'Harbor Shoes', role: 'admin', is_own: false },
      ]),
    );
    expect(text).not.toContain(other.receiver.id);
  });

  it('are those of their teams alone for somebody who has opened none', async () => {
    const { email, ofShoes } = await bookkeeperOfTwo();
    await receiverOf(ofShoes);
    const { accounts } = (await accountsOf(await tokenFor(product, email))).body;
    expect(accounts.map(({ id, role, is_own }: { id: string; role: string; is_own: boolean }) => [id, role, is_own])).toEqual([
      [bakery.receiver.id, 'bookkeeper', false],
      [shoes.receiver.id, 'cardholder', false],
    ]);
  });

  it('are one for an owner, whatever team they have', async () => {
    const owner = await merchant('With a team');
    await addMember(product, owner, 'admin');
    expect((await accountsOf(await tokenFor(product, owner.email))).body.accounts).toMatchObject([{ id: owner.receiver.id, is_own: true }]);
  });

  it('leave out a team from which they were removed, and one of another program', async () => {
    const { email, ofShoes } = await bookkeeperOfTwo();
    await receiverOf(ofShoes);
    await removeUnheard(shoes, email);
    await nextSecond();
    expect((await accountsOf(await tokenFor(product, email))).body.accounts).toMatchObject([{ id: bakery.receiver.id }]);

    const boosted = await merchant('Boosted', 'boost');
    const member = await addMember(product, boosted, 'admin');
    expect((await accountsOf(member.token, boosted.host)).body.accounts).toMatchObject([{ id: boosted.receiver.id }]);
    await newUser(product, member.email);
    const here = (await accountsOf(await tokenFor(product, member.email))).body.accounts;
    expect(here.map(({ id }: { id: string }) => id)).not.toContain(boosted.receiver.id);
  });
});

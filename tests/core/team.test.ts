import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TeamRole } from '../../server/domain/access/teamRoles.ts';
import { merchantColumns } from '../../server/domain/card/merchant.ts';
import { answerRequest } from '../../server/services/card/requests/grantRequest.ts';
import { checkSessions } from '../../server/services/signIn/checkSessions.ts';
import { identifyCaller } from '../../server/services/signIn/identifyCaller.ts';
import { changeRole } from '../../server/services/team/changeRole.ts';
import { removeMember } from '../../server/services/team/removeMember.ts';
import { newCardholder } from '../support/cardholder.ts';
import { eventually } from '../support/eventually.ts';
import { askAuthentication, type Person, signInToken, signUp } from '../support/people.ts';
import { productWithMerchants, type TestProduct } from '../support/product.ts';
import { sampleRows } from '../support/sampleRows.ts';
import { sumAnew } from '../support/sums.ts';
import { accept, addMember, invite, newUser, tokenFor } from '../support/team.ts';

let product: TestProduct;
let owner: Person;
beforeAll(async () => {
  product = await productWithMerchants('CARDHOLDER');
  owner = await signUp(product);
});
afterAll(() => product.stop());

const anyEmail = () => `${randomUUID()}@example.com`;
const receiverOf = (token: string, host?: string) => product.call('/api/receiver', { token, ...(host !== undefined && { host }) });
const teamOf = async ({ token, receiver }: Pick<Person, 'token' | 'receiver'>) => (await product.call(`/api/users/${receiver.token}/team`, { token })).body;
const orgOf = async ({ receiver }: Person) => (await product.deps.database.team.findUniqueOrThrow({ where: { receiver_id: receiver.id } })).org_id ?? '';
const change = (by: { token: string }, id: string, role: TeamRole, of: Person = owner) =>
  product.call(`/api/users/${of.receiver.token}/team/${id}`, { method: 'PATCH', token: by.token, body: { role } });
const remove = (by: { token: string }, id: string, of: Person = owner) =>
  product.call(`/api/users/${of.receiver.token}/team/${id}`, { method: 'DELETE', token: by.token, body: {} });

/** Waits until a token that is made now is of a later second than all that came before: tokens name the second alone. */
const nextSecond = () => pause(1_100);

/** Calls the authentication provider as an administrator of the organization does on its pages. */
const atProvider = async (path: string, body: unknown): Promise<number> => (await askAuthentication(product, 'headway', path, body)).status;

async function addCard(of: Person, holder_id: string | null): Promise<string> {
  const token = randomUUID();
  await product.deps.database.card.create({
    data: {
      receiver_id: of.receiver.id,
      token,
      account_token: 'account',
      type: 'VIRTUAL',
      state: 'OPEN',
      last_four: '4242',
      name_on_card: 'Corner Bakery',
      spend_limit: 1n,
      holder_id,
      created_at: new Date(),
    },
  });
  return token;
}

describe('an invitation', () => {
  it('arrives by mail, and who follows it is a member from the first call on, with no account of their own', async () => {
    const email = anyEmail();
    const answer = await invite(product, owner, email.toUpperCase(), 'bookkeeper');
    expect([answer.status, answer.body.members.at(-1)]).toMatchObject([201, { email, role: 'bookkeeper', state: 'invited', is_you: false, cards: 0 }]);
    const { messages } = (await (await fetch(`${product.sandboxUrl}/mail/messages?to=${email}`)).json()) as { messages: { text: string }[] };
    expect(messages[0]?.text).toMatch(/as Bookkeeper\. Open this link to join:\n\nhttp:\/\/\S+\/invitation\/\S+/);

    const userId = await newUser(product, email);
    await accept(product, email);
    const { body } = await receiverOf(await signInToken(product, 'headway', email));
    expect(body).toMatchObject({ id: owner.receiver.id, role: 'bookkeeper', member: { email, name: 'Mia Chen' }, admin: false, support: false });
    // What to do first tells of the owner's own mails and of a number that nobody else sees.
    expect([body.showsFirstSteps, (await receiverOf(owner.token)).body.showsFirstSteps]).toEqual([false, true]);
    expect(await product.deps.database.receiver.count({ where: { token: userId } })).toBe(0);
    expect((await teamOf(owner)).members).toMatchObject([
      { id: null, email: owner.email, role: 'owner', is_you: true },
      { email, role: 'bookkeeper', state: 'active', is_you: false },
    ]);
  });

  it('is one organization for all of them, made with the owner, also when two are sent at once', async () => {
    const merchant = await signUp(product);
    const both = await Promise.all([invite(product, merchant, anyEmail(), 'admin'), invite(product, merchant, anyEmail(), 'admin')]);
    expect(both.map(({ status }) => status).toSorted()).toContain(201);
    expect((await invite(product, merchant, anyEmail(), 'cardholder')).status).toBe(201);
    const orgs = await product.deps.providers.authentication.findOrgMembers(product.deps.programs.headway, await orgOf(merchant));
    expect(orgs).toMatchObject([{ userId: merchant.receiver.token, role: 'Owner' }]);
  });

  it('to somebody in the team, or invited already, is refused in words', async () => {
    const email = anyEmail();
    const merchant = await signUp(product);
    await invite(product, merchant, email, 'admin');
    const again = await invite(product, merchant, email, 'cardholder');
    expect([again.status, again.body.title]).toEqual([409, 'Already in your team']);
    expect(again.body.detail).toMatch(new RegExp(`^${email} was invited on [A-Z][a-z]{2} \\d{1,2}, \\d{4}, as Admin\\.`));
    expect((await invite(product, merchant, merchant.email, 'admin')).body).toMatchObject({
      title: 'Already in your team',
      detail: 'This is the address of the owner, who has every right already.',
    });
  });

  it('on the provider’s own pages counts as well, with the role given there', async () => {
    const merchant = await signUp(product);
    await addMember(product, merchant, 'cardholder');
    const email = anyEmail();
    const user_id = await newUser(product, email);
    expect(await atProvider('/org/add_user', { org_id: await orgOf(merchant), user_id, role: 'Admin' })).toBe(200);
    expect((await receiverOf(await signInToken(product, 'headway', email))).body).toMatchObject({ id: merchant.receiver.id, role: 'admin', member: { email } });
  });

  it('whose organization was being made when the process died is sent to that organization', async () => {
    const merchant = await signUp(product);
    const { orgId } = await product.deps.providers.authentication.createOrg(product.deps.programs.headway, { name: 'Cut off', ownId: merchant.receiver.id });
    await product.deps.database.team.create({ data: { receiver_id: merchant.receiver.id, asked_at: new Date(Date.now() - 61_000) } });
    expect((await invite(product, merchant, anyEmail(), 'admin')).status).toBe(201);
    expect(await orgOf(merchant)).toBe(orgId);
  });
});

describe('a member', () => {
  it('of two teams gets the one that their token names, and without a name the first that they joined', async () => {
    const [first, second] = [await signUp(product), await signUp(product)];
    const member = await addMember(product, first, 'bookkeeper');
    await invite(product, second, member.email, 'admin');
    await accept(product, member.email);
    const named = await tokenFor(product, member.email, { orgId: await orgOf(second) });
    expect((await receiverOf(named)).body).toMatchObject({ id: second.receiver.id, role: 'admin' });
    expect((await receiverOf(await tokenFor(product, member.email))).body).toMatchObject({ id: first.receiver.id, role: 'bookkeeper' });
  });

  it('of one program is nobody in another', async () => {
    const merchant = await signUp(product);
    const member = await addMember(product, merchant, 'admin');
    await newUser(product, member.email, 'boost');
    const abroad = await receiverOf(await tokenFor(product, member.email, { program: 'boost' }), product.deps.programs.boost.hosts[0]);
    expect([abroad.body.role, abroad.body.member]).toEqual(['owner', null]);
    expect(abroad.body.id).not.toBe(merchant.receiver.id);
  });

  it('gets no staff flag of the account that they act for', async () => {
    const staff = await signUp(product, { staff: { admin: true, support: true } });
    const member = await addMember(product, staff, 'admin');
    expect((await product.call('/api/staff/receivers?q=ana', { token: staff.token })).status).toBe(200);
    expect((await product.call('/api/staff/receivers?q=ana', { token: member.token })).status).toBe(403);
    const { body } = await receiverOf(member.token);
    expect([body.admin, body.support, body.abilities.includes('masquerade')]).toEqual([false, false, false]);
  });

  it('who logs out signs nobody else of the team out', async () => {
    const merchant = await signUp(product);
    const [one, two] = [await addMember(product, merchant, 'admin'), await addMember(product, merchant, 'cardholder')];
    expect((await product.call('/api/session/end', { method: 'POST', token: one.token, body: {} })).status).toBe(200);
    const seen = await Promise.all([one, two, merchant].map(({ token }) => receiverOf(token)));
    expect(seen.map(({ status }) => status)).toEqual([401, 200, 200]);
  });

  it('whom the provider locks has no access after the next check', async () => {
    const merchant = await signUp(product);
    const member = await addMember(product, merchant, 'admin');
    await product.press('propelauth', 'lock_user', { program: product.deps.programs.headway.settingName, email: member.email, locked: 'true' });
    await checkSessions(product.deps);
    expect((await receiverOf(member.token)).status).toBe(401);
    expect((await receiverOf(merchant.token)).status).toBe(200);
  });

  it('gets no kept answer of another one’s Idempotency-Key', async () => {
    const merchant = await signUp(product);
    const admin = await addMember(product, merchant, 'admin');
    const key = randomUUID();
    const send = (token: string, email: string) =>
      product.call(`/api/users/${merchant.receiver.token}/team/invitations`, {
        method: 'POST',
        token,
        headers: { 'idempotency-key': key },
        body: { email, name: null, role: 'cardholder' },
      });
    const [mine, theirs] = [anyEmail(), anyEmail()];
    expect((await send(merchant.token, mine)).status).toBe(201);
    const second = await send(admin.token, theirs);
    expect([second.status, second.headers.get('idempotency-replayed')]).toEqual([201, null]);
    expect((await send(admin.token, theirs)).headers.get('idempotency-replayed')).toBe('true');
  });
});

describe('a role', () => {
  it('changes with the next call, here and at the provider, and tokens from before do not change it back', async () => {
    const merchant = await signUp(product);
    const member = await addMember(product, merchant, 'admin');
    expect((await change(merchant, member.id, 'bookkeeper', merchant)).status).toBe(200);
    expect((await receiverOf(member.token)).body.role).toBe('bookkeeper');
    await nextSecond();
    expect((await receiverOf(await tokenFor(product, member.email))).body.role).toBe('bookkeeper');
    const [, atOrg] = await product.deps.providers.authentication.findOrgMembers(product.deps.programs.headway, await orgOf(merchant));
    expect(atOrg?.role).toBe('Bookkeeper');
  });

  it('that is changed on the provider’s own pages holds from the next token on', async () => {
    const merchant = await signUp(product);
    const member = await addMember(product, merchant, 'cardholder');
    await nextSecond();
    const { user_id } = await product.deps.database.teamMember.findFirstOrThrow({ where: { id: member.id } });
    expect(await atProvider('/org/change_role', { org_id: await orgOf(merchant), user_id, role: 'Admin' })).toBe(200);
    expect((await receiverOf(member.token)).body.role).toBe('cardholder');
    for (let calls = 0; calls < 2; calls += 1) expect((await receiverOf(await tokenFor(product, member.email))).body.role).toBe('admin');
    const where = { receiver_id: merchant.receiver.id, kind: 'member_changed' };
    expect(await product.deps.database.timelineEvent.findMany({ where, select: { details: true } })).toEqual([
      { details: { member_id: member.id, email: member.email, role: 'admin', before: 'cardholder', place: 'on the sign-in provider’s pages' } },
    ]);
  });

  it('of an owner is given and taken by owners alone, and the one who opened the account keeps it', async () => {
    const merchant = await signUp(product);
    const second = await addMember(product, merchant, 'owner');
    const admin = await addMember(product, merchant, 'admin');
    expect((await invite(product, { ...merchant, token: admin.token }, anyEmail(), 'owner')).status).toBe(403);
    expect((await change(admin, admin.id, 'owner', merchant)).status).toBe(403);
    expect((await change(admin, second.id, 'cardholder', merchant)).status).toBe(403);
    expect((await remove(admin, second.id, merchant)).status).toBe(403);
    const last = await remove(second, merchant.receiver.id, merchant);
    expect([last.status, last.body.detail]).toEqual([409, expect.stringContaining('An account always has an owner')]);
    expect((await change(second, merchant.receiver.id, 'admin', merchant)).status).toBe(409);
    expect((await change(merchant, second.id, 'admin', merchant)).status).toBe(200);
  });

  it('of somebody in another team is as unknown as that of nobody', async () => {
    const [one, two] = [await signUp(product), await signUp(product)];
    const member = await addMember(product, two, 'admin');
    const answers = [await remove(one, member.id, one), await remove(one, randomUUID(), one), await change(one, member.id, 'admin', one)];
    expect(answers.map(({ status }) => status)).toEqual([404, 404, 404]);
    expect((await receiverOf(member.token)).status).toBe(200);
  });
});

describe('a call of somebody whose role changes while it is made', () => {
  const origin = { requestId: 'request', address: '127.0.0.1', userAgent: 'test' };
  const isRefused = expect.objectContaining({ code: 'forbidden' });

  /** Returns the caller and the view of a member's call that was let in. */
  async function letIn(merchant: Person, { token }: { token: string }) {
    const caller = await identifyCaller(product.deps, product.deps.programs.headway, token);
    return { caller, view: { scope: caller.scope, receiver: merchant.receiver, isOwn: true }, origin };
  }

  it('removes nobody any more: of two who remove each other at once, one does', async () => {
    const merchant = await signUp(product);
    const [one, two] = [await addMember(product, merchant, 'admin'), await addMember(product, merchant, 'admin')];
    const calls = [await letIn(merchant, one), await letIn(merchant, two)] as const;
    await removeMember(product.deps, calls[0], two.id);
    await expect(removeMember(product.deps, calls[1], one.id)).rejects.toEqual(isRefused);
    expect((await receiverOf(one.token)).body.role).toBe('admin');
  });

  it('changes no role of an owner, neither here nor at the provider', async () => {
    const merchant = await signUp(product);
    const [admin, member] = [await addMember(product, merchant, 'admin'), await addMember(product, merchant, 'bookkeeper')];
    const { authentication } = product.deps.providers;
    const slow: typeof authentication = {
      ...authentication,
      async changeRole(...asked) {
        expect((await change(merchant, member.id, 'owner', merchant)).status).toBe(200);
        return authentication.changeRole(...asked);
      },
    };
    const deps = { ...product.deps, providers: { ...product.deps.providers, authentication: slow } };
    const changing = changeRole(deps, product.deps.programs.headway, await letIn(merchant, admin), { memberId: member.id, role: 'cardholder' });
    await expect(changing).rejects.toEqual(isRefused);
    await nextSecond();
    expect((await receiverOf(await tokenFor(product, member.email))).body.role).toBe('owner');
  });

  it('gives no card on an account that was locked meanwhile', async () => {
    const merchant = await newCardholder(product);
    const member = await addMember(product, merchant, 'cardholder');
    const asked = await product.call(`/api/users/${merchant.receiver.token}/card_requests`, {
      method: 'POST',
      token: member.token,
      headers: { 'idempotency-key': randomUUID() },
      body: { kind: 'card', amount_cents: 25_000, note: 'Booth' },
    });
    expect(asked.status).toBe(201);
    const call = await letIn(merchant, merchant);
    const view = { ...call.view, receiver: call.caller.receiver };
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { is_locked: true } });
    const granting = answerRequest(product.deps, call.caller, view, { id: asked.body.id, isGranted: true });
    await expect(granting).rejects.toEqual(expect.objectContaining({ code: 'step_out_of_order' }));
    expect(await product.deps.database.cardIssue.count({ where: { receiver_id: merchant.receiver.id } })).toBe(0);
  });
});

describe('somebody who is removed', () => {
  it('is refused at once, with cards that decline in the same transaction, and leaves the organization', async () => {
    const merchant = await signUp(product);
    const member = await addMember(product, merchant, 'cardholder');
    const [theirs, owners] = [await addCard(merchant, member.id), await addCard(merchant, null)];
    expect((await remove(merchant, member.id, merchant)).status).toBe(200);
    expect((await receiverOf(member.token)).status).toBe(401);
    const cards = await product.deps.database.card.findMany({ where: { receiver_id: merchant.receiver.id } });
    const state = (token: string) => cards.filter((card) => card.token === token).map((card) => [card.is_holder_gone, card.held_by_receiver_at !== null])[0];
    expect([state(theirs), state(owners)]).toEqual([
      [true, true],
      [false, false],
    ]);
    const orgId = await orgOf(merchant);
    await eventually('they have left the organization', async () => {
      const members = await product.deps.providers.authentication.findOrgMembers(product.deps.programs.headway, orgId);
      return members.length === 1;
    });
    expect((await teamOf(merchant)).members).toHaveLength(1);
  });

  it('gets nothing of the merchant with a new token either, but an account of their own', async () => {
    const merchant = await signUp(product);
    const member = await addMember(product, merchant, 'admin');
    await remove(merchant, member.id, merchant);
    await nextSecond();
    const { body } = await receiverOf(await tokenFor(product, member.email));
    expect([body.role, body.member]).toEqual(['owner', null]);
    expect(body.id).not.toBe(merchant.receiver.id);
    expect((await product.call(`/api/users/${merchant.receiver.token}/team`, { token: await tokenFor(product, member.email) })).status).toBe(404);
  });

  it('on the provider’s own pages gets nothing of the merchant with the next token', async () => {
    const merchant = await signUp(product);
    const member = await addMember(product, merchant, 'admin');
    const { user_id } = await product.deps.database.teamMember.findFirstOrThrow({ where: { id: member.id } });
    await nextSecond();
    expect(await atProvider('/org/remove_user', { org_id: await orgOf(merchant), user_id })).toBe(200);
    const { body } = await receiverOf(await tokenFor(product, member.email));
    expect([body.role, body.id === merchant.receiver.id]).toEqual(['owner', false]);
    expect((await receiverOf(member.token)).body.id).not.toBe(merchant.receiver.id);
    expect((await teamOf(merchant)).members).toHaveLength(1);
  });

  it('before they joined can join no more', async () => {
    const merchant = await signUp(product);
    const email = anyEmail();
    const { body } = await invite(product, merchant, email, 'admin');
    expect((await remove(merchant, body.members[1].id, merchant)).status).toBe(200);
    await eventually('the invitation is taken back', async () => product.deps.database.teamMember.findFirst({ where: { email, left_at: { not: null } } }));
    await newUser(product, email);
    await accept(product, email);
    expect((await receiverOf(await tokenFor(product, email))).body.member).toBeNull();
  });

  it('is in the log of the account, with who did it', async () => {
    const merchant = await signUp(product);
    const admin = await addMember(product, merchant, 'admin');
    const member = await addMember(product, merchant, 'cardholder');
    await remove(admin, member.id, merchant);
    const rows = await product.deps.database.auditLog.findMany({ where: { receiver_id: merchant.receiver.id }, orderBy: { sequence: 'asc' } });
    expect(rows.map(({ action, actor_email }) => [action, actor_email])).toEqual([
      ['invite member', merchant.email],
      ['invite member', merchant.email],
      ['remove member', admin.email],
    ]);
    const events = await product.deps.database.timelineEvent.findMany({ where: { receiver_id: merchant.receiver.id, kind: { startsWith: 'member_' } } });
    expect(events.map(({ kind }) => kind).toSorted()).toEqual(['member_invited', 'member_invited', 'member_joined', 'member_joined', 'member_removed']);
  });
});

describe('a cardholder', () => {
  it('sees the record without money, bank or settings', async () => {
    const merchant = await signUp(product);
    await product.deps.database.receiver.update({
      where: { id: merchant.receiver.id },
      data: { phone_number: '+15555555555', initial_spend_limit: 123_456n, net_terms: 33, nature_of_business: 'bakes secretly' },
    });
    const { token } = await addMember(product, merchant, 'cardholder');
    const { body, text } = await receiverOf(token);
    expect(body).toMatchObject({
      email: '',
      totalOutstandingCents: 0,
      availableSpendPowerCents: null,
      paymentSchedule: [],
      next_debit: null,
      plaid_access_token: null,
      ein: null,
    });
    for (const secret of ['123456', 'bakes secretly', '5555555555', merchant.email]) expect(text).not.toContain(secret);
    expect(body.abilities.toSorted()).toEqual(['activate_card', 'pause_card', 'report_card_loss', 'request_card', 'show_pan', 'view_cards']);
  });

  it('sees purchases with their own cards alone, and no other tab', async () => {
    const merchant = await signUp(product);
    const { id, token } = await addMember(product, merchant, 'cardholder');
    const [theirs, owners] = [await addCard(merchant, id), await addCard(merchant, null)];
    const purchase = (card_token: string, name: string) => ({
      ...sampleRows.CardTransaction,
      receiver_id: merchant.receiver.id,
      token: `${name}-${card_token}`,
      card_token,
      status: 'PENDING',
      result: 'APPROVED',
      ...merchantColumns(name),
      amount_cents: 500n,
      pending_cents: 500n,
      settled_cents: 0n,
      created_at: new Date(),
      repayment_date: new Date('2030-01-01'),
    });
    const { database } = product.deps;
    await database.cardTransaction.createMany({ data: [purchase(theirs, 'MINE'), purchase(owners, 'OTHERS')] });
    await sumAnew(database);
    const list = (query: string) => product.call(`/api/users/${merchant.receiver.token}/transactions?${query}`, { token });
    const one = (name: string) => product.call(`/api/users/${merchant.receiver.token}/transactions/card/${name}`, { token });
    expect((await list('tab=card')).body).toMatchObject({ total: 1, rows: [{ descriptor: 'MINE' }] });
    expect((await list('tab=repayments')).status).toBe(403);
    expect((await one(`MINE-${theirs}`)).status).toBe(200);
    const [foreign, unknown] = [await one(`OTHERS-${owners}`), await one('nothing')];
    expect([foreign.status, { ...foreign.body, request_id: '' }]).toEqual([404, { ...unknown.body, request_id: '' }]);
  });
});

describe('before the account has its card', () => {
  const needs = async (token: string) => (await product.call('/api/store_visitor', { token })).body.setup_needs;

  it('each of the team but an owner reads who finishes the set-up, and nobody once it is finished', async () => {
    const unfinished = await signUp(product);
    // More people than an account may invite before its business is verified.
    await product.deps.database.receiver.update({ where: { id: unfinished.receiver.id }, data: { kyb_status: 'ACCEPTED' } });
    const told = `Ana Lopez finishes the setup, as the owner of the account: agreements, verification and the bank are theirs alone.`;
    const member = async (role: TeamRole, of: Person = unfinished) => needs((await addMember(product, of, role)).token);
    expect(await member('bookkeeper')).toBe(`${told} You read the figures and download reports once it is done.`);
    expect(await member('admin')).toBe(`${told} You add cards and people once it is done.`);
    expect(await member('cardholder')).toBe(`${told} You can ask for a card of your own once it is done.`);
    expect([await member('owner'), await needs(unfinished.token)]).toEqual([null, null]);
    await product.deps.database.receiver.update({ where: { id: unfinished.receiver.id }, data: { first_name: null, last_name: null } });
    expect(await member('bookkeeper')).toContain(`${unfinished.email} finishes the setup`);

    const accepted = { accepted_privacy_policy: true, accepted_terms_and_conditions: true, accepted_card_holders_agreement: true };
    const skipped = { lithic_account_holder_token: 'BLANK', rutter_access_token: 'BLANK', card_request: 'virtual' };
    const finished = await newCardholder(product, { ...accepted, ...skipped });
    await eventually('the card’s limit', async () => (await receiverOf(finished.token)).body.is_onboarding === false);
    expect(await member('bookkeeper', finished)).toBeNull();
  });
});

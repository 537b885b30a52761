import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Answer } from '../support/ask.ts';
import { kybForm } from '../support/businessForms.ts';
import { inboxOf } from '../support/correspondent.ts';
import { eventually } from '../support/eventually.ts';
import { merchantOf, newMerchant } from '../support/merchant.ts';
import { type Person, signUp } from '../support/people.ts';
import { type TestProduct, testProduct } from '../support/product.ts';
import { invite } from '../support/team.ts';

let product: TestProduct;
beforeAll(async () => {
  product = await testProduct();
});
afterAll(() => product.stop());

const anyEmail = () => `${randomUUID()}@example.com`;
const inviteTo = (merchant: Person, email = anyEmail()) => invite(product, merchant, email, 'cardholder');
const memberOf = (answer: Answer): string => answer.body.members.at(-1).id;
const change = ({ token, receiver }: Person, member: string, role: string) =>
  product.call(`/api/users/${receiver.token}/team/${member}`, { method: 'PATCH', token, body: { role } });
const remove = ({ token, receiver }: Person, member: string) =>
  product.call(`/api/users/${receiver.token}/team/${member}`, { method: 'DELETE', token, body: {} });
const statuses = (answers: Answer[]) => answers.map(({ status }) => status).toSorted();
const isInvitation = ({ subject }: { subject: string }) => subject.startsWith('Join ');
const invitationsOf = async (email: string) => (await inboxOf(product, email)).filter(isInvitation);

/** Makes a merchant whose business the issuer has accepted, without the form of the verification. */
async function verifiedMerchant(): Promise<Person> {
  const merchant = await signUp(product);
  await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { kyb_status: 'ACCEPTED' } });
  return merchant;
}

/** Stores that an account has sent so many invitations, an hour ago unless another age is given. */
const haveSent = ({ receiver }: Person, count: number, ageMs = 3_600_000) =>
  product.deps.database.timelineEvent.createMany({
    data: Array.from({ length: count }, () => ({ receiver_id: receiver.id, at: new Date(product.deps.clock().getTime() - ageMs), kind: 'member_invited' })),
  });

const breakProvider = (remaining: number) =>
  fetch(`${product.sandboxUrl}/control/faults`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ stand_in: 'propelauth', kind: 'rate_limited', path: '/api/backend/v1/invite_user', remaining }),
  });
const mendProvider = () => fetch(`${product.sandboxUrl}/control/faults/propelauth`, { method: 'DELETE' });

describe('before the business is verified an account', () => {
  const refusal = 'Until your business is verified, you can send three invitations in total. Finish the verification to invite more people.';

  it('sends three invitations in all, also when some are taken back, and the fourth is refused with what to do', async () => {
    const merchant = await signUp(product);
    expect((await remove(merchant, memberOf(await inviteTo(merchant)))).status).toBe(200);
    expect((await inviteTo(merchant)).status).toBe(201);
    const last = await inviteTo(merchant);
    const email = anyEmail();
    const refused = await inviteTo(merchant, email);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([409, 'step_out_of_order', refusal]);
    const again = await change(merchant, memberOf(last), 'admin');
    expect([again.status, again.body.detail]).toEqual([409, refusal]);
    expect(await invitationsOf(email)).toEqual([]);
    await product.deps.database.receiver.update({ where: { id: merchant.receiver.id }, data: { kyb_status: 'ACCEPTED' } });
    expect([(await inviteTo(merchant, email)).status, (await invitationsOf(email)).length]).toEqual([201, 1]);
  });

  it('sends one more of two at once', async () => {
    const merchant = await signUp(product);
    await inviteTo(merchant);
    await inviteTo(merchant);
    expect(statuses(await Promise.all([inviteTo(merchant), inviteTo(merchant)]))).toEqual([201, 409]);
  });

  it('counts another mail to somebody invited', async () => {
    const merchant = await signUp(product);
    const member = memberOf(await inviteTo(merchant));
    expect([(await change(merchant, member, 'admin')).status, (await change(merchant, member, 'bookkeeper')).status]).toEqual([200, 200]);
    expect((await inviteTo(merchant)).status).toBe(409);
  });

  it('does not count what the provider did not send', async () => {
    const merchant = await signUp(product);
    const member = await inviteTo(merchant);
    await breakProvider(1);
    expect((await inviteTo(merchant)).status).toBe(503);
    await mendProvider();
    expect([member.status, (await inviteTo(merchant)).status, (await inviteTo(merchant)).status, (await inviteTo(merchant)).status]).toEqual([
      201, 201, 201, 409,
    ]);
  });
});

describe('a verified account', () => {
  it('sends fifty invitations a day, also when two are sent at once, and reads when it may go on', async () => {
    const merchant = await verifiedMerchant();
    await haveSent(merchant, 30, 25 * 3_600_000);
    await haveSent(merchant, 48);
    expect((await inviteTo(merchant)).status).toBe(201);
    expect(statuses(await Promise.all([inviteTo(merchant), inviteTo(merchant)]))).toEqual([201, 429]);
    const refused = await inviteTo(merchant);
    expect([refused.body.code, refused.body.detail]).toEqual([
      'rate_limited',
      'Your account has sent 50 invitations in the last 24 hours. Send more in 23 hours.',
    ]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(22 * 3_600);
  });

  it('counts another mail to somebody invited', async () => {
    const merchant = await verifiedMerchant();
    const member = memberOf(await inviteTo(merchant));
    await haveSent(merchant, 49);
    expect((await change(merchant, member, 'admin')).status).toBe(429);
  });
});

describe('a mailbox', () => {
  it('gets three invitations a day of all accounts, however it is written, and the next account reads when', async () => {
    const email = anyEmail();
    for (const written of [email, email.toUpperCase(), email]) expect((await inviteTo(await verifiedMerchant(), written)).status).toBe(201);
    const merchant = await verifiedMerchant();
    const refused = await inviteTo(merchant, email);
    expect([refused.status, refused.body.code, refused.body.detail]).toEqual([
      429,
      'rate_limited',
      'This address has got three invitations in the last 24 hours. Invite it again in 24 hours.',
    ]);
    expect((await invitationsOf(email)).length).toBe(3);
    const { body } = await product.call(`/api/users/${merchant.receiver.token}/team`, { token: merchant.token });
    expect(body.members).toHaveLength(1);
    const stored = await product.deps.database.rateLimit.findMany({ where: { key: { contains: email } } });
    expect(stored).toEqual([]);
  });

  it('gets one more of two at once', async () => {
    const email = anyEmail();
    for (const _ of [1, 2]) await inviteTo(await verifiedMerchant(), email);
    const [one, other] = [await verifiedMerchant(), await verifiedMerchant()];
    expect(statuses(await Promise.all([inviteTo(one, email), inviteTo(other, email)]))).toEqual([201, 429]);
  });

  it('is asked no more often by other roles, and keeps its last invitation', async () => {
    const merchant = await verifiedMerchant();
    const email = anyEmail();
    const member = memberOf(await inviteTo(merchant, email));
    expect([(await change(merchant, member, 'admin')).status, (await change(merchant, member, 'bookkeeper')).status]).toEqual([200, 200]);
    expect((await change(merchant, member, 'admin')).status).toBe(429);
    const stored = await product.deps.database.teamMember.findFirstOrThrow({ where: { id: member } });
    const { accepted } = await product.press<{ accepted: number }>('propelauth', 'accept_invitations', await newAccount(email));
    expect([stored.role, accepted]).toEqual(['bookkeeper', 1]);
  });

  async function newAccount(email: string) {
    const program = product.deps.programs.headway.settingName;
    await product.press('propelauth', 'create_user', { program, email, password: 'correct horse battery', first_name: 'Mia', last_name: 'Chen' });
    return { program, email };
  }
});

describe('the mail of an invitation', () => {
  const lure = 'You won $1,000 at evil.example';

  it('names no text of the merchant before the business is verified, but the program and who invites', async () => {
    const merchant = await newMerchant(product);
    await merchant.done(merchant.send(`/api/users/${merchant.receiver.token}`, { method: 'PATCH', body: { business_name: lure } }));
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { first_name: lure } });
    const email = anyEmail();
    expect((await inviteTo(merchant, email)).status).toBe(201);
    const [mail] = await invitationsOf(email);
    const { name } = product.deps.programs.headway;
    expect(mail?.subject).toBe(`Join ${name} account of ${merchant.email} on ${name}`);
    expect(`${mail?.subject} ${mail?.text}`).not.toContain('evil.example');
  });

  it('names the business as it was verified from then on, whatever its record says', async () => {
    const merchant = merchantOf(product, await signUp(product));
    const before = anyEmail();
    expect((await inviteTo(merchant, before)).status).toBe(201);
    await merchant.walkTo('KYB');
    await product.press('lithic', 'kyb_mode', { mode: 'at_once' });
    await merchant.done(merchant.submitKyb(kybForm('Corner Bakery LLC')));
    await eventually(
      'the verification',
      async () => (await product.deps.database.receiver.findUniqueOrThrow({ where: { id: merchant.id } })).kyb_status === 'ACCEPTED',
    );
    await product.deps.database.receiver.update({ where: { id: merchant.id }, data: { business_name: lure } });
    const after = anyEmail();
    expect((await inviteTo(merchant, after)).status).toBe(201);
    const [mail] = await invitationsOf(after);
    expect(mail?.subject).toBe(`Join Corner Bakery LLC on ${product.deps.programs.headway.name}`);
    expect(mail?.text).toContain('Corner Bakery LLC invites you');
    expect((await invitationsOf(before))[0]?.subject).toContain(merchant.email);
  });
});

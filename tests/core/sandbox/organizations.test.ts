import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type AuthBrowser, askAuthApi, authBrowser } from './authBrowser.ts';
import { type OpenSandbox, openSandbox } from './openSandbox.ts';

let sandbox: OpenSandbox;
beforeAll(async () => {
  sandbox = await openSandbox();
});
afterAll(() => sandbox.stop());

interface Manager {
  visitor: AuthBrowser;
  orgId: string;
}

const anyEmail = () => `${randomUUID()}@shop.example`;

async function signedUp(email = anyEmail(), program: 'HEADWAY' | 'BOOST' = 'HEADWAY'): Promise<AuthBrowser> {
  const visitor = authBrowser(sandbox, program);
  await visitor.open('/signup', { form: { email, password: 'correct horse', first_name: 'Ada', last_name: 'Alvarez' } });
  return visitor;
}

async function newOrg(name = 'Juniper & Oak'): Promise<Manager & { email: string }> {
  const email = anyEmail();
  const visitor = await signedUp(email);
  const made = await visitor.open('/create_org', { form: { name, role_structure: 'single_role_in_hierarchy' } });
  return { visitor, email, orgId: new URL(made.headers.get('location') ?? '', 'http://site.example').searchParams.get('id') ?? '' };
}

const invite = ({ visitor, orgId }: Manager, email: string, role: string) => visitor.open('/org/members', { form: { org_id: orgId, email, role } });
const remove = ({ visitor, orgId }: Manager, user_id: string) => visitor.open('/org/members/remove', { form: { org_id: orgId, user_id } });

/** Returns the paths of the invitations that an address was sent, the newest first. */
async function invitationsTo(email: string): Promise<string[]> {
  const { messages } = (await (await fetch(`${sandbox.url}/mail/messages?to=${email}`)).json()) as { messages: { text: string }[] };
  return messages.flatMap(({ text }) => /http:\S+(\/invitation\/\S+)/.exec(text)?.[1] ?? []);
}

/** Invites an address and has somebody new join with it. Returns their browser and user id. */
async function joined(owner: Manager, role: string): Promise<{ visitor: AuthBrowser; userId: string }> {
  const email = anyEmail();
  await invite(owner, email, role);
  const visitor = await signedUp(email);
  const members = await membersOf(owner.orgId);
  return { visitor, userId: members.find((member) => member.email === email)?.user_id ?? '' };
}

interface Member {
  user_id: string;
  email: string;
  org_id_to_org_info: Record<string, { user_role: string }>;
}

async function membersOf(orgId: string): Promise<Member[]> {
  const { body } = await askAuthApi<{ users: Member[] }>(sandbox, 'HEADWAY', 'GET', `/api/backend/v1/user/org/${orgId}?include_orgs=true`);
  return body.users;
}

const rolesIn = async (orgId: string) => (await membersOf(orgId)).map((member) => member.org_id_to_org_info[orgId]?.user_role).toSorted();

describe('the page of an organization', () => {
  it('is that of nothing at all to a stranger, and to a user of another program', async () => {
    const owner = await newOrg();
    expect((await owner.visitor.open(`/org?id=${owner.orgId}`)).status).toBe(200);
    for (const stranger of [await signedUp(), await signedUp(anyEmail(), 'BOOST')]) {
      const [page, none] = [await stranger.open(`/org?id=${owner.orgId}`), await stranger.open('/org?id=00000000-0000-4000-8000-000000000000')];
      expect([page.status, none.status]).toEqual([404, 404]);
      expect(await page.text()).toBe(await none.text());
      expect((await invite({ visitor: stranger, orgId: owner.orgId }, anyEmail(), 'Member')).status).toBe(404);
    }
    expect(await rolesIn(owner.orgId)).toEqual(['Owner']);
  });

  it('sends somebody who is not signed in to the sign-in, and back', async () => {
    const { orgId } = await newOrg();
    const { status, headers } = await authBrowser(sandbox, 'HEADWAY').open(`/org?id=${orgId}`);
    const rt = new URL(headers.get('location') ?? '', 'http://site.example').searchParams.get('rt') ?? '';
    expect([status, Buffer.from(rt, 'base64').toString()]).toEqual([303, expect.stringMatching(new RegExp(`/org\\?id=${orgId}$`))]);
  });

  it('lets owners and admins invite, none above themselves, and nobody else', async () => {
    const owner = await newOrg();
    const [admin, bookkeeper, member] = [await joined(owner, 'Admin'), await joined(owner, 'Bookkeeper'), await joined(owner, 'Member')];
    const tried = async (visitor: AuthBrowser, role: string) => {
      const email = anyEmail();
      await invite({ visitor, orgId: owner.orgId }, email, role);
      return (await invitationsTo(email)).length;
    };
    expect([await tried(admin.visitor, 'Member'), await tried(admin.visitor, 'Admin'), await tried(admin.visitor, 'Owner')]).toEqual([1, 1, 0]);
    expect([await tried(bookkeeper.visitor, 'Member'), await tried(member.visitor, 'Member')]).toEqual([0, 0]);
    expect([await tried(owner.visitor, 'Owner'), await tried(owner.visitor, 'Emperor')]).toEqual([1, 0]);
    expect(await (await admin.visitor.open(`/org?id=${owner.orgId}`)).text()).toContain('Invite somebody');
    expect(await (await member.visitor.open(`/org?id=${owner.orgId}`)).text()).not.toContain('Invite somebody');
  });

  it('lets nobody change or remove somebody above them, nor the last owner', async () => {
    const owner = await newOrg();
    const [admin, second] = [await joined(owner, 'Admin'), await joined(owner, 'Owner')];
    const ownId = (await membersOf(owner.orgId)).find(({ email }) => email === owner.email)?.user_id ?? '';
    await remove({ visitor: admin.visitor, orgId: owner.orgId }, second.userId);
    expect(await rolesIn(owner.orgId)).toEqual(['Admin', 'Owner', 'Owner']);
    await remove(owner, second.userId);
    expect(await rolesIn(owner.orgId)).toEqual(['Admin', 'Owner']);
    await remove(owner, ownId);
    expect(await rolesIn(owner.orgId)).toEqual(['Admin', 'Owner']);
    await remove(owner, admin.userId);
    expect(await rolesIn(owner.orgId)).toEqual(['Owner']);
  });
});

describe('an invitation', () => {
  it('is good once, and joins with the role in it', async () => {
    const owner = await newOrg();
    const email = anyEmail();
    await invite(owner, email, 'Bookkeeper');
    const visitor = await signedUp(anyEmail());
    const [path = ''] = await invitationsTo(email);
    expect(await (await visitor.open(path)).text()).toContain(`The invitation is for ${email}.`);
    expect((await visitor.open(path, { form: {} })).status).toBe(410);
    expect(await rolesIn(owner.orgId)).toEqual(['Owner']);

    const invited = await signedUp(email);
    expect(await rolesIn(owner.orgId)).toEqual(['Bookkeeper', 'Owner']);
    expect([(await invited.open(path)).status, (await invited.open(path, { form: {} })).status]).toEqual([410, 410]);
  });

  it('joins the organization that it names, and no other that waits for an answer', async () => {
    const email = anyEmail();
    const visitor = await signedUp(email);
    const [first, second] = [await newOrg('First'), await newOrg('Second')];
    await invite(first, email, 'Member');
    await invite(second, email, 'Admin');
    const [toSecond = ''] = await invitationsTo(email);
    expect((await visitor.open(toSecond, { form: {} })).status).toBe(303);
    expect([await rolesIn(first.orgId), await rolesIn(second.orgId)]).toEqual([['Owner'], ['Admin', 'Owner']]);
  });

  it('is replaced by the next one to the same address, and gone once it is taken back', async () => {
    const owner = await newOrg();
    const email = anyEmail();
    await invite(owner, email, 'Admin');
    await invite(owner, email, 'Member');
    const [newer = '', older = ''] = await invitationsTo(email);
    const visitor = authBrowser(sandbox, 'HEADWAY');
    expect([(await visitor.open(older)).status, (await visitor.open(newer)).status]).toEqual([410, 200]);
    const taken = await askAuthApi(sandbox, 'HEADWAY', 'DELETE', '/api/backend/v1/pending_org_invites', { org_id: owner.orgId, invitee_email: email });
    expect([taken.status, (await visitor.open(newer)).status]).toEqual([200, 410]);
    await signedUp(email);
    expect(await rolesIn(owner.orgId)).toEqual(['Owner']);
  });

  it('is unknown at another program', async () => {
    const owner = await newOrg();
    const email = anyEmail();
    await invite(owner, email, 'Member');
    const [path = ''] = await invitationsTo(email);
    const abroad = await signedUp(email, 'BOOST');
    expect([(await abroad.open(path)).status, (await abroad.open(path, { form: {} })).status]).toEqual([410, 410]);
    expect([(await authBrowser(sandbox, 'HEADWAY').open(path)).status, await rolesIn(owner.orgId)]).toEqual([200, ['Owner']]);
  });

  it('is good for seven days, which the provider’s list says', async () => {
    const owner = await newOrg();
    const email = anyEmail();
    await invite(owner, email, 'Member');
    const [path = ''] = await invitationsTo(email);
    const pending = async () =>
      (
        await askAuthApi<{ invites: { created_at: number; expires_at: number }[] }>(
          sandbox,
          'HEADWAY',
          'GET',
          `/api/backend/v1/pending_org_invites?org_id=${owner.orgId}`,
        )
      ).body.invites;
    const [listed] = await pending();
    expect((listed?.expires_at ?? 0) - (listed?.created_at ?? 0)).toBe(604_800);
    const visitor = authBrowser(sandbox, 'HEADWAY');
    await advance(6);
    expect((await visitor.open(path)).status).toBe(200);
    await advance(1);
    expect([(await visitor.open(path)).status, await pending()]).toEqual([410, []]);
    await signedUp(email);
    expect(await rolesIn(owner.orgId)).toEqual(['Owner']);
  });
});

const advance = (days: number) =>
  fetch(`${sandbox.url}/control/clock/advance`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ days }) });

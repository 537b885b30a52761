import { randomUUID } from 'node:crypto';
import type { TeamRole } from '../../server/domain/access/teamRoles.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import type { Answer } from './ask.ts';
import type { Person } from './people.ts';
import type { TestProduct } from './product.ts';

/** Somebody in the team of a merchant, with an access token as the hosted sign-in gives it. */
export interface Member {
  id: string;
  email: string;
  token: string;
}

type Owner = Pick<Person, 'token' | 'receiver' | 'host'>;

/** Makes a user at the authentication provider, who has not called us yet. */
export async function newUser(product: TestProduct, email: string, program: ProgramKey = 'headway'): Promise<string> {
  const { settingName } = product.deps.programs[program];
  const user = { program: settingName, email, password: 'correct horse battery', first_name: 'Mia', last_name: 'Chen' };
  return (await product.press<{ user_id: string }>('propelauth', 'create_user', user)).user_id;
}

/** Accepts the invitations to a user's address, as they do at the provider's pages. */
export const accept = (product: TestProduct, email: string, program: ProgramKey = 'headway') =>
  product.press('propelauth', 'accept_invitations', { program: product.deps.programs[program].settingName, email });

/** Returns the access token of a user, for an organization if they work in one. */
export async function tokenFor(product: TestProduct, email: string, { program = 'headway' as ProgramKey, orgId = '' } = {}): Promise<string> {
  const { settingName } = product.deps.programs[program];
  return (await product.press<{ access_token: string }>('propelauth', 'sign_in', { program: settingName, email, org_id: orgId })).access_token;
}

/** Invites an address to an owner's team by the API. */
export const invite = (product: TestProduct, { token, receiver, host }: Owner, email: string, role: TeamRole): Promise<Answer> =>
  product.call(`/api/users/${receiver.token}/team/invitations`, {
    method: 'POST',
    host,
    token,
    headers: { 'idempotency-key': randomUUID() },
    body: { email, name: null, role },
  });

/** Invites somebody who has no account yet, has them join, and makes their first call. */
export async function addMember(product: TestProduct, owner: Owner, role: TeamRole, email = `${randomUUID()}@example.com`): Promise<Member> {
  const invited = await invite(product, owner, email, role);
  if (invited.status !== 201) throw new Error(`the invitation answered ${invited.status}: ${invited.text}`);
  const program = owner.receiver.whitelabel as ProgramKey;
  await newUser(product, email, program);
  await accept(product, email, program);
  const token = await tokenFor(product, email, { program });
  const first = await product.call('/api/receiver', { host: owner.host, token });
  if (first.status !== 200 || first.body.member === null) throw new Error(`the first call answered ${first.status}: ${first.text}`);
  return { id: first.body.member.id, email, token };
}

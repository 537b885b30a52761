import { databaseOf } from '../../db/databaseOf.ts';
import { findReceiverByEmail } from '../../db/queries/findReceiver.ts';
import type { TeamRole } from '../../domain/access/teamRoles.ts';
import type { ResolvedProgram } from '../../programs/index.ts';
import { callerOf } from '../../services/access/caller.ts';
import type { Deps } from '../../services/deps.ts';
import { createReceiver } from '../../services/receiver/createReceiver.ts';

export interface DemoAccount {
  email: string;
  firstName: string;
  lastName: string;
  meaning: string;
  staff?: { support?: true; admin?: true };
  /** Their role in the team of the merchant with a year of history; they have no account of their own. */
  team?: TeamRole;
}

/** Publicly known: it opens accounts of the sandbox alone. */
export const demoPassword = 'headway-demo';

/** The email address of the merchant with a year of history. */
export const merchantEmail = 'merchant@demo.localhost';

/** The email address of the member of that merchant's team who holds a card. */
export const cardholderEmail = 'cardholder@demo.localhost';

/** The accounts that exist in every program of a demo. */
export const demoAccounts: readonly DemoAccount[] = [
  { email: 'new@demo.localhost', firstName: 'Noor', lastName: 'Haddad', meaning: 'a merchant who has just signed up' },
  { email: merchantEmail, firstName: 'Marta', lastName: 'Kowalski', meaning: 'a merchant with a year of history' },
  { email: 'manager@demo.localhost', firstName: 'Dana', lastName: 'Reyes', meaning: 'in that merchant’s team: admin', team: 'admin' },
  { email: 'bookkeeper@demo.localhost', firstName: 'Ben', lastName: 'Akers', meaning: 'in that merchant’s team: bookkeeper', team: 'bookkeeper' },
  { email: cardholderEmail, firstName: 'Cleo', lastName: 'Martin', meaning: 'in that merchant’s team: cardholder', team: 'cardholder' },
  { email: 'support@demo.localhost', firstName: 'Sam', lastName: 'Okafor', meaning: 'staff: support', staff: { support: true } },
  { email: 'admin@demo.localhost', firstName: 'Ada', lastName: 'Lindqvist', meaning: 'staff: admin', staff: { admin: true } },
];

/** Calls the sandbox's authentication with something that the real provider offers in its dashboard alone: setting a password. */
async function askAuthentication<T>({ config }: Deps, program: ResolvedProgram, path: string, body: unknown): Promise<T> {
  const answer = await fetch(`${config.sandbox.url}/api/backend/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${config.propelauth.apiKeys[program.settingName]}`,
      'content-type': 'application/json',
      'x-propelauth-url': new URL(program.authUrl).hostname,
    },
    body: JSON.stringify(body),
  });
  if (!answer.ok) throw new Error(`the sandbox's authentication answered ${answer.status} to ${path}`);
  return (await answer.json()) as T;
}

/** Returns the access token of a demo account, as a page gets it after the sign-in. */
export async function signInToken({ config }: Deps, program: ResolvedProgram, email: string): Promise<string> {
  const answer = await fetch(`${config.propelauth.backendUrl}/control/propelauth/sign_in`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ program: program.settingName, email }),
  });
  if (!answer.ok) throw new Error(`the sandbox's authentication answered ${answer.status} to the sign-in of ${email}`);
  const { result } = (await answer.json()) as { result: { access_token: string } };
  return result.access_token;
}

/** Returns the id of a demo person's user at the authentication provider, who is made there when missing. */
export async function ensureUser(deps: Deps, program: ResolvedProgram, { email, firstName, lastName }: DemoAccount): Promise<string> {
  const existing = await deps.providers.authentication.findUserByEmail(program, email);
  if (existing) return existing.userId;
  const user = { email, password: demoPassword, email_confirmed: true, first_name: firstName, last_name: lastName };
  return (await askAuthentication<{ user_id: string }>(deps, program, '/user/', user)).user_id;
}

async function makeAccount(deps: Deps, program: ResolvedProgram, account: DemoAccount): Promise<void> {
  const { email, firstName, lastName } = account;
  const userId = await ensureUser(deps, program, account);
  const receiver = await createReceiver(deps, program, { userId, email, firstName, lastName }, { platform: 'direct', externalId: null });
  const { scope } = callerOf(receiver);
  if (account.staff) await databaseOf(deps.database, scope).receiver.update({ data: account.staff });
}

/** Makes the missing demo accounts of a program; people of a merchant's team have none of their own. */
export async function makeAccounts(deps: Deps, program: ResolvedProgram): Promise<void> {
  const own = demoAccounts.filter(({ team }) => team === undefined);
  await Promise.all(
    own.map(async (account) => {
      const made = await findReceiverByEmail(deps.database, program.key, account.email);
      if (!made) await makeAccount(deps, program, account);
    }),
  );
}

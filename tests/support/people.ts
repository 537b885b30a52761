import { randomUUID } from 'node:crypto';
import type { Receiver } from '../../server/db/generated/client.ts';
import type { ProgramKey } from '../../server/domain/basics/programKeys.ts';
import { identifyCaller } from '../../server/services/signIn/identifyCaller.ts';
import type { TestProduct } from './productOn.ts';

/** A person who has signed up, with an access token as the hosted sign-in gives it. */
export interface Person {
  email: string;
  token: string;
  receiver: Receiver;
  host: string;
}

interface SignUp {
  program?: ProgramKey;
  email?: string;
  /** Flags that only an operator of the database sets. */
  staff?: { admin?: boolean; support?: boolean };
}

/** Calls the authentication provider's own API, as its dashboard would. */
export function askAuthentication(product: TestProduct, program: ProgramKey, path: string, body: unknown): Promise<Response> {
  const { authUrl, settingName } = product.deps.programs[program];
  return fetch(`${product.sandboxUrl}/api/backend/v1${path}`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${product.config.propelauth.apiKeys[settingName]}`,
      'content-type': 'application/json',
      'x-propelauth-url': new URL(authUrl).hostname,
    },
    body: JSON.stringify(body),
  });
}

/** Returns the access token that a page gets once the user has signed in. */
export async function signInToken(product: TestProduct, program: ProgramKey, email: string): Promise<string> {
  const { settingName } = product.deps.programs[program];
  return (await product.press<{ access_token: string }>('propelauth', 'sign_in', { program: settingName, email })).access_token;
}

/** Signs in somebody whom the database held from its beginning. */
export async function signInAgain(product: TestProduct, email: string): Promise<Person> {
  const token = await signInToken(product, 'headway', email);
  const receiver = await product.deps.database.receiver.findFirstOrThrow({ where: { email } });
  return { email, token, receiver, host: product.deps.programs.headway.hosts[0] };
}

/** Makes a user at the authentication provider, lets them call once, and gives them the flags asked for. */
export async function signUp(product: TestProduct, { program = 'headway', email = `${randomUUID()}@example.com`, staff }: SignUp = {}): Promise<Person> {
  const user = { email, password: 'correct horse battery', email_confirmed: true, first_name: 'Ana', last_name: 'Lopez' };
  const made = await askAuthentication(product, program, '/user/', user);
  if (!made.ok) throw new Error(`the sign-up of ${email} answered ${made.status}: ${await made.text()}`);
  const access_token = await signInToken(product, program, email);
  const caller = await identifyCaller(product.deps, product.deps.programs[program], access_token);
  const receiver = staff ? await product.deps.database.receiver.update({ where: { id: caller.receiverId }, data: staff }) : caller.receiver;
  return { email, token: access_token, receiver, host: product.deps.programs[program].hosts[0] };
}

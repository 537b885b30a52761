import { type ProgramSettingName, readConfig } from '../../server/config.ts';
import { pressButton } from './ask.ts';

async function askAuthentication<T>(sandboxUrl: string, program: ProgramSettingName, path: string, body: unknown): Promise<T> {
  const apiKey = readConfig({}).propelauth.apiKeys[program];
  const host = `auth.${program.toLowerCase()}.localhost`;
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'x-propelauth-url': host };
  const answer = await fetch(`${sandboxUrl}/api/backend/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** A user signed in at the authentication provider's stand-in; `token` is the user's id. */
export interface SignedIn {
  token: string;
  accessToken: string;
}

interface SignInOptions {
  program?: ProgramSettingName;
  /** Lifetime of the access token. */
  minutes?: number;
}

/** Creates a new user and signs them in. */
export async function signIn(sandboxUrl: string, email: string, { program = 'HEADWAY', minutes = 30 }: SignInOptions = {}): Promise<SignedIn> {
  const { user_id } = await askAuthentication<{ user_id: string }>(sandboxUrl, program, '/user/', { email, email_confirmed: true });
  const { access_token } = await pressButton<{ access_token: string }>(sandboxUrl, 'propelauth/sign_in', { program, email, minutes });
  return { token: user_id, accessToken: access_token };
}

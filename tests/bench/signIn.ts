import { readConfig } from '../../server/config.ts';

async function askAuthentication<T>(sandboxUrl: string, apiKey: string, path: string, body: unknown): Promise<T> {
  const headers = { authorization: `Bearer ${apiKey}`, 'content-type': 'application/json', 'x-propelauth-url': 'auth.headway.localhost' };
  const answer = await fetch(`${sandboxUrl}/api/backend/v1${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
  if (!answer.ok) throw new Error(`${path} answered ${answer.status}`);
  return (await answer.json()) as T;
}

/** Somebody signed in at the authentication provider's stand-in; `token` is the user's id. */
export interface SignedIn {
  token: string;
  accessToken: string;
}

/** Signs somebody new in. */
export async function signIn(sandboxUrl: string, email: string): Promise<SignedIn> {
  const apiKey = readConfig({}).propelauth.apiKeys.HEADWAY;
  const { user_id } = await askAuthentication<{ user_id: string }>(sandboxUrl, apiKey, '/user/', { email, email_confirmed: true });
  const { access_token } = await askAuthentication<{ access_token: string }>(sandboxUrl, apiKey, '/access_token', { user_id, duration_in_minutes: 30 });
  return { token: user_id, accessToken: access_token };
}

import type { ProgramSettingName } from '../../../server/config.ts';
import { fetchAsHost } from './fetchAsHost.ts';
import type { OpenSandbox } from './openSandbox.ts';

/** Returns the host, with its port, of a program's hosted authentication. */
export const authHostOf = ({ config }: OpenSandbox, program: ProgramSettingName): string => new URL(config.propelauth.authUrls[program] ?? '').host;

export type AuthBrowser = ReturnType<typeof authBrowser>;

/** Returns one browser at one program's authentication host. Cookies are kept by hand; redirects are not followed. */
export function authBrowser(sandbox: OpenSandbox, program: ProgramSettingName) {
  let cookie = '';
  return {
    cookie: () => cookie,
    async open(path: string, { form, origin, method = form ? 'POST' : 'GET' }: { form?: Record<string, string>; origin?: string; method?: string } = {}) {
      const answer = await fetchAsHost(`${sandbox.url}${path}`, {
        host: authHostOf(sandbox, program),
        method,
        headers: { ...(cookie && { Cookie: cookie }), ...(origin && { Origin: origin }) },
        ...(form && { body: new URLSearchParams(form) }),
      });
      const set = answer.headers.getSetCookie()[0];
      if (set) cookie = /Expires=Thu, 01 Jan 1970/.test(set) ? '' : (set.split(';')[0] ?? '');
      return answer;
    },
  };
}

/** Calls a program's authentication API as its server would, by default with the program's own key. */
export async function askAuthApi<Body = unknown>(
  { url, config }: OpenSandbox,
  program: ProgramSettingName,
  method: string,
  path: string,
  body?: unknown,
  key = config.propelauth.apiKeys[program],
): Promise<{ status: number; body: Body }> {
  const answer = await fetch(`${url}${path}`, {
    method,
    headers: {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'X-Propelauth-url': new URL(config.propelauth.authUrls[program] ?? '').hostname,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  return { status: answer.status, body: (await answer.json()) as Body };
}

import { randomInt } from 'node:crypto';
import { request } from 'node:http';

export interface CallOptions {
  method?: string;
  host?: string;
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** The local address that the call comes from; a new one each time by default, so that limits by address can keep their real values. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** The raw body, for a file that is not text. */
  bytes: Buffer;
  /** The result of JSON.parse: tests read answers of every shape. Undefined when the answer is not JSON. */
  body: ReturnType<typeof JSON.parse>;
}

/** Returns a random address of 127.0.0.0/8, all of which is this machine. */
const anyAddress = () => `127.${[randomInt(1, 255), randomInt(0, 255), randomInt(1, 255)].join('.')}`;

/** Sends a request with a chosen Host header, which fetch does not allow. */
export async function ask(
  url: string,
  { method = 'GET', host = 'headway.localhost', token, body, headers = {}, address = anyAddress() }: CallOptions,
): Promise<Answer> {
  const sent = body === undefined ? undefined : typeof body === 'string' ? body : JSON.stringify(body);
  return new Promise((resolve, reject) => {
    const outgoing = request(
      url,
      {
        method,
        localAddress: address,
        headers: {
          host,
          ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
          ...(sent === undefined ? {} : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(sent) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.once('error', reject);
        incoming.once('end', () => {
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString('utf8');
          const isJson = /json/.test(incoming.headers['content-type'] ?? '');
          const answered = new Headers(
            Object.entries(incoming.headers).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])) as [string, string][],
          );
          resolve({ status: incoming.statusCode ?? 0, headers: answered, text, bytes, body: isJson && text !== '' ? JSON.parse(text) : undefined });
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(sent);
  });
}

/** Calls an action of the sandbox's control API. Returns its answer. */
export async function control<Answered>(sandboxUrl: string, lever: string, fields: object): Promise<Answered> {
  const answer = await fetch(`${sandboxUrl}/control/${lever}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`${lever} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answered;
}

/** Presses a button of the sandbox's control page, such as `lithic/spend`. Returns its result. */
export const pressButton = async <Result>(sandboxUrl: string, button: string, fields: object): Promise<Result> =>
  (await control<{ result: Result }>(sandboxUrl, button, fields)).result;

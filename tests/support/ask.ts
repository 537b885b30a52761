import { randomInt } from 'node:crypto';
import { request } from 'node:http';

export interface CallOptions {
  method?: string;
  host?: string;
  token?: string | undefined;
  body?: unknown;
  headers?: Record<string, string>;
  /** Address on this machine that the call comes from; another one each time, so that limits by address hold at their real values. */
  address?: string;
}

export interface Answer {
  status: number;
  headers: Headers;
  text: string;
  /** As it came, for a file that is no text. */
  bytes: Buffer;
  /** As JSON.parse gives it: tests look into answers of every shape. Undefined when the answer was no JSON. */
  body: ReturnType<typeof JSON.parse>;
}

/** All of 127.0.0.0/8 is this machine. */
const anyAddress = () => `127.${[randomInt(1, 255), randomInt(0, 255), randomInt(1, 255)].join('.')}`;

/** Asks with a Host header of one's own, which fetch does not allow. */
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
            Object.entries(incoming.headers).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])) as [string, string][],
          );
          resolve({ status: incoming.statusCode ?? 0, headers: answered, text, bytes, body: isJson && text !== '' ? JSON.parse(text) : undefined });
        });
      },
    );
    outgoing.once('error', reject);
    outgoing.end(sent);
  });
}

/** Moves a lever of the sandbox. */
export async function control<Answered>(sandboxUrl: string, lever: string, fields: object): Promise<Answered> {
  const answer = await fetch(`${sandboxUrl}/control/${lever}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  });
  if (!answer.ok) throw new Error(`${lever} answered ${answer.status}: ${await answer.text()}`);
  return (await answer.json()) as Answered;
}

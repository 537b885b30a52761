import { Agent, type ClientRequestArgs, type IncomingMessage, request } from 'node:http';
import { Readable } from 'node:stream';
import type { RouteContract } from '../contract/define.ts';
import type { ProblemBody } from '../contract/problems.ts';
import { DomainError } from '../domain/basics/errors.ts';
import type { Origin } from '../services/access/audit.ts';
import type { CurrentProgram, Deps } from '../services/deps.ts';
import { exchangeSession } from '../services/handIn/exchangeSession.ts';
import { forwardedFor } from './forwardedFor.ts';
import type { Answered, EmbeddedCore, ShopVisitor } from './loadContext.ts';

/** Access tokens live half an hour; a session is handed in anew before its last minutes. */
const kept_ms = 25 * 60_000;
const keptTokens = 2_000;

interface KeptToken {
  token: Promise<string | null>;
  until_ms: number;
}

/** Whoever asks, and by which program's host. */
interface Asking {
  program: CurrentProgram;
  origin: Origin;
}

const agent = new Agent({ keepAlive: true });

/**
 * Makes the core of each request of the embedded app. Access tokens of handed-in sessions are kept by this process for
 * their life, as a page would keep them; another process hands the next session in by itself.
 */
export function createEmbeddedCore(deps: Deps): (asking: Asking) => EmbeddedCore {
  const kept = new Map<string, KeptToken>();
  const nameOf = ({ program }: Asking, { shop, userId }: Pick<ShopVisitor, 'shop' | 'userId'>) => `${program.key} ${shop} ${userId}`;

  async function handIn({ program, origin }: Asking, { shop, idToken }: ShopVisitor): Promise<string | null> {
    try {
      return (await exchangeSession(deps, program, { auth_type: 'shopify', shopify_session: { shop, id_token: idToken } }, origin)).access_token;
    } catch (failure) {
      if (failure instanceof DomainError && failure.code === 'unauthenticated') return null;
      throw failure;
    }
  }

  return (asking) => ({
    signIn(visitor) {
      const name = nameOf(asking, visitor);
      const now_ms = deps.machineClock().getTime();
      const present = kept.get(name);
      if (present && present.until_ms > now_ms) return present.token;
      const token = handIn(asking, visitor);
      const forget = () => kept.get(name)?.token === token && kept.delete(name);
      token.then((text) => text === null && forget(), forget);
      kept.delete(name);
      kept.set(name, { token, until_ms: now_ms + kept_ms });
      // The oldest goes first.
      if (kept.size > keptTokens) for (const oldest of [...kept.keys()].slice(0, kept.size - keptTokens)) kept.delete(oldest);
      return token;
    },
    forget: (visitor) => void kept.delete(nameOf(asking, visitor)),

    async call<Contract extends RouteContract>(accessToken: string, name: string, input: object): Promise<Answered<Contract>> {
      const response = await send(deps, asking, accessToken, written(name, input));
      const body = await textOf(response);
      const isOk = (response.statusCode ?? 500) < 400;
      // What our own API answers was checked against its contract before it was sent.
      return isOk ? { ok: true, value: body === '' ? undefined : JSON.parse(body) } : { ok: false, problem: JSON.parse(body) as ProblemBody };
    },

    async file(accessToken, path, mediaType) {
      const response = await send(deps, asking, accessToken, { method: 'GET', path, headers: { accept: mediaType } });
      const names = ['content-type', 'content-disposition', 'cache-control'] as const;
      const headers = names.flatMap((name) => (response.headers[name] === undefined ? [] : [[name, response.headers[name]] as [string, string]]));
      return new Response(Readable.toWeb(response) as ReadableStream, { status: response.statusCode ?? 500, headers });
    },
  });
}

interface Sent {
  method: string;
  path: string;
  headers: Record<string, string>;
  body?: string;
}

interface Input {
  params?: Readonly<Record<string, string>>;
  query?: Readonly<Record<string, unknown>>;
  body?: unknown;
  idempotencyKey?: string;
}

/** A call as it goes over the wire. */
function written(name: string, { params = {}, query = {}, body, idempotencyKey }: Input): Sent {
  const [method = '', path = ''] = name.split(' ');
  const filled = path.replace(/:(\w+)/g, (_, part: string) => encodeURIComponent(params[part] ?? ''));
  const asked = Object.entries(query).flatMap(([key, value]) => (value === undefined ? [] : [[key, String(value)]]));
  return {
    method,
    path: asked.length > 0 ? `${filled}?${new URLSearchParams(asked)}` : filled,
    headers: {
      accept: 'application/json',
      ...(method !== 'GET' && { 'content-type': 'application/json' }),
      ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  };
}

/** Calls the API of this very process. The visitor's address and browser go along, so that what is recorded names them. */
function send({ config }: Deps, { program, origin }: Asking, accessToken: string, { method, path, headers, body }: Sent): Promise<IncomingMessage> {
  const options: ClientRequestArgs = {
    agent,
    host: '127.0.0.1',
    port: config.port,
    method,
    path,
    headers: {
      ...headers,
      ...forwardedFor(origin.address),
      authorization: `Bearer ${accessToken}`,
      host: program.hosts[0],
      'user-agent': origin.userAgent,
      ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
    },
  };
  return new Promise((resolve, reject) => {
    request(options, resolve).once('error', reject).end(body);
  });
}

async function textOf(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

import { ReadableStream as NodeStream } from 'node:stream/web';
import { type CallName, callName } from '../contract/call.ts';
import type { RouteContract } from '../contract/define.ts';
import { postAccessTokenRenewal } from '../contract/session.ts';
import { DomainError } from '../domain/basics/errors.ts';
import type { Deps } from '../services/deps.ts';
import { exchangeSession } from '../services/handIn/exchangeSession.ts';
import { type AnswerBody, type ApiAnswer, isStream } from './apiRequest.ts';
import { inProcessCalls, type Visit } from './inProcessCall.ts';
import type { Answered, EmbeddedCore, ShopVisitor } from './loadContext.ts';
import { countCall } from './middleware/rateLimit.ts';
import type { Route } from './route.ts';

/** How long an access token is reused, in milliseconds: it lives 30 minutes, and a session is handed in again before the last few. */
const keptMs = 25 * 60_000;
/** The most tokens that a process keeps. */
const keptTokens = 2_000;

interface KeptToken {
  token: Promise<string | null>;
  untilMs: number;
}

/**
 * Makes the function that builds the core for a request of the embedded app. This process keeps the access tokens of
 * handed-in sessions for their lifetime, as a page would; another process hands in the next session itself.
 */
export function createEmbeddedCore(deps: Deps, routes: readonly Route[]): (visit: Visit) => EmbeddedCore {
  const kept = new Map<string, KeptToken>();
  const answerTo = inProcessCalls(deps, routes);
  const pageCalls: ReadonlySet<unknown> = new Set(
    routes
      .map(({ contract }) => contract)
      .filter(isForPages)
      .map(callName),
  );
  const nameOf = ({ program }: Visit, { shop, userId }: Pick<ShopVisitor, 'shop' | 'userId'>) => `${program.key} ${shop} ${userId}`;

  async function handIn({ program, origin }: Visit, { shop, idToken }: ShopVisitor): Promise<string | null> {
    try {
      const session = { auth_type: 'shopify', shopify_session: { shop, id_token: idToken } } as const;
      return (await exchangeSession(deps, program, session, origin, (person) => countCall(deps, 'caller', person))).access_token;
    } catch (failure) {
      if (failure instanceof DomainError && failure.code === 'unauthenticated') return null;
      throw failure;
    }
  }

  return (visit) => ({
    isPageCall: (name): name is CallName<RouteContract> => pageCalls.has(name),
    signIn(visitor) {
      const name = nameOf(visit, visitor);
      const nowMs = deps.machineClock().getTime();
      const present = kept.get(name);
      if (present && present.untilMs > nowMs) return present.token;
      const token = handIn(visit, visitor);
      const forget = () => kept.get(name)?.token === token && kept.delete(name);
      token.then((text) => text === null && forget(), forget);
      kept.delete(name);
      kept.set(name, { token, untilMs: nowMs + keptMs });
      // Drop the oldest tokens.
      if (kept.size > keptTokens) for (const oldest of [...kept.keys()].slice(0, kept.size - keptTokens)) kept.delete(oldest);
      return token;
    },
    forget: (visitor) => void kept.delete(nameOf(visit, visitor)),

    async call<Contract extends RouteContract>(accessToken: string, name: string, input: object): Promise<Answered<Contract>> {
      const { status, body } = await answerTo({ visit, accessToken, name, input, wants: 'application/json' });
      // A report's worker sends its file piece by piece, JSON too.
      const text = await responseText(body);
      // Our API has checked the body against its contract before sending it.
      return status < 400 ? { ok: true, value: JSON.parse(text) } : { ok: false, problem: JSON.parse(text) };
    },

    file: async (accessToken, name, input, wants) => responseOf(await answerTo({ visit, accessToken, name, input, wants })),
  });
}

/** The app keeps access tokens on the server. */
const isForPages = (contract: RouteContract) => contract.who === 'receiver' && contract !== postAccessTokenRenewal;

function responseOf({ status, headers, body }: ApiAnswer): Response {
  // One class with two type declarations: Node's and the browser's.
  return new Response(NodeStream.from(bytesOf(body)) as ReadableStream, { status, headers });
}

async function responseText(body: AnswerBody): Promise<string> {
  if (typeof body === 'string') return body;
  const pieces: Uint8Array[] = [];
  for await (const piece of bytesOf(body)) pieces.push(piece);
  return Buffer.concat(pieces).toString();
}

async function* bytesOf(body: AnswerBody): AsyncGenerator<Uint8Array> {
  for await (const chunk of isStream(body) ? body : [body]) yield typeof chunk === 'string' ? Buffer.from(chunk) : chunk;
}

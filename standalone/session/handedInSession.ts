import { CallFailure } from '../../server/browser/callFailure.ts';
import type { postAccessToken, postAccessTokenRenewal, postHandedInSessionEnd } from '../../server/contract/session.ts';
import { handInBody } from '../../server/domain/access/handIn.ts';
import type { HandIn } from '../../server/domain/access/queryNames.ts';
import { send } from '../api.ts';
import { type AuthenticatedUser, type HandedInUser, handedInUser } from './user.ts';

export type HandedInState =
  | { kind: 'exchanging' }
  | { kind: 'open'; user: AuthenticatedUser }
  /** Refused or ended: a new hand-in or a hosted sign-in is needed. */
  | { kind: 'expired' }
  /** The server could not be asked whether the session is valid; `message` is for the reader. */
  | { kind: 'failed'; message: string };

/** A session that a platform handed in. Its token is kept only in this page's memory and is renewed while the page is open. */
export interface HandedInSession {
  state(): HandedInState;
  onChange(changed: () => void): () => void;
  /** Exchanges the hand-in, or tries again after a failure. */
  open(): void;
  /** Returns the current token, renewed when it expires soon; null when the session is over. Throws a CallFailure. */
  accessToken(): Promise<string | null>;
  /** Returns a newer token than the refused one; null when the session is over. Throws a CallFailure. */
  renewedToken(refused: string): Promise<string | null>;
  /** Revokes the token's renewal at the server. Throws a CallFailure when the server could not be told. */
  endAtServer(): Promise<void>;
  /** Forgets the token; the state becomes `expired`. */
  end(): void;
}

interface Token {
  text: string;
  endsAtMs: number;
}

const renewBeforeMs = 600_000;
const checkIntervalMs = 60_000;

/** Creates a handed-in session. `nowMs` is the page's clock; only a token's lifetime is read from it, so a wrong clock does no harm. */
export function createHandedInSession(handIn: HandIn, nowMs: () => number = Date.now): HandedInSession {
  let state: HandedInState = { kind: 'exchanging' };
  let token: Token | null = null;
  let renewal: Promise<string | null> | null = null;
  let checks: ReturnType<typeof setInterval> | undefined;
  const observers = new Set<() => void>();

  function become(next: HandedInState) {
    state = next;
    if (next.kind !== 'open') {
      clearInterval(checks);
      token = null;
    }
    for (const changed of observers) changed();
  }

  const received = (text: string): Token => ({ text, endsAtMs: nowMs() + lifeOf(text) });

  async function exchange(): Promise<void> {
    const body = handInBody(handIn);
    if (body === null) return become({ kind: 'expired' });
    try {
      const answer = await send<typeof postAccessToken>('POST /api/receivers/propel_auth_access_token', { body }, null);
      token = received(answer.access_token);
      // The answer may carry further fields that the provider adds.
      become({ kind: 'open', user: handedInUser(answer.propel_auth_user as HandedInUser) });
      checks = setInterval(() => void present().catch(() => undefined), checkIntervalMs);
    } catch (failure) {
      become(isOver(failure) ? { kind: 'expired' } : { kind: 'failed', message: messageOf(failure) });
    }
  }

  async function renew(present: string): Promise<string | null> {
    try {
      const answer = await send<typeof postAccessTokenRenewal>('POST /api/receivers/access_token_renewal', { body: {} }, present);
      // The session may have ended while the answer was on its way.
      if (token === null) return null;
      token = received(answer.access_token);
      return token.text;
    } catch (failure) {
      if (!isOver(failure)) throw failure;
      become({ kind: 'expired' });
      return null;
    } finally {
      renewal = null;
    }
  }

  /** Renews the token once for all concurrent callers, because a token can be renewed only once. */
  const renewOnce = (present: string) => (renewal ??= renew(present));

  async function present(): Promise<string | null> {
    if (token === null) return null;
    const leftMs = token.endsAtMs - nowMs();
    if (leftMs >= renewBeforeMs) return token.text;
    const held = token.text;
    // While the current token still works, a failed renewal can wait for the next check.
    return leftMs > 0 ? renewOnce(held).catch(() => held) : renewOnce(held);
  }

  return {
    state: () => state,
    onChange(changed) {
      observers.add(changed);
      return () => observers.delete(changed);
    },
    open() {
      if (state.kind !== 'exchanging') become({ kind: 'exchanging' });
      void exchange();
    },
    accessToken: present,
    async renewedToken(refused) {
      if (token === null) return null;
      return token.text === refused ? renewOnce(refused) : token.text;
    },
    async endAtServer() {
      const last = await present();
      if (last !== null) await send<typeof postHandedInSessionEnd>('POST /api/receivers/handed_in_session_end', { body: {} }, last).catch(ignoreOver);
    },
    end: () => become({ kind: 'expired' }),
  };
}

const isOver = (failure: unknown) => failure instanceof CallFailure && (failure.status === 400 || failure.status === 401);
/** Ignores the failure to end a session that is over already; throws any other. */
export const ignoreOver = (failure: unknown) => {
  if (!isOver(failure)) throw failure;
};
const messageOf = (failure: unknown) => (failure instanceof CallFailure ? failure.message : 'Something went wrong on our side. Try again in a minute.');

/** Returns a token's lifetime in ms, read from its claims; 0 when they cannot be read. The server checks the signature. */
function lifeOf(token: string): number {
  try {
    const claims = token.split('.')[1] ?? '';
    const { iat = 0, exp = 0 }: { iat?: number; exp?: number } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return Math.max(0, (exp - iat) * 1_000);
  } catch {
    return 0;
  }
}

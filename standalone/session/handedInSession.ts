import type { postAccessToken, postAccessTokenRenewal, postHandedInSessionEnd } from '../../server/contract/session.ts';
import { handInBody } from '../../server/domain/access/handIn.ts';
import type { HandIn } from '../../server/domain/access/queryNames.ts';
import { ApiProblem, send } from '../api.ts';
import { type AuthenticatedUser, type HandedInUser, handedInUser } from './user.ts';

export type HandedInState =
  | { kind: 'exchanging' }
  | { kind: 'open'; user: AuthenticatedUser }
  /** Not accepted, or over: a new hand-in or a hosted sign-in is needed. */
  | { kind: 'expired' }
  /** It could not be found out whether it is good; `message` is for the reader. */
  | { kind: 'failed'; message: string };

/** A session that a platform handed in. Its token is in the memory of this page alone and is renewed while the page lives. */
export interface HandedInSession {
  state(): HandedInState;
  onChange(changed: () => void): () => void;
  /** Exchanges the hand-in, or tries again after a failure. */
  open(): void;
  /** The present token, renewed when it ends soon; null when the session is over. Throws an ApiProblem. */
  accessToken(): Promise<string | null>;
  /** A newer token than the one named; null when the session is over. Throws an ApiProblem. */
  renewedToken(refused: string): Promise<string | null>;
  /** Has the server renew the token no more. Throws an ApiProblem when it could not be told. */
  endAtServer(): Promise<void>;
  /** Forgets the token. */
  end(): void;
}

interface Token {
  text: string;
  endsAt_ms: number;
}

const renewBefore_ms = 600_000;
const checkEvery_ms = 60_000;

/** `now_ms` is the page's clock. Only how long a token lives is taken from the token, so a clock that is off does no harm. */
export function createHandedInSession(handIn: HandIn, now_ms: () => number = Date.now): HandedInSession {
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

  const received = (text: string): Token => ({ text, endsAt_ms: now_ms() + lifeOf(text) });

  async function exchange(): Promise<void> {
    const body = handInBody(handIn);
    if (body === null) return become({ kind: 'expired' });
    try {
      const answer = await send<typeof postAccessToken>('POST /api/receivers/propel_auth_access_token', { body }, null);
      token = received(answer.access_token);
      // Beside the names below the answer may carry what the provider adds.
      become({ kind: 'open', user: handedInUser(answer.propel_auth_user as HandedInUser) });
      checks = setInterval(() => void present().catch(() => undefined), checkEvery_ms);
    } catch (failure) {
      become(isOver(failure) ? { kind: 'expired' } : { kind: 'failed', message: messageOf(failure) });
    }
  }

  async function renew(present: string): Promise<string | null> {
    try {
      const answer = await send<typeof postAccessTokenRenewal>('POST /api/receivers/access_token_renewal', { body: {} }, present);
      // It may have been ended while the answer was on its way.
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

  /** A token is good for one renewal, so whoever needs one shares it. */
  const renewOnce = (present: string) => (renewal ??= renew(present));

  async function present(): Promise<string | null> {
    if (token === null) return null;
    const left_ms = token.endsAt_ms - now_ms();
    if (left_ms >= renewBefore_ms) return token.text;
    const held = token.text;
    // While the present one still works, a renewal that fails can wait for the next check.
    return left_ms > 0 ? renewOnce(held).catch(() => held) : renewOnce(held);
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

const isOver = (failure: unknown) => failure instanceof ApiProblem && (failure.status === 400 || failure.status === 401);
/** A session that is over already has ended as it should. */
const ignoreOver = (failure: unknown) => {
  if (!isOver(failure)) throw failure;
};
const messageOf = (failure: unknown) => (failure instanceof ApiProblem ? failure.message : 'Something went wrong on our side. Try again in a minute.');

/** How long a token lives from its making, by what is written in it; 0 when that cannot be read. Its signature is the server's to check. */
function lifeOf(token: string): number {
  try {
    const claims = token.split('.')[1] ?? '';
    const { iat = 0, exp = 0 }: { iat?: number; exp?: number } = JSON.parse(atob(claims.replaceAll('-', '+').replaceAll('_', '/')));
    return Math.max(0, (exp - iat) * 1_000);
  } catch {
    return 0;
  }
}

/**
 * Access tokens are valid for half an hour and are verified without asking the provider. These marks end them earlier.
 * Tokens name the second in which they were issued, so one from the second of the mark counts as earlier.
 */
export interface SessionEnds {
  /** When the person last logged out at the hosted sign-in; null if never. */
  signedOutAt: Date | null;
  /** When the provider last said that the person is disabled, locked or deleted; null if never. */
  barredAt: Date | null;
}

interface Token {
  /** Null for a token that does not say. */
  issuedAt: Date | null;
  /** Whether a platform handed its session in: that session has a row of its own. `none` for any other token. */
  handedIn: 'none' | 'open' | 'ended';
}

/** Decides whether a token is refused although it has not expired. A handed-in session outlives a log-out elsewhere, and nothing outlives a barring. */
export function isSessionEnded({ issuedAt, handedIn }: Token, { signedOutAt, barredAt }: SessionEnds): boolean {
  const isUntil = (mark: Date | null) => mark !== null && (issuedAt === null || issuedAt <= mark);
  return handedIn === 'ended' || isUntil(barredAt) || (handedIn === 'none' && isUntil(signedOutAt));
}

/** Returns until when a log-out refuses tokens, given the one that came with it. The provider's clock may be ahead of ours. */
export function signOutMark(issuedAt: Date | null, now: Date): Date {
  return issuedAt !== null && issuedAt > now ? issuedAt : now;
}

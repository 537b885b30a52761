/** A session made by an outside issuer, verified. */
export interface IssuedSession {
  /** The issuer's name; with `externalId` it identifies the person or business. */
  issuer: string;
  externalId: string;
  /** The token's own id, or null when its issuer gives none. */
  jti: string | null;
  /** Given only when the issuer vouches for it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  expiresAt: Date;
}

export interface SessionIssuers {
  /** Verifies a session of a registered type. Throws `Refused` for an unknown type or a session that is not good. Calls nobody. */
  verify(type: string, session: string, now: Date): IssuedSession;
}

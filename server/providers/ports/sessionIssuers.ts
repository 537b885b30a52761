/** A verified session of an outside issuer. */
export interface IssuedSession {
  /** The issuer's name; with `externalId` it identifies the person or business. */
  issuer: string;
  externalId: string;
  /** The token's own id, or null when its issuer gives none. */
  jti: string | null;
  /** Null unless the issuer has verified it. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  expiresAt: Date;
}

export interface SessionIssuers {
  /** Verifies a session of a registered type. Throws `Refused` for an unknown type or an invalid session. Makes no call. */
  verify(type: string, session: string, now: Date): IssuedSession;
}

import jwt from 'jsonwebtoken';
import { z } from 'zod';
import type { Config } from '../../config.ts';
import { isUnstorable } from '../../domain/basics/storableText.ts';
import { Refused } from '../failure.ts';
import { leewaySeconds } from '../jwt.ts';
import type { IssuedSession, SessionIssuers } from '../ports/sessionIssuers.ts';

const storable = z
  .string()
  .min(1)
  .max(200)
  .refine((claim) => !isUnstorable(claim));
const text = storable.nullish();
const claimsSchema = z.object({
  sub: storable,
  exp: z.number(),
  jti: text,
  email: z.email().nullish(),
  email_verified: z.boolean().nullish(),
  given_name: text,
  family_name: text,
});

const refusal = (code: string) => new Refused({ provider: 'sessionIssuers', call: 'verify', code, message: 'the session is not good' });

/** Returns the issuers of the settings. Each type fixes algorithm, key, issuer and audience, so that a token cannot choose them. */
export function createSessionIssuers(types: Config['sessionTypes']): SessionIssuers {
  const byType = new Map(types.map((type) => [type.type, type]));
  return {
    verify(type, session, now) {
      const registered = byType.get(type);
      if (!registered) throw refusal('unknown_type');
      const { algorithm, key, issuer, audience } = registered;
      try {
        const claims = jwt.verify(session, key, {
          algorithms: [algorithm],
          issuer,
          audience,
          clockTolerance: leewaySeconds,
          clockTimestamp: Math.floor(now.getTime() / 1_000),
        });
        return readClaims(issuer, claimsSchema.parse(claims));
      } catch {
        // The library's messages may repeat parts of the token.
        throw refusal('not_good');
      }
    },
  };
}

function readClaims(issuer: string, claims: z.output<typeof claimsSchema>): IssuedSession {
  return {
    issuer,
    externalId: claims.sub,
    jti: claims.jti ?? null,
    email: claims.email_verified === true ? (claims.email ?? null) : null,
    firstName: claims.given_name ?? null,
    lastName: claims.family_name ?? null,
    expiresAt: new Date(claims.exp * 1_000),
  };
}

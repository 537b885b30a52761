import type { Config } from '../../config.ts';
import type { CallLimits } from '../call.ts';
import type { ProviderMetrics } from '../metrics.ts';
import type { AuthProgram } from './accessToken.ts';
import { type NewUser, propelauthCalls } from './client.ts';
import type { AuthUser, SignedInUser } from './map.ts';

export type { AuthProgram } from './accessToken.ts';
export type { NewUser } from './client.ts';
export type { AuthUser, SignedInUser } from './map.ts';

/** Who signs in, program by program: users and tokens of one are unknown to the others. Fails as `Refused`, `Unavailable` or `Unknown`. */
export interface Authentication {
  /**
   * The person whom an access token speaks for, at the host of that program. Offline, once the program's public key is
   * known. `Refused` for a token that is no good here, without saying why; `Unavailable` while the key cannot be had.
   */
  verifyAccessToken(program: AuthProgram, token: string): Promise<SignedInUser>;

  /** Null when nobody has that address. */
  findUserByEmail(program: AuthProgram, email: string): Promise<AuthUser | null>;

  findUserById(program: AuthProgram, userId: string): Promise<AuthUser | null>;

  /**
   * Makes a user without a password, whose address is not confirmed and who gets no mail. Not to be repeated: after
   * `Unknown`, look with `findUserByEmail`. `Refused` with the code `invalid_email` when the address is taken or no address.
   */
  createUser(program: AuthProgram, user: NewUser): Promise<{ userId: string }>;

  /** Makes a token that speaks for a user. May be repeated: it is only another token. */
  createAccessToken(program: AuthProgram, userId: string, minutes: number): Promise<{ accessToken: string }>;
}

/** Authentication by PropelAuth. `clock` tells whether a token has expired. Throws when a configured verifier key is malformed. */
export function createPropelauth(config: Config['propelauth'], metrics: ProviderMetrics, clock: () => Date, limits?: CallLimits): Authentication {
  return propelauthCalls(config, metrics, clock, limits);
}

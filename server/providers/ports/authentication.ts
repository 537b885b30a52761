import type { ProgramSettingName } from '../../config.ts';
/** The program at whose host a token was shown. */
export interface AuthProgram {
  settingName: ProgramSettingName;
  /** The program's hosted sign-in, whose origin issues its tokens. */
  authUrl: string;
}

/** A membership of an organisation, with its roles in one of the two structures. */
export interface OrgMembership {
  orgId: string;
  orgName: string;
  urlSafeOrgName: string;
  orgMetadata: Record<string, unknown>;
  userAssignedRole: string;
  inheritedRoles: string[];
  additionalRoles: string[];
  userPermissions: string[];
  orgRoleStructure: 'single_role_in_hierarchy' | 'multi_role';
}

/** The user that an access token identifies. */
export interface SignedInUser {
  userId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  /** The provider's employee who acts as this user. */
  impersonatorUserId: string | null;
  /** The token was made by our server for a session that came from outside, not by a person who signed in. */
  isHandedIn: boolean;
  orgs: OrgMembership[];
  expiresAt: Date;
}

/** A user as the provider keeps it. */
export interface AuthUser {
  userId: string;
  email: string;
  emailConfirmed: boolean;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  pictureUrl: string | null;
  hasPassword: boolean;
  mfaEnabled: boolean;
  canCreateOrgs: boolean;
  isLocked: boolean;
  isEnabled: boolean;
  createdAt: Date;
  legacyUserId: string | null;
  properties: Record<string, unknown>;
  orgs: OrgMembership[];
}

export interface NewUser {
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** Kept with the user, and given back by the look-ups. */
  properties: Readonly<Record<string, string>>;
}

/** Sign-in per program: users and tokens of one are unknown to the others. Throws `Refused`, `Unavailable` or `Unknown`. */
export interface Authentication {
  /**
   * Returns the user of an access token at that program's host. Works offline once the program's public key is known.
   * `Refused` for an invalid token, without the reason; `Unavailable` while the key cannot be fetched.
   */
  verifyAccessToken(program: AuthProgram, token: string): Promise<SignedInUser>;

  /** Returns null when no user has that address. */
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

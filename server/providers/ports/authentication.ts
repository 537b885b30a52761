import type { ProgramSettingName } from '../../config.ts';
import type { OrgMembership } from '../../domain/access/orgMembership.ts';

/** The program whose host received a token. */
export interface AuthProgram {
  settingName: ProgramSettingName;
  /** The program's hosted sign-in, whose origin issues its tokens. */
  authUrl: string;
}

/** The user that an access token identifies. */
export interface SignedInUser {
  /** The token's own id: a hash of what the provider has signed, so that every spelling of one token has the same. */
  tokenId: string;
  userId: string;
  email: string;
  firstName: string | null;
  lastName: string | null;
  username: string | null;
  /** The provider's employee who acts as this user. */
  impersonatorUserId: string | null;
  /** Whether our server made the token for a handed-in session, without a sign-in by the person; null for a token that does not say how it was made. */
  isHandedIn: boolean | null;
  /** The memberships that the token names: all, or that of the active organization alone. */
  orgs: OrgMembership[];
  /** The organization in which the person works, where the token was asked for it. */
  activeOrgId: string | null;
  /** When the token was issued, to the second; null for a token that does not say. */
  issuedAt: Date | null;
  expiresAt: Date;
}

/** A user as the provider stores it. */
export interface AuthUser {
  userId: string;
  email: string;
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

/** A new organization. */
export interface NewOrg {
  name: string;
  /** Our own id of it, by which it is found again. */
  ownId: string;
}

/** Somebody in an organization, and their role there. */
export interface OrgMember {
  orgId: string;
  userId: string;
  role: string;
}

export interface NewUser {
  email: string;
  firstName: string | null;
  lastName: string | null;
  /** Stored with the user, and returned by the look-ups. */
  properties: Readonly<Record<string, string>>;
}

/** Sign-in per program: no program knows the users and tokens of another. Throws `Refused`, `Unavailable` or `Unknown`. */
export interface Authentication {
  /**
   * Returns the user of an access token at that program's host. Works offline once the program's public key is known.
   * Throws `Refused` for an invalid token, without the reason, and `Unavailable` while the key cannot be fetched.
   */
  verifyAccessToken(program: AuthProgram, token: string): Promise<SignedInUser>;

  /** Returns null when no user has that address. */
  findUserByEmail(program: AuthProgram, email: string): Promise<AuthUser | null>;

  findUserById(program: AuthProgram, userId: string): Promise<AuthUser | null>;

  /** Returns those of at most 100 users that the provider has, in any order, without their organizations. One call. */
  findUsersById(program: AuthProgram, userIds: readonly string[]): Promise<AuthUser[]>;

  /**
   * Creates a user without a password and with an unconfirmed address, and sends no mail. Must not be repeated: after
   * `Unknown`, check with `findUserByEmail`. Throws `Refused` with the code `invalid_email` for a taken or malformed address.
   */
  createUser(program: AuthProgram, user: NewUser): Promise<{ userId: string }>;

  /** Changes a user's address, without a mail. May be repeated. Throws `Refused` for an address that another user has. */
  updateUserEmail(program: AuthProgram, userId: string, email: string): Promise<void>;

  /** Creates a link that signs the user of an address in once, and then leads to an address of ours. May be repeated. Throws `Refused` when there is no such user. */
  createMagicLink(program: AuthProgram, email: string, link: { redirectTo: string; hours: number }): Promise<{ url: string }>;

  /** Returns the organization that was made with an id of ours; null when there is none. */
  findOrg(program: AuthProgram, ownId: string): Promise<{ orgId: string } | null>;

  /** Creates an organization without members. Must not be repeated: after `Unknown`, check with `findOrg`. */
  createOrg(program: AuthProgram, org: NewOrg): Promise<{ orgId: string }>;

  /** Gives an organization another name, by which the mails of its invitations call it. May be repeated. */
  nameOrg(program: AuthProgram, org: { orgId: string; name: string }): Promise<void>;

  /** Returns everybody in an organization, with their roles there. */
  findOrgMembers(program: AuthProgram, orgId: string): Promise<OrgMember[]>;

  /** Makes a user a member. Throws `Refused` for one who is a member already, and for an unknown role. After `Unknown`, check with `findOrgMembers`. */
  addUserToOrg(program: AuthProgram, member: OrgMember): Promise<void>;

  /**
   * Sends somebody a mail with which they join an organization, also without an account of the provider. A repeat sends
   * another mail. Throws `Refused` for an address that a member has, and for an unknown role.
   */
  inviteUserToOrg(program: AuthProgram, invitation: { orgId: string; email: string; role: string }): Promise<void>;

  /** Takes an invitation back that was not accepted. May be repeated: without such an invitation nothing happens. */
  revokeInvitation(program: AuthProgram, invitation: { orgId: string; email: string }): Promise<void>;

  /** Gives a member another role, and no additional ones. May be repeated. Throws `Refused` for somebody who is no member. */
  changeRole(program: AuthProgram, member: OrgMember): Promise<void>;

  /** Removes a member. May be repeated: for somebody who is no member nothing happens. */
  removeUserFromOrg(program: AuthProgram, member: Pick<OrgMember, 'orgId' | 'userId'>): Promise<void>;

  /** Ends a user's sessions at the hosted sign-in, so that no page gets another token by them. May be repeated. */
  endUserSessions(program: AuthProgram, userId: string): Promise<void>;

  /** Creates an access token of a user. May be repeated: a repeat only creates another token. */
  createAccessToken(program: AuthProgram, userId: string, minutes: number): Promise<{ accessToken: string }>;
}

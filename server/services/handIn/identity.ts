import type { HandInPlatform } from '../../domain/access/placeholderEmail.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import type { Deps } from '../deps.ts';
import { requireActiveInstallation } from '../store/bigcommerce/requireActiveInstallation.ts';
import { meetShopMember } from '../store/shopify/shopMember.ts';

/** The person that a platform vouches for, identified by issuer and id there, never by an email alone. */
export interface HandedInIdentity {
  platform: HandInPlatform;
  /** The permanent id at the platform: a shop's name, a store's hash, an issuer with its subject. */
  externalId: string;
  displayName: string;
  /** The person among the store's staff; null when the platform does not say. */
  platformUserId: string | null;
  /** Whether the platform says that this person owns the store. True for a business that its issuer hands in as a whole. */
  isOwner: boolean;
  /** An address that the platform vouches for. */
  email: string | null;
  /** The address to which mails to the store's owner go, vouched for or not; null where the platform names none. */
  ownersEmail: string | null;
  firstName: string | null;
  lastName: string | null;
  /** These name the token's issuer, its id there, and until when it could be shown. */
  issuer: string;
  tokenId: string;
  expiresAt: Date;
  /**
   * How often the token may be shown: once, again from the same browser when the platform's page is reloaded, or while it
   * lives, where the platform hands the same one out for a minute.
   */
  shown: 'once' | 'again_from_its_place' | 'while_it_lives';
}

/** A session as it came with the request. */
export type HandedInSession =
  | { auth_type: 'shopify'; shopify_session: { shop: string; id_token?: string | undefined } }
  | { auth_type: string; session: string };

async function shopIdentity(deps: Deps, { shop, id_token }: { shop: string; id_token?: string | undefined }): Promise<HandedInIdentity> {
  if (id_token === undefined) throw new DomainError('unauthenticated');
  const session = await deps.providers.shopPlatform.verifySessionToken(id_token, shop, deps.machineClock());
  const { is_owner, is_email_verified, email, name } = await meetShopMember(deps, session, id_token);
  const issuer = `https://${session.shop}/admin`;
  return {
    platform: 'shopify',
    externalId: session.shop,
    displayName: session.shop,
    platformUserId: session.userId,
    isOwner: is_owner,
    // The account is the owner's: nobody else of the staff gives it a name or an address.
    email: is_owner && is_email_verified ? email : null,
    ownersEmail: is_owner ? email : null,
    ...(is_owner ? namesOf(name) : { firstName: null, lastName: null }),
    issuer,
    tokenId: session.tokenId,
    expiresAt: session.expiresAt,
    shown: 'while_it_lives',
  };
}

/** Returns the parts of a person's name: the first word, and the others. */
function namesOf(name: string | null): { firstName: string | null; lastName: string | null } {
  const [firstName, ...others] = (name ?? '').split(' ');
  return { firstName: firstName || null, lastName: others.join(' ') || null };
}

async function storeIdentity(deps: Deps, session: string): Promise<HandedInIdentity> {
  const call = await deps.providers.controlPanel.readCall(session, deps.machineClock());
  await requireActiveInstallation(deps, call);
  return {
    platform: 'bigcommerce',
    externalId: call.storeHash,
    displayName: `stores/${call.storeHash}`,
    platformUserId: call.user.id,
    isOwner: call.user.id === call.owner.id,
    email: call.owner.email,
    ownersEmail: call.owner.email,
    firstName: null,
    lastName: null,
    issuer: 'bc',
    tokenId: call.tokenId,
    expiresAt: call.expiresAt,
    shown: 'again_from_its_place',
  };
}

function issuedIdentity({ providers, machineClock }: Deps, type: string, session: string): HandedInIdentity {
  const { issuer, externalId, jti, email, firstName, lastName, expiresAt } = providers.sessionIssuers.verify(type, session, machineClock());
  if (jti === null) throw new DomainError('unauthenticated');
  return {
    platform: 'jwt',
    externalId: `${type}:${externalId}`,
    displayName: type,
    platformUserId: null,
    isOwner: true,
    email,
    ownersEmail: null,
    firstName,
    lastName,
    issuer,
    tokenId: jti,
    expiresAt,
    shown: 'once',
  };
}

/**
 * Verifies a handed-in session and returns the identity in it. Throws `unauthenticated` for any invalid session,
 * without the reason: forged, expired, for another recipient, of an unknown type.
 */
export async function verifyHandedInSession(deps: Deps, session: HandedInSession): Promise<HandedInIdentity> {
  try {
    if ('shopify_session' in session) return await shopIdentity(deps, session.shopify_session);
    if (session.auth_type === 'bigcommerce') return await storeIdentity(deps, session.session);
    return issuedIdentity(deps, session.auth_type, session.session);
  } catch (failure) {
    if (failure instanceof InvalidSignature || failure instanceof Refused) throw new DomainError('unauthenticated');
    throw failure;
  }
}

import { DomainError } from '../../domain/basics/errors.ts';
import { Refused } from '../../providers/failure.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import { requireActiveInstallation } from '../controlPanel/requireActiveInstallation.ts';
import type { Deps } from '../deps.ts';

/** The person that a platform vouches for, identified by issuer and id there, never by an e-mail alone. */
export interface HandedInIdentity {
  platform: 'shopify' | 'bigcommerce' | 'jwt';
  /** The permanent id at the platform: a shop's name, a store's hash, an issuer with its subject. */
  externalId: string;
  displayName: string;
  /** The person among the store's staff; null when the platform does not say. */
  platformUserId: string | null;
  /** An address that the platform vouches for. */
  email: string | null;
  firstName: string | null;
  lastName: string | null;
  /** The token may be used once. These name its issuer, its id there, and how long that id must be stored. */
  issuer: string;
  tokenId: string;
  expiresAt: Date;
  /** The platform's page sends the same token again when it is reloaded. */
  mayReload: boolean;
}

/** A session as it came with the request. */
export type HandedInSession =
  | { auth_type: 'shopify'; shopify_session: { shop: string; id_token?: string | undefined } }
  | { auth_type: string; session: string };

async function shopIdentity({ providers, machineClock }: Deps, { shop, id_token }: { shop: string; id_token?: string | undefined }): Promise<HandedInIdentity> {
  if (id_token === undefined) throw new DomainError('unauthenticated');
  const session = await providers.shopPlatform.verifySessionToken(id_token, shop, machineClock());
  const issuer = `https://${session.shop}/admin`;
  return {
    platform: 'shopify',
    externalId: session.shop,
    displayName: session.shop,
    platformUserId: session.userId,
    email: null,
    firstName: null,
    lastName: null,
    issuer,
    tokenId: session.tokenId,
    expiresAt: session.expiresAt,
    mayReload: false,
  };
}

async function storeIdentity(deps: Deps, session: string): Promise<HandedInIdentity> {
  const call = await deps.providers.controlPanel.readCall(session, deps.machineClock());
  await requireActiveInstallation(deps, call);
  return {
    platform: 'bigcommerce',
    externalId: call.storeHash,
    displayName: `stores/${call.storeHash}`,
    platformUserId: call.user.id,
    email: call.owner.email,
    firstName: null,
    lastName: null,
    issuer: 'bc',
    tokenId: call.tokenId,
    expiresAt: call.expiresAt,
    mayReload: true,
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
    email,
    firstName,
    lastName,
    issuer,
    tokenId: jti,
    expiresAt,
    mayReload: false,
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

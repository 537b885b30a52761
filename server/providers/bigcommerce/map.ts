import { z } from 'zod';
import { ownPath } from '../../domain/access/ownPath.ts';
import type { ControlPanelCall, StoreGrant } from '../ports/controlPanel.ts';

const HASH = /^stores\/([a-z0-9]{1,32})$/i;
const storeHash = z
  .string()
  .regex(HASH)
  .transform((context) => context.replace(/^stores\//, ''));
const person = z.object({ id: z.int().transform(String), email: z.string() });

const wireGrant = z.object({ access_token: z.string().min(1), scope: z.string(), context: storeHash, user: person, owner: person });

/** Reads the access to a store from the answer to an installation's code. */
export function storeGrant(wire: unknown): StoreGrant {
  const grant = wireGrant.parse(wire);
  return { storeHash: grant.context, accessToken: grant.access_token, scope: grant.scope, user: grant.user, owner: grant.owner };
}

const wireCall = z.object({ sub: storeHash, user: person, owner: person, url: z.string().nullish(), jti: z.string().min(1), iat: z.int(), exp: z.int() });

/** Reads a call from the claims of its token. Throws a ZodError when a claim is missing or malformed. */
export function controlPanelCall(claims: unknown): ControlPanelCall {
  const call = wireCall.parse(claims);
  return {
    storeHash: call.sub,
    user: call.user,
    owner: call.owner,
    isOwner: call.user.id === call.owner.id,
    path: call.url && ownPath.test(call.url) ? call.url : null,
    tokenId: call.jti,
    issuedAt: new Date(call.iat * 1000),
    expiresAt: new Date(call.exp * 1000),
  };
}

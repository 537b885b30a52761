import { ZodError } from 'zod';
import { verifySharedSecretToken } from '../jwt.ts';
import type { ControlPanelCall } from '../ports/controlPanel.ts';
import { InvalidSignature } from '../signature.ts';
import { controlPanelCall } from './map.ts';

const PROVIDER = 'bigcommerce';

/** Verifies the `signed_payload_jwt` of a callback: signed by the platform for us, about one store, within its lifetime. Throws InvalidSignature. */
export async function verifyControlPanelCall(app: { clientId: string; clientSecret: string }, token: string, now: Date): Promise<ControlPanelCall> {
  const requiredClaims = ['iss', 'sub', 'nbf', 'iat', 'jti'];
  const claims = await verifySharedSecretToken(PROVIDER, token, { secret: app.clientSecret, audience: app.clientId, requiredClaims, now });
  if (claims.iss !== 'bc') throw new InvalidSignature(PROVIDER, 'wrong_claims');
  try {
    return controlPanelCall(claims);
  } catch (error) {
    throw error instanceof ZodError ? new InvalidSignature(PROVIDER, 'wrong_claims') : error;
  }
}

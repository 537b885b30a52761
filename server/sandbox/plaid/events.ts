import { createHash, randomUUID } from 'node:crypto';
import { exportJWK, generateKeyPair, importJWK, SignJWT } from 'jose';
import type {
  AutomaticallyVerifiedWebhook,
  ItemErrorWebhook,
  ItemLoginRepairedWebhook,
  JWKPublicKey,
  PendingDisconnectWebhook,
  TransferEventsUpdateWebhook,
  UserPermissionRevokedWebhook,
  VerificationExpiredWebhook,
} from 'plaid';
import type { PlaidState, SigningKey, StoredItem } from './state.ts';

export type BankEvent =
  | TransferEventsUpdateWebhook
  | ItemErrorWebhook
  | ItemLoginRepairedWebhook
  | PendingDisconnectWebhook
  | UserPermissionRevokedWebhook
  | AutomaticallyVerifiedWebhook
  | VerificationExpiredWebhook;

const currentKey = async ({ signingKeys }: PlaidState): Promise<SigningKey | undefined> => signingKeys.findOne({ expired_at: null });

/** Creates a new signing key. Keeps the previous one, marked as expired, so that late webhook events can still be verified. */
export async function rotateSigningKey(state: PlaidState): Promise<SigningKey> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true });
  const nowSeconds = Math.floor(state.core.clock.machineNow().getTime() / 1_000);
  const key: SigningKey = { kid: randomUUID(), privateJwk: await exportJWK(privateKey), created_at: nowSeconds, expired_at: null };
  await state.core.store.transaction(async () => {
    const before = await currentKey(state);
    if (before) await state.signingKeys.put(before.kid, { ...before, expired_at: nowSeconds });
    await state.signingKeys.insert(key.kid, key);
  });
  return key;
}

/** Makes the first signing key, unless there is one. */
export async function ensureSigningKey(state: PlaidState): Promise<void> {
  if (!(await currentKey(state))) await rotateSigningKey(state);
}

/** Returns the key as the provider publishes it. */
export function publicPart({ kid, privateJwk, created_at, expired_at }: SigningKey): JWKPublicKey {
  const { x = '', y = '' } = privateJwk;
  return { alg: 'ES256', crv: 'P-256', kty: 'EC', use: 'sig', kid, x, y, created_at, expired_at };
}

/** Registers the webhook signer: a JWT over the hash of the body, signed anew at each attempt. */
export function registerSigner(state: PlaidState) {
  state.core.webhooks.register('plaid', {
    async sign({ body }) {
      const key = (await currentKey(state)) ?? (await rotateSigningKey(state));
      const token = await new SignJWT({ request_body_sha256: createHash('sha256').update(body).digest('hex') })
        .setProtectedHeader({ alg: 'ES256', kid: key.kid, typ: 'JWT' })
        .setIssuedAt(Math.floor(state.core.clock.machineNow().getTime() / 1_000))
        .sign(await importJWK(key.privateJwk, 'ES256'));
      return { 'Plaid-Verification': token };
    },
  });
}

/** Sends a webhook event in the provider's format: indented by two spaces, without an id. */
export async function sendWebhook(state: PlaidState, url: string | null, event: BankEvent): Promise<void> {
  await state.core.webhooks.enqueue({
    standIn: 'plaid',
    event: `${event.webhook_type} ${event.webhook_code}`,
    url: url ?? `${state.core.productUrl}/webhooks/plaid`,
    body: JSON.stringify(event, null, 2),
  });
}

/**
 * Sends an item's webhook event to the URL of its link token. Give the event's type explicitly: its code is a plain
 * string, so the compiler cannot infer it.
 */
export const sendItemWebhook = <Sent extends BankEvent>(state: PlaidState, item: Pick<StoredItem, 'webhook'>, event: Sent): Promise<void> =>
  sendWebhook(state, item.webhook, event);

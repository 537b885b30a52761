import { prismaOf, type Transaction } from '../client.ts';
import type { ProviderCall } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

type Intent = Pick<ProviderCall, 'business_key' | 'provider' | 'operation' | 'provider_key'>;

/**
 * Claims an effect for this caller alone: a new one, a failed one, or one whose last attempt began before `abandonedBefore`
 * and has not been heard of since. Returns the number of attempts so far; null when the effect is done or another
 * caller is at it.
 */
export async function claimProviderCall(
  transaction: Transaction,
  { receiverId }: ReceiverScope,
  intent: Intent,
  now: Date,
  abandonedBefore: Date,
): Promise<number | null> {
  const [taken] = await prismaOf(transaction).$queryRaw<{ attempts: number }[]>`
    INSERT INTO provider_call (receiver_id, business_key, provider, operation, provider_key, state, attempts, created_at, sent_at)
    VALUES (${receiverId}::uuid, ${intent.business_key}, ${intent.provider}, ${intent.operation}, ${intent.provider_key}::uuid, 'sent', 1, ${now}, ${now})
    ON CONFLICT (receiver_id, business_key) DO UPDATE
      SET state = 'sent', attempts = provider_call.attempts + 1, sent_at = ${now}, finished_at = NULL, last_error = NULL
      WHERE provider_call.state IN ('intended', 'unknown', 'refused')
        OR (provider_call.state = 'sent' AND provider_call.sent_at < ${abandonedBefore})
    RETURNING attempts`;
  return taken?.attempts ?? null;
}

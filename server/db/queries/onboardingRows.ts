import { Prisma, readValue, type Transaction } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** The last known state of a receiver's bank and card at the providers, the newest card order, each null where there is none, and whether any store is connected. */
export interface OnboardingRows {
  bank: { health: string; verification_status: string | null } | null;
  card: { spend_limit: number } | null;
  order: { is_physical: boolean; card_token: string | null } | null;
  has_store: boolean;
}

/** Returns the SQL for all that onboarding depends on, beside the receiver's own record, as one JSON value. */
export function onboardingValue({ receiverId }: ReceiverScope, cardToken: string | null): Prisma.Sql {
  return Prisma.sql`json_build_object(
      'bank', (SELECT json_build_object('health', health, 'verification_status', verification_status) FROM bank_link
        WHERE receiver_id = ${receiverId}::uuid AND unlinked_at IS NULL AND role = 'main' LIMIT 1),
      'card', (SELECT json_build_object('spend_limit', spend_limit) FROM card WHERE receiver_id = ${receiverId}::uuid AND token = ${cardToken}),
      'order', (SELECT json_build_object('is_physical', is_physical, 'card_token', card_token) FROM card_order
        WHERE receiver_id = ${receiverId}::uuid ORDER BY number DESC LIMIT 1),
      'has_store', EXISTS (SELECT FROM commerce_link WHERE receiver_id = ${receiverId}::uuid AND unlinked_at IS NULL)
    )`;
}

/** Reads all that onboarding depends on beside the receiver's own record, as of one moment. */
export function readOnboardingRows(transaction: Transaction, scope: ReceiverScope, cardToken: string | null): Promise<OnboardingRows> {
  return readValue(transaction, onboardingValue(scope, cardToken));
}

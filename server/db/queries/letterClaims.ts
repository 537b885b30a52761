import { prismaOf, type Transaction } from '../client.ts';
import type { EmailSent } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';

type Claim = Pick<EmailSent, 'kind' | 'dedupe_key' | 'sent_to' | 'subject'>;

/** Claims a letter for this caller alone. Returns false when it was sent, or another caller claimed it after `abandonedBefore`. */
export async function claimLetter(transaction: Transaction, { receiverId }: ReceiverScope, claim: Claim, now: Date, abandonedBefore: Date): Promise<boolean> {
  const { kind, dedupe_key, sent_to, subject } = claim;
  const claimed = await prismaOf(transaction).$executeRaw`
    INSERT INTO email_sent (receiver_id, kind, dedupe_key, sent_to, subject, claimed_at)
    VALUES (${receiverId}::uuid, ${kind}, ${dedupe_key}, ${sent_to}, ${subject}, ${now})
    ON CONFLICT (receiver_id, kind, dedupe_key) DO UPDATE SET claimed_at = ${now}, sent_to = ${sent_to}, subject = ${subject}
      WHERE email_sent.sent_at IS NULL AND email_sent.claimed_at < ${abandonedBefore}`;
  return claimed === 1;
}

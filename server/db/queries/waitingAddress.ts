import { confirmationDays } from '../../domain/mail/mailAddressWords.ts';
import { Prisma } from '../client.ts';
import type { ReceiverScope } from '../scope.ts';

/** Returns the SQL for the address to which the latest link that still works was mailed, to have the address confirmed; null without one. */
export function waitingAddressValue({ receiverId }: ReceiverScope): Prisma.Sql {
  return Prisma.sql`(SELECT sent_to FROM email_sent
    WHERE receiver_id = ${receiverId}::uuid AND kind = 'confirm_email' AND sent_at > headway_now() - ${confirmationDays} * interval '1 day'
    ORDER BY sent_at DESC LIMIT 1)`;
}

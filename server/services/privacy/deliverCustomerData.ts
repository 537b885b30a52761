import { storedCents } from '../../db/cents.ts';
import { findReceiver } from '../../db/queries/findReceiver.ts';
import type { PrivacyRequest, Receiver } from '../../db/rows.ts';
import { defaultProgram, programByKey } from '../../programs/index.ts';
import { Refused } from '../../providers/failure.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { composeLetter } from '../mail/compose.ts';
import { mailAddressOf } from '../receiver/mailAddress.ts';
import { customerDataLetter, type ExportedPayment } from './customerDataLetter.ts';

interface Export {
  customerId: string;
  payments: readonly (Omit<ExportedPayment, 'amount_cents'> & { amount_cents: bigint })[];
}

/**
 * Mails a customer's data to the store's owner, who asked for it. When the owner has no address that is read, or the
 * address is refused, the mail goes to our privacy mailbox instead. Returns where it went. Throws any other failure of
 * the mail server, so that the job tries again, under the same Message-ID.
 */
export async function deliverCustomerData(deps: Deps, request: PrivacyRequest, { customerId, payments }: Export): Promise<string> {
  const owner = request.receiver_id === null ? null : await findReceiver(deps.database, request.receiver_id);
  const program = programOfOwner(deps, owner);
  const exported = payments.map((payment) => ({ ...payment, amount_cents: storedCents(payment.amount_cents) }));
  const letter = customerDataLetter({ store: request.store, customerId, payments: exported, answerBy: request.due_at });
  const mail = composeLetter(letter, program, { business_name: owner?.business_name ?? null }, null);
  const send = (to: string) => deps.providers.mailer.send({ to, from: program.sender, key: `privacy:${request.platform}:${request.event_id}:${to}`, ...mail });

  const { privacyMailbox } = deps.config.mail;
  const address = owner && mailAddressOf(owner);
  if (address !== null) {
    const wasSent = await send(address).then(
      () => true,
      (failure: unknown) => {
        if (failure instanceof Refused) return false;
        throw failure;
      },
    );
    if (wasSent) return address;
  }
  await send(privacyMailbox);
  return privacyMailbox;
}

function programOfOwner({ programs }: Deps, owner: Receiver | null): CurrentProgram {
  return programs[(owner && programByKey(owner.whitelabel)?.key) ?? defaultProgram.key];
}

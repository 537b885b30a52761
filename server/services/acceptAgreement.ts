import type { Transaction } from '../db/client.ts';
import type { AgreementDocument } from '../domain/agreements.ts';
import { DomainError } from '../domain/errors.ts';
import type { Origin } from './audit.ts';
import type { Caller } from './caller.ts';
import type { Deps } from './deps.ts';
import type { ReceiverView } from './viewReceiver.ts';

/**
 * Stores that a merchant accepts a document in its present version, with time, address and browser, and sets the flag
 * of the record. Accepting again adds nothing. Throws `forbidden` for anybody but the merchant.
 */
export async function acceptAgreement(
  deps: Deps,
  _caller: Caller,
  view: ReceiverView,
  { document, origin }: { document: AgreementDocument; origin: Origin },
  transaction: Transaction = deps.database,
): Promise<void> {
  if (!view.isOwn) throw new DomainError('forbidden', { reason: 'Only the customer may accept an agreement.' });
  const program = view.receiver.whitelabel;
  const present = await transaction.agreementVersion.findFirst({ where: { program, document }, orderBy: [{ published_at: 'desc' }, { version: 'desc' }] });
  if (!present) throw new DomainError('not_found');
  const receiver_id = view.scope.receiverId;
  const already = await transaction.agreementAcceptance.findFirst({ where: { receiver_id, program, document, version: present.version } });
  if (!already) {
    await transaction.agreementAcceptance.create({
      data: { receiver_id, program, document, version: present.version, accepted_at: deps.clock(), ip_address: origin.address, user_agent: origin.userAgent },
    });
  }
  await transaction.receiver.update({ where: { id: receiver_id }, data: { [`accepted_${document}`]: true } });
}

import { inTransaction, type Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { type AgreementDocument, agreementSteps } from '../../domain/onboarding/agreements.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { presentAgreement } from './readAgreement.ts';
import { requireStep } from './requireStep.ts';

interface Acceptance {
  document: AgreementDocument;
  origin: Origin;
  /** The version that the merchant read; the present one by default. */
  version?: string;
}

/**
 * Stores in a transaction that a merchant accepts the present version of a document, with time, address and browser; sets the flag in
 * the record and has a copy mailed. Accepting it again adds nothing. Throws `forbidden` for anyone but the merchant,
 * and `agreement_outdated` when another version was read.
 */
export async function acceptAgreement(
  deps: Deps,
  { isOwn, receiver, scope }: ReceiverView,
  { document, origin, version }: Acceptance,
  transaction: Transaction,
): Promise<void> {
  if (!isOwn) throw new DomainError('forbidden', { reason: 'Only the customer may accept an agreement.' });
  const { receiverId } = scope;
  const program = receiver.whitelabel;
  const present = await presentAgreement(transaction, program, document);
  if (version !== undefined && version !== present.version) throw new DomainError('agreement_outdated', { version: present.version });

  // The flag decides, not an earlier acceptance: after a reset the merchant accepts again, and that is stored as well.
  const { count } = await databaseOf(transaction, scope).receiver.updateMany({
    where: { [`accepted_${document}`]: false },
    data: { [`accepted_${document}`]: true },
  });
  if (count === 0) return;
  const { id } = await databaseOf(transaction, scope).agreementAcceptance.create({
    data: {
      program,
      document,
      version: present.version,
      accepted_at: deps.clock(),
      ip_address: origin.address,
      user_agent: origin.userAgent,
    },
  });
  await recordTimeline(deps, scope, 'agreement_accepted', { document, version: present.version }, transaction);
  await deps.queue.send('send-letter', { receiver_id: receiverId, kind: 'agreement_copy', about: id }, { transaction });
}

/** Accepts a document at its step of onboarding, and refuses while earlier steps are open. */
export async function acceptAgreementInOrder(deps: Deps, view: ReceiverView, acceptance: Required<Acceptance>): Promise<ReceiverView> {
  await requireStep(deps, view, agreementSteps[acceptance.document]);
  const receiver = await inTransaction(deps.database, async (transaction) => {
    await acceptAgreement(deps, view, acceptance, transaction);
    return databaseOf(transaction, view.scope).receiver.findUniqueOrThrow();
  });
  return { ...view, receiver };
}

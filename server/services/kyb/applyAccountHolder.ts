import { isDeepStrictEqual } from 'node:util';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { KybApplication } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { AccountHolder } from '../../providers/ports/cardIssuer.ts';
import { queueCardIssue } from '../card/issue/queueCardIssue.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { acceptBusiness, refuseBusiness } from './refusedBusiness.ts';
import { statusChanges } from './statusChanges.ts';

/** A document that the issuer asks for, and the person or business it is about, in the words of the form. */
export type DocumentRequest = { entity_token: string; about: string; reasons: string[]; document_types: string[] };

/** The statuses after which the merchant must act or is done: nothing more happens by itself. */
const decidedStatuses: ReadonlySet<string> = new Set(['ACCEPTED', 'REJECTED', 'PENDING_RESUBMIT']);
/** The statuses that the merchant gets a mail about. */
const mailedStatuses: ReadonlySet<string> = new Set([...decidedStatuses, 'PENDING_DOCUMENT']);

function nameOfEntity(holder: AccountHolder, token: string): string {
  if (token === holder.controlPersonToken) return 'The control person';
  const owner = holder.owners.find(({ entityToken }) => entityToken === token);
  return owner ? `${owner.firstName} ${owner.lastName}` : 'Your business';
}

function documentRequests(holder: AccountHolder): DocumentRequest[] {
  return holder.requiredDocuments.map(({ entityToken, statusReasons, documentTypes }) => ({
    entity_token: entityToken,
    about: nameOfEntity(holder, entityToken),
    reasons: statusReasons,
    document_types: documentTypes,
  }));
}

async function announceStatus(deps: Deps, transaction: Transaction, scope: ReceiverScope, application: KybApplication, holder: AccountHolder): Promise<void> {
  const { status, statusReasons } = holder;
  await recordTimeline(deps, scope, 'kyb_status_changed', { status, reasons: statusReasons }, transaction);
  if (status === 'ACCEPTED') {
    await acceptBusiness(deps, transaction, scope);
    await queueCardIssue(deps, transaction, scope);
  }
  if (status === 'REJECTED') await refuseBusiness(deps, transaction, scope, application, holder);
  if (!mailedStatuses.has(status)) return;
  const about = `${application.id}:${status}:${await statusChanges(transaction, scope)}`;
  await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'kyb_status', about }, { transaction });
}

/**
 * Stores the issuer's answer about a business: in its application, and in the receiver if this is still its account holder.
 * Mails the merchant about a new status; queues the ordered card of an accepted business, and holds or releases the account of one
 * that is refused after it was accepted.
 */
export async function applyAccountHolder(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  application: KybApplication,
  holder: AccountHolder,
): Promise<void> {
  const { status, statusReasons } = holder;
  const isDecided = decidedStatuses.has(status);
  const own = databaseOf(transaction, scope);
  await own.kybApplication.update({
    where: { receiver_id_id: { id: application.id } },
    data: {
      status: isDecided ? 'decided' : 'submitted',
      issuer_status: status,
      issuer_reasons: statusReasons,
      required_documents: documentRequests(holder),
      decided_at: isDecided ? (application.decided_at ?? deps.clock()) : null,
    },
  });
  const receiver = await own.receiver.findUniqueOrThrow();
  if (receiver.lithic_account_holder_token !== holder.token) return;
  const wanted = { kyb_status: status, kyb_status_reasons: statusReasons, lithic_account_token: holder.accountToken ?? receiver.lithic_account_token };
  const isChanged = !isDeepStrictEqual(wanted, {
    kyb_status: receiver.kyb_status,
    kyb_status_reasons: receiver.kyb_status_reasons,
    lithic_account_token: receiver.lithic_account_token,
  });
  if (isChanged) await own.receiver.update({ data: wanted });
  if (application.issuer_status !== status) await announceStatus(deps, transaction, scope, application, holder);
}

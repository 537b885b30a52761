import { inTransaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { lockReceiver } from '../../db/queries/lockReceiver.ts';
import type { KybApplication } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { taxIdentity } from '../../domain/receiver/claims.ts';
import type { AccountHolder } from '../../providers/ports/cardIssuer.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import { storedEin } from '../identities/storedEin.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { isUnderWay, markDone } from '../providerCalls/callProviderOnce.ts';
import { latestApplication, submissionKey } from './applications.ts';
import { openForm } from './storedForm.ts';
import { storeSubmission } from './storeSubmission.ts';

/** Reopens an application for the merchant, since the issuer does not have it, and leaves its EIN, unless the issuer has that of an earlier one. */
export async function reopenApplication(deps: Deps, scope: ReceiverScope, application: KybApplication): Promise<void> {
  await withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const { kybApplication } = databaseOf(transaction, scope);
    const { count } = await kybApplication.updateMany({ where: { id: application.id, status: 'submitting' }, data: { status: 'draft' } });
    if (count === 0) return;
    const { business_entity } = openForm(deps, scope, application).form;
    await leaveIdentities(deps, transaction, scope, 'ein', { only: [taxIdentity(business_entity.government_id)], except: storedEin(deps, receiver) });
  });
}

/**
 * Looks for a submission's result at the issuer: the new account holder, or the corrected one once its status has moved
 * on. Returns null when there is none.
 */
async function findOutcome({ providers: { cardIssuer } }: Deps, scope: ReceiverScope, application: KybApplication): Promise<AccountHolder | null> {
  const corrects = application.lithic_account_holder_token;
  if (corrects === null) return cardIssuer.findAccountHolder(submissionKey(scope, application.attempt));
  const holder = await cardIssuer.getAccountHolder(corrects);
  return holder.status === 'PENDING_RESUBMIT' ? null : holder;
}

/** Stores the result of a submission whose answer did not reach us (yet). Returns false when there is no result, or it is stored already. */
export async function storeOutcome(deps: Deps, scope: ReceiverScope, application: KybApplication): Promise<boolean> {
  const holder = await findOutcome(deps, scope, application);
  if (!holder) return false;
  return inTransaction(deps.database, async (transaction) => {
    await lockReceiver(transaction, scope);
    if (!(await storeSubmission(deps, transaction, scope, application, holder))) return false;
    await markDone(deps, transaction, scope, submissionKey(scope, application.attempt), holder.token);
    return true;
  });
}

/**
 * Finds out the result of a submission whose answer was lost. If the issuer has it, it is stored as submitted; if not,
 * the merchant continues with the form. Throws `idempotency_in_flight` while it is being sent.
 */
export async function settleSubmission(deps: Deps, scope: ReceiverScope): Promise<void> {
  const application = await latestApplication(deps.database, scope);
  if (application?.status !== 'submitting') return;
  const business_key = submissionKey(scope, application.attempt);
  const call = await databaseOf(deps.database, scope).providerCall.findUnique({ where: { receiver_id_business_key: { business_key } } });
  if (isUnderWay(call, deps.clock())) throw new DomainError('idempotency_in_flight');
  if (call === null || !(await storeOutcome(deps, scope, application))) await reopenApplication(deps, scope, application);
}

import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { KybApplication } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { AccountHolder } from '../../providers/ports/cardIssuer.ts';
import type { Deps } from '../deps.ts';
import { leaveIdentities } from '../identities/claimIdentities.ts';
import { addDifference, resolveDifference } from '../receiver/differences.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';

const forStaff = { provider: 'cardIssuer', subject: 'business_refused' } as const;

/** Decides whether the issuer had accepted a business before: it makes cards for no other. */
async function wasAccepted(transaction: Transaction, scope: ReceiverScope, { issuer_status }: KybApplication): Promise<boolean> {
  return issuer_status === 'ACCEPTED' || (await databaseOf(transaction, scope).card.count()) > 0;
}

/**
 * Holds the account of a refused business that the issuer had accepted before, and tells staff: it keeps its EIN, so that it
 * opens no second account. Any other leaves its EIN. `application` is as it was before the refusal.
 */
export async function refuseBusiness(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  application: KybApplication,
  { token, statusReasons }: AccountHolder,
): Promise<void> {
  const { receiver } = databaseOf(transaction, scope);
  const isHeld = (await receiver.findUniqueOrThrow()).business_refused_at !== null;
  if (isHeld) return;
  if (!(await wasAccepted(transaction, scope, application))) return leaveIdentities(deps, transaction, scope, 'ein');
  await receiver.update({ data: { business_refused_at: deps.clock() } });
  await addDifference(deps, transaction, scope, { ...forStaff, external_id: token, ours: null, theirs: { reasons: statusReasons } });
  await requestSpendingPower(deps, transaction, scope, 'business refused');
}

/** Ends the hold of a business that the issuer accepts again, if it was refused. */
export async function acceptBusiness(deps: Deps, transaction: Transaction, scope: ReceiverScope): Promise<void> {
  const { receiver } = databaseOf(transaction, scope);
  const { count } = await receiver.updateMany({ where: { business_refused_at: { not: null } }, data: { business_refused_at: null } });
  if (count === 0) return;
  await resolveDifference(deps, transaction, scope, forStaff);
  await requestSpendingPower(deps, transaction, scope, 'business accepted');
}

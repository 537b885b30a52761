import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/errors.ts';
import { isUnderWay, markDone } from '../askOnce.ts';
import type { Deps } from '../deps.ts';
import { latestRound, type Round, submissionKey } from './rounds.ts';
import { storeSubmission } from './storeSubmission.ts';

/** Gives a round back to the merchant: the issuer does not have it. */
export async function reopenRound({ database }: Deps, { receiverId }: ReceiverScope, round: Pick<Round, 'id'>): Promise<void> {
  await database.kybApplication.updateMany({ where: { receiver_id: receiverId, id: round.id, status: 'submitting' }, data: { status: 'draft' } });
}

/**
 * Finds out what became of a submission whose answer was lost: the issuer has it, and it is stored as submitted, or it
 * has not, and the merchant goes on with the form. Throws `idempotency_in_flight` while it is being sent.
 */
export async function settleSubmission(deps: Deps, scope: ReceiverScope): Promise<void> {
  const round = await latestRound(deps.database, scope);
  if (round?.status !== 'submitting') return;
  const business_key = submissionKey(scope, round.attempt);
  const call = await deps.database.providerCall.findUnique({ where: { receiver_id_business_key: { receiver_id: scope.receiverId, business_key } } });
  if (isUnderWay(call, deps.clock())) throw new DomainError('idempotency_in_flight');
  // A correction sets values, so it may simply be sent again.
  const isCorrection = round.lithic_account_holder_token !== null;
  const holder = call === null || isCorrection ? null : await deps.providers.cardIssuer.findAccountHolder(business_key);
  if (!holder) return reopenRound(deps, scope, round);
  await deps.database.$transaction(async (transaction) => {
    await storeSubmission(deps, transaction, scope, round, holder);
    await markDone(deps, transaction, scope, business_key, holder.token);
  });
}

import { databaseOf } from '../../db/databaseOf.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { isLinked } from '../receiver/presentReceiver.ts';
import { refreshAccountHolder } from './refreshAccountHolder.ts';

/** A page may still know the account holder that a correction has just replaced by another. */
async function isOwnHolder({ database }: Deps, { scope, receiver }: ReceiverView, token: string): Promise<boolean> {
  if (token === receiver.lithic_account_holder_token) return true;
  const rounds = await databaseOf(database, scope).kybApplication.count({ where: { lithic_account_holder_token: token } });
  return rounds > 0;
}

/**
 * The issuer's word on the business, asked for now; what it said last when it cannot be asked. It is that of the account
 * holder that counts, whichever of the receiver's own is named. Throws `not_found` for somebody else's.
 */
export async function kybStatus(deps: Deps, view: ReceiverView, holderToken: string | undefined): Promise<{ status: string | null; status_reasons: string[] }> {
  const { scope, receiver } = view;
  if (holderToken !== undefined && !(await isOwnHolder(deps, view, holderToken))) throw new DomainError('not_found');
  const own = receiver.lithic_account_holder_token;
  if (!isLinked(own)) return { status: null, status_reasons: [] };
  await refreshAccountHolder(deps, scope, own).catch((failure: unknown) => {
    if (!(failure instanceof ProviderFailure)) throw failure;
    deps.log.warn({ code: failure.code }, 'the KYB status could not be fetched');
  });
  const { kyb_status, kyb_status_reasons } = await databaseOf(deps.database, scope).receiver.findUniqueOrThrow();
  return { status: kyb_status, status_reasons: kyb_status_reasons };
}

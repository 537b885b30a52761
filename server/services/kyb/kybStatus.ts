import { databaseOf } from '../../db/databaseOf.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { isLinked } from '../../domain/receiver/receiver.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { refreshAccountHolder } from './refreshAccountHolder.ts';

/** Decides whether an account holder is or was this receiver's: a page may still name one that a correction has just replaced. */
async function isOwnHolder({ database }: Deps, { scope, receiver }: ReceiverView, token: string): Promise<boolean> {
  if (token === receiver.lithic_account_holder_token) return true;
  const applications = await databaseOf(database, scope).kybApplication.count({ where: { lithic_account_holder_token: token } });
  return applications > 0;
}

/**
 * Returns the issuer's present status of the business; its last known status when the issuer cannot be asked. It is
 * always the status of the current account holder, whichever of the receiver's own is named. Throws `not_found` for
 * another receiver's.
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

import { DomainError } from '../../domain/errors.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import { isLinked } from '../presentReceiver.ts';
import type { ReceiverView } from '../viewReceiver.ts';
import { refreshAccountHolder } from './refreshAccountHolder.ts';

/**
 * The issuer's word on the business, asked for now; what it said last when it cannot be asked. Throws `not_found` for an
 * account holder that is not this receiver's.
 */
export async function kybStatus(
  deps: Deps,
  { scope, receiver }: ReceiverView,
  holderToken: string | undefined,
): Promise<{ status: string | null; status_reasons: string[] }> {
  const own = receiver.lithic_account_holder_token;
  if (holderToken !== undefined && holderToken !== own) throw new DomainError('not_found');
  if (!isLinked(own)) return { status: null, status_reasons: [] };
  await refreshAccountHolder(deps, scope, own).catch((failure: unknown) => {
    if (!(failure instanceof ProviderFailure)) throw failure;
    deps.log.warn({ code: failure.code }, 'the KYB status could not be fetched');
  });
  const { kyb_status, kyb_status_reasons } = await deps.database.receiver.findUniqueOrThrow({ where: { id: scope.receiverId } });
  return { status: kyb_status, status_reasons: kyb_status_reasons };
}

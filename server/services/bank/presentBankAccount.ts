import { DomainError } from '../../domain/errors.ts';
import { verificationStatus } from '../../domain/onboarding.ts';
import { BLANK } from '../../domain/receiver.ts';
import { ProviderFailure } from '../../providers/failure.ts';
import type { Deps } from '../deps.ts';
import type { ReceiverView } from '../viewReceiver.ts';
import { currentBankLink } from './bankLink.ts';
import { refreshBank } from './refreshBank.ts';

interface BankAccountAnswer {
  verification_status: string;
  account_id: string | null;
  name: string | null;
  mask: string | null;
}

/**
 * The linked account as the bank says now; `relink` when the bank wants a new sign-in or cannot be asked. Throws
 * `not_found` for a handle that is not this receiver's, and when no bank is linked.
 */
export async function presentBankAccount(deps: Deps, { scope, receiver }: ReceiverView, handle: string | undefined): Promise<BankAccountAnswer> {
  const own = receiver.plaid_access_token;
  if (own === null || (handle !== undefined && handle !== own)) throw new DomainError('not_found');
  if (own === BLANK) return { verification_status: verificationStatus({}), account_id: null, name: null, mask: null };
  const link = await currentBankLink(deps.database, scope);
  if (link?.handle !== own) throw new DomainError('not_found');
  const isRead = await refreshBank(deps, scope, link.id).then(
    () => true,
    (failure: unknown) => {
      if (!(failure instanceof ProviderFailure)) throw failure;
      deps.log.warn({ code: failure.code }, 'the bank account could not be fetched');
      return false;
    },
  );
  const fresh = (await currentBankLink(deps.database, scope)) ?? link;
  const isReachable = isRead && fresh.health !== 'login_required' && fresh.health !== 'revoked';
  return {
    verification_status: verificationStatus(isReachable ? fresh : 'failed'),
    account_id: fresh.account_id,
    name: fresh.account_name,
    mask: fresh.mask,
  };
}

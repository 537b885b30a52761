import type { BankAccountAnswer } from '../../contract/bank.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { verificationStatus } from '../../domain/onboarding/onboarding.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import { isThrottled, ProviderFailure } from '../../providers/failure.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import type { BankHealth } from './applyBank.ts';
import { currentBankLink } from './bankLink.ts';
import { refreshBank } from './refreshBank.ts';

/**
 * Returns the linked account as the bank reports it now, or as it last did when it was asked too often; `relink` when the bank wants a
 * new sign-in or cannot be asked.
 * Throws `not_found` for a handle that is not this receiver's, and when no bank is linked.
 */
export async function presentBankAccount(deps: Deps, { scope, receiver }: ReceiverView, handle: string | undefined): Promise<BankAccountAnswer> {
  const own = receiver.plaid_access_token;
  if (own === null || (handle !== undefined && handle !== own)) throw new DomainError('not_found');
  if (own === BLANK) return skippedAccount;
  const link = await currentBankLink(deps.database, scope);
  if (link?.handle !== own) throw new DomainError('not_found');
  const isRead = await refreshBank(deps, scope, link.id).then(
    () => true,
    (failure: unknown) => {
      if (!(failure instanceof ProviderFailure)) throw failure;
      deps.log.warn({ code: failure.code }, 'the bank account could not be fetched');
      return isThrottled(failure);
    },
  );
  const fresh = (await currentBankLink(deps.database, scope)) ?? link;
  const isReachable = isRead && fresh.health !== 'login_required' && fresh.health !== 'revoked';
  return {
    verification_status: verificationStatus(isReachable ? fresh : 'failed'),
    account_id: fresh.account_id,
    name: fresh.account_name,
    mask: fresh.mask,
    institution_name: fresh.institution_name,
    // The column holds what `applyBank` wrote.
    health: fresh.health as BankHealth,
    consent_expires_at: fresh.consent_expires_at?.toISOString() ?? null,
  };
}

/** The answer for a receiver whose bank step staff have skipped. */
const skippedAccount: BankAccountAnswer = {
  verification_status: verificationStatus({}),
  account_id: null,
  name: null,
  mask: null,
  institution_name: null,
  health: 'healthy',
  consent_expires_at: null,
};

import type { BankAccountAnswer, FallbackBankAnswer } from '../../contract/bank.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { BankRole } from '../../domain/bank/bankRole.ts';
import { type BankHealth, isCutOff } from '../../domain/bank/bankStatus.ts';
import { accountRefusal } from '../../domain/bank/debitAuthorization.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { verificationStatus } from '../../domain/onboarding/onboarding.ts';
import { BLANK } from '../../domain/receiver/receiver.ts';
import { isThrottled, ProviderFailure } from '../../providers/failure.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { currentBankLink } from './bankLink.ts';
import { currentDebitAuthorization } from './debitAuthorization.ts';
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
  return wireAccount(await askBank(deps, scope, link, 'main'));
}

/** Returns the second account in the same way, and whether it may be debited; null when none is linked. */
export async function presentFallbackBank(deps: Deps, { scope, receiver }: ReceiverView): Promise<FallbackBankAnswer> {
  const link = await currentBankLink(deps.database, scope, 'fallback');
  if (link === null) return { bank: null };
  const asked = await askBank(deps, scope, link, 'fallback');
  return {
    bank: {
      ...wireAccount(asked),
      refusal: accountRefusal(asked.link.holder_category, programOf(receiver).personalAccounts),
      is_authorized: (await currentDebitAuthorization(deps.database, scope, 'fallback')) !== null,
    },
  };
}

interface AskedBank {
  link: BankLink;
  /** Whether the bank shows the account without a new sign-in. */
  isReachable: boolean;
}

async function askBank(deps: Deps, scope: ReceiverScope, link: BankLink, role: BankRole): Promise<AskedBank> {
  const isRead = await refreshBank(deps, scope, link.id).then(
    () => true,
    (failure: unknown) => {
      if (!(failure instanceof ProviderFailure)) throw failure;
      deps.log.warn({ code: failure.code }, 'the bank account could not be fetched');
      return isThrottled(failure);
    },
  );
  const fresh = (await currentBankLink(deps.database, scope, role)) ?? link;
  return { link: fresh, isReachable: isRead && !isCutOff(fresh.health) };
}

function wireAccount({ link, isReachable }: AskedBank): BankAccountAnswer {
  return {
    verification_status: verificationStatus(isReachable ? link : 'failed'),
    account_id: link.account_id,
    name: link.account_name,
    mask: link.mask,
    institution_name: link.institution_name,
    // The column holds what `applyBank` wrote.
    health: link.health as BankHealth,
    consent_expires_at: link.consent_expires_at?.toISOString() ?? null,
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

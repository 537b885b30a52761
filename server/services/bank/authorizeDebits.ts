import type { DebitAuthorizationAnswer } from '../../contract/debitAuthorization.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { linkFirst } from '../../domain/bank/bankRole.ts';
import { type AuthorizationEnd, accountRefusal } from '../../domain/bank/debitAuthorization.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { debitAuthorizationText, debitAuthorizationVersion } from '../../programs/agreements/debitAuthorization.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { readAccount } from '../ledger/account.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { programOf } from '../receiver/programOf.ts';
import { accountName, bankOf, currentBankLink } from './bankLink.ts';
import { currentDebitAuthorization, endDebitAuthorization, giveDebitAuthorization, requireOwnAuthorization } from './debitAuthorization.ts';

/** Returns the authorization to debit a receiver's bank account: the text to accept, and what is given or has ended. */
export async function readDebitAuthorization(deps: Deps, { scope, receiver }: ReceiverView): Promise<DebitAuthorizationAnswer> {
  const program = programOf(receiver);
  const link = await currentBankLink(deps.database, scope);
  const given = await currentDebitAuthorization(deps.database, scope);
  const latest = await databaseOf(deps.database, scope).debitAuthorization.findFirst({
    where: { role: 'main' },
    orderBy: [{ accepted_at: 'desc' }, { id: 'desc' }],
  });
  const { balances } = await readAccount(deps, deps.database, scope, receiver);
  return {
    offered: { version: debitAuthorizationVersion, markdown: debitAuthorizationText(program) },
    account: link && { name: accountName(link), ...bankOf(link), refusal: accountRefusal(link.holder_category, program.personalAccounts) },
    given: given && { version: given.version, markdown: given.text, accepted_at: given.accepted_at.toISOString() },
    // The column holds what `endDebitAuthorization` wrote.
    ended: given || !latest?.ended_at ? null : { at: latest.ended_at.toISOString(), reason: latest.ended_reason as AuthorizationEnd },
    owed_cents: balances.owed,
  };
}

/**
 * Stores that the merchant authorizes debits of the linked account, without linking it again. Does nothing while it is
 * authorized. Throws `agreement_outdated` when another text was read, `step_out_of_order` without a bank, and
 * `provider_refused` for an account that the program does not debit.
 */
export async function authorizeDebits(
  deps: Deps,
  view: ReceiverView,
  { version, origin }: { version: string; origin: Origin },
): Promise<DebitAuthorizationAnswer> {
  const { scope } = view;
  requireOwnAuthorization(view, version);
  await withLockedReceiver(deps, scope, async (transaction, receiver) => {
    const link = await currentBankLink(transaction, scope);
    if (!link) throw new DomainError('step_out_of_order', { reason: linkFirst.main });
    const refusal = accountRefusal(link.holder_category, programOf(receiver).personalAccounts);
    if (refusal !== null) throw new DomainError('provider_refused', { reason: refusal });
    if (await currentDebitAuthorization(transaction, scope)) return;
    await giveDebitAuthorization(deps, transaction, scope, { receiver, link, origin });
  });
  return readDebitAuthorization(deps, view);
}

/** Ends the authorization for the merchant. May be repeated. */
export async function revokeDebits(deps: Deps, view: ReceiverView): Promise<DebitAuthorizationAnswer> {
  const { scope } = view;
  await withLockedReceiver(deps, scope, (transaction) => endDebitAuthorization(deps, transaction, scope, { reason: 'revoked_by_merchant' }));
  return readDebitAuthorization(deps, view);
}

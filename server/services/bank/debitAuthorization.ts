import type { Reading, Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { BankLink, DebitAuthorization, Receiver } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { BankRole } from '../../domain/bank/bankRole.ts';
import { type AuthorizationEnd, debitClassesOf, isDebitAuthorized, stopsDebits } from '../../domain/bank/debitAuthorization.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { debitAuthorizationText, debitAuthorizationVersion } from '../../programs/agreements/debitAuthorization.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { currentBankLink } from './bankLink.ts';
import { cancelPlannedDraws } from './cancelPlannedDraws.ts';

/** Returns the authorization by which the current bank link may be debited now; null when nothing may be debited. */
export async function currentDebitAuthorization(transaction: Reading, scope: ReceiverScope, role: BankRole = 'main'): Promise<DebitAuthorization | null> {
  const link = await currentBankLink(transaction, scope, role);
  const authorization = await openAuthorization(transaction, scope, role);
  return isDebitAuthorized(link, authorization) ? authorization : null;
}

const openAuthorization = (transaction: Reading, scope: ReceiverScope, role: BankRole) =>
  databaseOf(transaction, scope).debitAuthorization.findFirst({ where: { ended_at: null, role } });

/**
 * Returns whether the merchant has confirmed the account of a link, by an authorization that may have ended: staff can link a bank
 * in their name, and nothing may be paid to it until they have confirmed it themselves.
 */
export async function isConfirmedByMerchant(transaction: Reading, scope: ReceiverScope, link: Pick<BankLink, 'id' | 'account_id'>): Promise<boolean> {
  const given = await databaseOf(transaction, scope).debitAuthorization.findMany({ where: { bank_link_id: link.id }, select: { account_id: true } });
  return given.some(({ account_id }) => account_id === null || account_id === link.account_id);
}

/** Throws unless the merchant accepts, and accepts the present text: `forbidden` for staff, `agreement_outdated` for another version. */
export function requireOwnAuthorization({ isOwn }: Pick<ReceiverView, 'isOwn'>, version: string): void {
  if (!isOwn) throw new DomainError('forbidden', { reason: 'Only the customer may authorize debits of their account.' });
  if (version !== debitAuthorizationVersion) throw new DomainError('agreement_outdated', { version: debitAuthorizationVersion });
}

interface Given {
  receiver: Receiver;
  link: Pick<BankLink, 'id' | 'account_id' | 'role'>;
  origin: Origin;
}

/**
 * Stores that the merchant authorizes debits of a link's account by the present text, in place of any earlier authorization;
 * the receiver's row must be held. Planned draws go on under the new one.
 */
export async function giveDebitAuthorization(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { receiver, link: { id: bank_link_id, account_id, role }, origin }: Given,
): Promise<void> {
  const program = programOf(receiver);
  const open = await openAuthorization(transaction, scope, role === 'fallback' ? 'fallback' : 'main');
  if (open) await end(deps, transaction, scope, open, { reason: open.bank_link_id === bank_link_id ? 'replaced' : 'bank_link_ended' });
  await databaseOf(transaction, scope).debitAuthorization.create({
    data: {
      bank_link_id,
      role,
      account_id,
      ach_classes: [...debitClassesOf(program.personalAccounts)],
      version: debitAuthorizationVersion,
      text: debitAuthorizationText(program),
      accepted_at: deps.clock(),
      ip_address: origin.address,
      user_agent: origin.userAgent,
    },
  });
  await recordTimeline(deps, scope, 'debit_authorized', { version: debitAuthorizationVersion }, transaction);
  await requestSpendingPower(deps, transaction, scope, 'debits authorized');
}

interface Ending {
  reason: AuthorizationEnd;
  /** The bank's return code, when it is the reason. */
  code?: string;
}

/**
 * Ends the open authorization in the caller's transaction, which holds the receiver's row: nothing more is debited, draws
 * that are only planned are canceled, those that the bank has go on. Staff read it in the timeline, and the merchant gets
 * a letter when it was the merchant or the bank who ended it. When none is open, the merchant gets the letter about the last.
 */
export async function endDebitAuthorization(deps: Deps, transaction: Transaction, scope: ReceiverScope, ending: Ending): Promise<void> {
  const { reason, code } = ending;
  await endFallbackAuthorization(deps, transaction, scope, ending);
  const open = await openAuthorization(transaction, scope, 'main');
  const last = open ?? (await databaseOf(transaction, scope).debitAuthorization.findFirst({ where: { role: 'main' }, orderBy: { ended_at: 'desc' } }));
  if (last && stopsDebits(reason))
    await deps.queue.send('send-letter', { receiver_id: scope.receiverId, kind: 'debits_stopped', about: last.id }, { transaction });
  if (!open) return;
  await end(deps, transaction, scope, open, ending);
  await cancelPlannedDraws(deps, transaction, scope, { kinds: ['scheduled', 'pay_now'], reason: 'The authorization to debit the account has ended.' });
  await recordTimeline(deps, scope, 'debit_authorization_ended', { reason, ...(code !== undefined && { code }) }, transaction);
  await requestSpendingPower(deps, transaction, scope, 'debit authorization ended');
}

/** Ends the authorization of the second bank, where debits are stopped: they stop for every account. */
async function endFallbackAuthorization(deps: Deps, transaction: Transaction, scope: ReceiverScope, ending: Ending): Promise<void> {
  const open = stopsDebits(ending.reason) ? await openAuthorization(transaction, scope, 'fallback') : null;
  if (open) await end(deps, transaction, scope, open, ending);
}

async function end({ clock }: Deps, transaction: Transaction, scope: ReceiverScope, { id }: DebitAuthorization, { reason, code }: Ending): Promise<void> {
  await databaseOf(transaction, scope).debitAuthorization.update({
    where: { receiver_id_id: { id } },
    data: { ended_at: clock(), ended_reason: reason, ended_code: code ?? null },
  });
}

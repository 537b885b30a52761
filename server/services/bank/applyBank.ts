import type { Transaction } from '../../db/database.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { BankHealth } from '../../domain/bank/bankStatus.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import type { BankAccount, LinkedBank } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';

/** Returns the accounts from which a repayment can be drawn, the more likely ones first. */
export function drawableAccounts(accounts: readonly BankAccount[]): BankAccount[] {
  const subtypes = ['checking', 'savings'];
  return accounts
    .filter(({ subtype }) => subtype !== null && subtypes.includes(subtype))
    .toSorted((one, other) => subtypes.indexOf(one.subtype ?? '') - subtypes.indexOf(other.subtype ?? ''));
}

/** The status when the bank reports none for an account; the bank itself never uses this word. */
export const unknownStatus = 'unknown';

/** Returns the columns that mirror an account. */
export function accountColumns(account: BankAccount, now: Date) {
  const hasBalance = account.availableCents !== null || account.currentCents !== null;
  return {
    account_id: account.accountId,
    account_name: account.name,
    account_subtype: account.subtype,
    // A provider that no longer says keeps what it said.
    ...(account.holderCategory !== null && { holder_category: account.holderCategory }),
    mask: account.mask,
    verification_status: account.verificationStatus,
    ...(hasBalance && {
      balance_available_cents: account.availableCents === null ? null : BigInt(account.availableCents),
      balance_current_cents: account.currentCents === null ? null : BigInt(account.currentCents),
      balance_at: now,
    }),
  } satisfies ChangesOf<'bankLink'>;
}

/** The bank's answer about a link: its accounts, or that the link is gone for good. */
export type BankState = { bank: LinkedBank; isExpiring?: boolean } | 'gone';

function healthOf(link: BankLink, state: BankState, account: BankAccount | undefined): BankHealth {
  if (state === 'gone') return 'revoked';
  // An account that was removed from the link cannot be drawn from until its owner picks one.
  if (state.bank.loginRequired || !account) return 'login_required';
  if (state.isExpiring) return 'expiring';
  return link.health === 'expiring' ? 'expiring' : 'healthy';
}

/** Returns one word for the state of a link, as the merchant needs to know it. */
const wordFor = ({ health, verification_status }: Pick<BankLink, 'health' | 'verification_status'>) =>
  health === 'healthy' ? (verification_status ?? unknownStatus) : health;

/** The states in which the merchant has something to do. */
const statesToMend: ReadonlySet<string> = new Set(['login_required', 'revoked', 'expiring', 'verification_expired']);

/** The states in which a bank that was waited for is verified. */
const verifiedStates: ReadonlySet<string> = new Set(['automatically_verified', 'manually_verified']);

/** Tells whether the merchant gets a mail about a link's new state: of the second bank, which nobody waits for, only when there is something to do. */
function isMailed(link: BankLink): boolean {
  const word = wordFor(link);
  return statesToMend.has(word) || (link.role === 'main' && verifiedStates.has(word));
}

/** Returns the account of a link to show and draw from: the picked one, otherwise the only drawable one. */
function accountOf(link: BankLink, bank: LinkedBank, picked: string | null): BankAccount | undefined {
  const named = bank.accounts.find(({ accountId }) => accountId === (picked ?? link.account_id));
  const drawable = drawableAccounts(bank.accounts);
  return named ?? (drawable.length === 1 ? drawable[0] : undefined);
}

interface Application {
  link: BankLink;
  state: BankState;
  /** The account that was picked in the window just now; null when none was. */
  picked?: string | null;
  /** The merchant has just signed in at the bank, so a warning that the link would end is over. */
  isRepaired?: boolean;
}

/** Stores the bank's answer about a link, records what changed, and queues a mail to the merchant about it. */
export async function applyBank(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { link, state, picked = null, isRepaired = false }: Application,
): Promise<void> {
  const receiverId = scope.receiverId;
  const now = deps.clock();
  const isReported = state !== 'gone' && !state.bank.loginRequired;
  const account = state === 'gone' ? undefined : accountOf(link, state.bank, picked);
  const health = healthOf(isRepaired ? { ...link, health: 'healthy' } : link, state, account);
  const updated = await databaseOf(transaction, scope).bankLink.update({
    where: { receiver_id_id: { id: link.id } },
    data: {
      health,
      last_synced_at: now,
      ...(state !== 'gone' && state.bank.institutionName !== null && { institution_name: state.bank.institutionName }),
      ...(isReported && account && accountColumns(account, now)),
    },
  });
  if (updated.unlinked_at !== null) return;
  const isMain = updated.role === 'main';
  if (isMain && updated.account_id !== link.account_id)
    await databaseOf(transaction, scope).receiver.update({ data: { plaid_account_id: updated.account_id } });
  const [before, after] = [wordFor(link), wordFor(updated)];
  if (before === after) return;
  await recordTimeline(deps, scope, 'bank_status_changed', { from: before, to: after }, transaction);
  if (isMailed(updated)) {
    await deps.queue.send('send-letter', { receiver_id: receiverId, kind: 'bank_status', about: `${link.id}:${after}:${utcDate(now)}` }, { transaction });
  }
}

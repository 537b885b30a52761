import type { Transaction } from '../../db/database.ts';
import { type ChangesOf, databaseOf } from '../../db/databaseOf.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import type { BankAccount, LinkedBank } from '../../providers/ports/bank.ts';
import type { Deps } from '../deps.ts';
import { recordTimeline } from '../receiver/timeline.ts';

/** Accounts from which a repayment can be drawn, the more likely ones first. */
export function drawableAccounts(accounts: readonly BankAccount[]): BankAccount[] {
  const subtypes = ['checking', 'savings'];
  return accounts
    .filter(({ subtype }) => subtype !== null && subtypes.includes(subtype))
    .toSorted((one, other) => subtypes.indexOf(one.subtype ?? '') - subtypes.indexOf(other.subtype ?? ''));
}

/** The bank says nothing of an account; none of its own words for a status is this one. */
export const unknownStatus = 'unknown';

/** The columns that mirror an account. */
export function accountColumns(account: BankAccount, now: Date) {
  const hasBalance = account.availableCents !== null || account.currentCents !== null;
  return {
    account_id: account.accountId,
    account_name: account.name,
    account_subtype: account.subtype,
    mask: account.mask,
    verification_status: account.verificationStatus,
    ...(hasBalance && {
      balance_available_cents: account.availableCents === null ? null : BigInt(account.availableCents),
      balance_current_cents: account.currentCents === null ? null : BigInt(account.currentCents),
      balance_at: now,
    }),
  } satisfies ChangesOf<'bankLink'>;
}

export type BankHealth = 'healthy' | 'expiring' | 'login_required' | 'revoked';

/** What the bank said of a link: its accounts, or that the link is gone for good. */
export type BankState = { bank: LinkedBank; isExpiring?: boolean } | 'gone';

function healthOf(link: BankLink, state: BankState, account: BankAccount | undefined): BankHealth {
  if (state === 'gone') return 'revoked';
  // An account that was taken out of the link cannot be drawn from until its owner picks one.
  if (state.bank.loginRequired || !account) return 'login_required';
  if (state.isExpiring) return 'expiring';
  return link.health === 'expiring' ? 'expiring' : 'healthy';
}

/** What a link is as far as the merchant is concerned, in one word. */
const wordFor = ({ health, verification_status }: Pick<BankLink, 'health' | 'verification_status'>) =>
  health === 'healthy' ? (verification_status ?? unknownStatus) : health;

/** Words of which the merchant is told by mail, since something is to be done or has come right. */
const toldWords: ReadonlySet<string> = new Set([
  'login_required',
  'revoked',
  'expiring',
  'verification_expired',
  'automatically_verified',
  'manually_verified',
]);

/** The account of a link that is to be shown and drawn from: the one that was picked, else the only one there is. */
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
  /** Somebody has just signed in: a warning that the link would end is over. */
  isRepaired?: boolean;
}

/** Stores what the bank says of a link, writes down what changed, and has the merchant told of it. */
export async function applyBank(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { link, state, picked = null, isRepaired = false }: Application,
): Promise<void> {
  const receiver_id = scope.receiverId;
  const now = deps.clock();
  const isTold = state !== 'gone' && !state.bank.loginRequired;
  const account = state === 'gone' ? undefined : accountOf(link, state.bank, picked);
  const health = healthOf(isRepaired ? { ...link, health: 'healthy' } : link, state, account);
  const updated = await databaseOf(transaction, scope).bankLink.update({
    where: { receiver_id_id: { id: link.id } },
    data: {
      health,
      last_synced_at: now,
      ...(state !== 'gone' && state.bank.institutionName !== null && { institution_name: state.bank.institutionName }),
      ...(isTold && account && accountColumns(account, now)),
    },
  });
  if (updated.unlinked_at !== null) return;
  if (updated.account_id !== link.account_id) await databaseOf(transaction, scope).receiver.update({ data: { plaid_account_id: updated.account_id } });
  const [before, after] = [wordFor(link), wordFor(updated)];
  if (before === after) return;
  await recordTimeline(deps, scope, 'bank_status_changed', { from: before, to: after }, transaction);
  if (toldWords.has(after)) {
    await deps.queue.send('send-letter', { receiver_id, kind: 'bank_status', about: `${link.id}:${after}:${now.toISOString().slice(0, 10)}` }, { transaction });
  }
}

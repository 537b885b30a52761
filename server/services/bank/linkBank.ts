import { invalidFields } from '../../contract/invalidRequest.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { type BankRole, linkFirst } from '../../domain/bank/bankRole.ts';
import { accountRefusal } from '../../domain/bank/debitAuthorization.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Program } from '../../programs/index.ts';
import { ProviderFailure, Refused } from '../../providers/failure.ts';
import type { BankAccount, LinkedBank } from '../../providers/ports/bank.ts';
import type { Origin } from '../access/auditEntry.ts';
import { tokenHash } from '../access/opaqueHandle.ts';
import { type ReceiverView, reloadView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { requireStep } from '../onboarding/requireStep.ts';
import { callProviderOnce } from '../providerCalls/callProviderOnce.ts';
import { programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { drawableAccounts } from './applyBank.ts';
import { currentBankLink } from './bankLink.ts';
import { currentDebitAuthorization, endDebitAuthorization, giveDebitAuthorization, requireOwnAuthorization } from './debitAuthorization.ts';
import { unlinkFallbackOf } from './fallbackBank.ts';
import { refreshBank } from './refreshBank.ts';
import { type NewLink, storeNewLink } from './storeNewLink.ts';

/** Stores a link, and the merchant's authorization to debit its account, in place of those before. */
async function storeLink(
  deps: Deps,
  transaction: Transaction,
  { scope, receiver }: ReceiverView,
  linked: NewLink,
  { origin, authorizationVersion }: Pick<Linking, 'origin' | 'authorizationVersion'>,
): Promise<string> {
  const { link, isReplacement } = await storeNewLink(deps, transaction, scope, linked, 'main');
  await unlinkFallbackOf(deps, transaction, scope, link);
  await databaseOf(transaction, scope).receiver.update({
    data: { plaid_access_token: link.handle, plaid_item_id: link.item_id, plaid_account_id: link.account_id },
  });
  const about = { institution: link.institution_name, mask: link.mask };
  if (authorizationVersion !== null) await giveDebitAuthorization(deps, transaction, scope, { receiver, link, origin });
  // Staff linked it: the merchant alone can authorize the debits of another bank.
  else if (isReplacement) await endDebitAuthorization(deps, transaction, scope, { reason: 'bank_link_ended' });
  await recordTimeline(deps, scope, isReplacement ? 'bank_replaced' : 'bank_linked', about, transaction);
  return link.item_id;
}

interface Picking {
  program: Program;
  accountId: string | null;
}

type NewAccess = Pick<NewLink, 'accessToken' | 'itemId'>;

/** Gives up an unused access, unless a link has it: a window that only repairs a link hands out a token of it, too. */
export async function giveUpUnlessLinked({ database, providers }: Deps, scope: ReceiverScope, { accessToken, itemId }: NewAccess): Promise<void> {
  const links = await databaseOf(database, scope).bankLink.count({ where: { item_id: itemId, unlinked_at: null } });
  if (links === 0) await providers.bank.removeLink(accessToken);
}

/** Returns the picked account. Throws when the link has no such account, or the program does not debit it. */
function pickAccount(bank: LinkedBank, { program, accountId }: Picking): BankAccount {
  const refusalOf = ({ holderCategory }: BankAccount) => accountRefusal(holderCategory, program.personalAccounts);
  const drawable = drawableAccounts(bank.accounts);
  const account =
    accountId === null ? (drawable.find((one) => refusalOf(one) === null) ?? drawable[0]) : bank.accounts.find((one) => one.accountId === accountId);
  const refusal = account ? refusalOf(account) : null;
  if (account && refusal === null) return account;
  if (!account && accountId !== null)
    throw invalidFields([{ path: 'account_id', message: 'This account is not among those that you picked at your bank. Link it again.' }]);
  throw new DomainError('provider_refused', { reason: refusal ?? 'Repayments need a checking or savings account. Link one of these.' });
}

/**
 * Exchanges the link window's token and reads the account. The exchange works only once, so no later failure may lose its result. When the
 * picked account cannot be debited, gives the access up again and throws.
 */
export async function exchange(deps: Deps, scope: ReceiverScope, publicToken: string, picking: Picking): Promise<NewLink> {
  const { bank: provider } = deps.providers;
  const { accessToken, itemId } = await provider.exchangePublicToken(publicToken).catch((failure: unknown) => {
    if (!(failure instanceof Refused)) throw failure;
    throw new DomainError('provider_refused', { reason: 'Your bank did not finish linking. Open the bank window and link the account again.' });
  });
  const bank = await provider.getAccounts(accessToken).catch((failure: unknown) => {
    if (failure instanceof ProviderFailure) return null;
    throw failure;
  });
  try {
    return { accessToken, itemId, bank, account: bank && pickAccount(bank, picking), accountId: picking.accountId };
  } catch (refusal) {
    await giveUpUnlessLinked(deps, scope, { accessToken, itemId });
    throw refusal;
  }
}

export interface Linking {
  /** Null after a window that repaired or changed the existing link. */
  publicToken: string | null;
  accountId: string | null;
  /** The version of the authorization that the merchant accepted with it; null when staff link, and after a mere repair. */
  authorizationVersion: string | null;
  origin: Origin;
}

/** Throws unless the merchant, and nobody else, accepted the present authorization to debit an account that is newly linked. */
export function requireAuthorization({ isOwn }: ReceiverView, { publicToken, authorizationVersion }: Linking): void {
  if (authorizationVersion === null) {
    if (isOwn && publicToken !== null)
      throw new DomainError('debit_authorization_needed', { reason: 'Read the authorization to debit your account and accept it first.' });
    return;
  }
  requireOwnAuthorization({ isOwn }, authorizationVersion);
}

/** Reads a linked bank again after a window that repaired or changed it, and stores the authorization where it is new. */
export async function refreshCurrent(
  deps: Deps,
  { scope, receiver }: ReceiverView,
  { role, accountId, authorizationVersion, origin }: Omit<Linking, 'publicToken'> & { role: BankRole },
): Promise<void> {
  const link = await currentBankLink(deps.database, scope, role);
  if (!link) throw new DomainError('step_out_of_order', { reason: linkFirst[role] });
  // A merchant who returns from the window has signed in at the bank.
  await refreshBank(deps, scope, link.id, { code: 'LOGIN_REPAIRED', picked: accountId });
  const refusal = await withLockedReceiver(deps, scope, async (transaction) => {
    const present = await currentBankLink(transaction, scope, role);
    if (!present) return null;
    const isAuthorized = (await currentDebitAuthorization(transaction, scope, role)) !== null;
    // Signing in again keeps the authorization; another account needs its own.
    if (authorizationVersion !== null && !isAuthorized) await giveDebitAuthorization(deps, transaction, scope, { receiver, link: present, origin });
    return accountRefusal(present.holder_category, programOf(receiver).personalAccounts);
  });
  if (refusal !== null) throw new DomainError('provider_refused', { reason: refusal });
}

/**
 * Links the account that was picked in the bank's window, in place of any earlier one; after a window that only
 * repaired the link, reads it again. One public token makes one link, however often it is sent. The merchant's
 * authorization to debit the account is stored with it. Throws `provider_refused` when another account or bank must be
 * linked, `debit_authorization_needed` without the authorization, and `agreement_outdated` when its text has changed.
 */
export async function linkBank(deps: Deps, view: ReceiverView, linking: Linking): Promise<ReceiverView> {
  const { scope, receiver } = view;
  const { publicToken, accountId } = linking;
  await requireStep(deps, view, 'BANK_LINK');
  requireAuthorization(view, linking);
  if (publicToken === null) {
    await refreshCurrent(deps, view, { ...linking, role: 'main' });
  } else {
    const businessKey = `bank:${scope.receiverId}:${tokenHash(publicToken)}`;
    await callProviderOnce(
      deps,
      scope,
      { businessKey, provider: deps.providers.bank.name, operation: 'exchange_public_token' },
      {
        call: () => exchange(deps, scope, publicToken, { program: programOf(receiver), accountId }),
        store: (transaction, link) => storeLink(deps, transaction, view, link, linking),
      },
    );
  }
  return reloadView(deps, view);
}

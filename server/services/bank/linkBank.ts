import { invalidFields } from '../../contract/invalidRequest.ts';
import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { ProviderFailure, Refused } from '../../providers/failure.ts';
import type { BankAccount, LinkedBank } from '../../providers/ports/bank.ts';
import { type ReceiverView, reloadView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { requireStep } from '../onboarding/requireStep.ts';
import { callProviderOnce } from '../providerCalls/callProviderOnce.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { newHandle, tokenHash } from '../secrets/opaqueHandle.ts';
import { accountColumns, drawableAccounts, unknownStatus } from './applyBank.ts';
import { bankTokenPlace, currentBankLink } from './bankLink.ts';
import { refreshBank } from './refreshBank.ts';

interface NewLink {
  accessToken: string;
  itemId: string;
  /** Null when the bank could not be asked; a job asks it again in the background. */
  bank: LinkedBank | null;
  account: BankAccount | null;
  accountId: string | null;
}

/** Ends every other current link, and queues its removal at the provider. */
async function replaceLinks(deps: Deps, transaction: Transaction, scope: ReceiverScope, itemId: string): Promise<boolean> {
  const receiverId = scope.receiverId;
  const old = await databaseOf(transaction, scope).bankLink.findMany({ where: { unlinked_at: null, item_id: { not: itemId } }, select: { id: true } });
  for (const { id } of old) {
    await databaseOf(transaction, scope).bankLink.update({ where: { receiver_id_id: { id } }, data: { unlinked_at: deps.clock() } });
    await deps.queue.send('unlink-bank', { receiver_id: receiverId, link_id: id }, { transaction });
  }
  return old.length > 0;
}

/** Stores a link. A window that only repaired a link may return a token too: it belongs to the existing link, which keeps its handle. */
async function storeLink(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { accessToken, itemId, bank, account, accountId }: NewLink,
): Promise<string> {
  const receiverId = scope.receiverId;
  const now = deps.clock();
  const isReplacement = await replaceLinks(deps, transaction, scope, itemId);
  const content = {
    access_token: deps.secrets.encrypt(accessToken, bankTokenPlace(scope)),
    institution_name: bank?.institutionName ?? null,
    health: bank?.loginRequired ? 'login_required' : 'healthy',
    unlinked_at: null,
    removed_at: null,
    ...(account ? { ...accountColumns(account, now), last_synced_at: now } : { account_id: accountId, verification_status: unknownStatus }),
  };
  const link = await databaseOf(transaction, scope).bankLink.upsert({
    where: { receiver_id_item_id: { item_id: itemId } },
    create: { item_id: itemId, handle: newHandle(), linked_at: now, ...content },
    update: content,
  });
  await databaseOf(transaction, scope).receiver.update({
    data: { plaid_access_token: link.handle, plaid_item_id: itemId, plaid_account_id: link.account_id },
  });
  const about = { institution: link.institution_name, mask: link.mask };
  await recordTimeline(deps, scope, isReplacement ? 'bank_replaced' : 'bank_linked', about, transaction);
  if (!account) await deps.queue.send('refresh-bank', { receiver_id: receiverId, link_id: link.id }, { transaction, singletonKey: link.id });
  return itemId;
}

/** Returns the picked account. When the link has no such account, gives the access up again and throws. */
async function pickAccount({ providers }: Deps, accessToken: string, bank: LinkedBank, accountId: string | null): Promise<BankAccount> {
  const account = accountId === null ? drawableAccounts(bank.accounts)[0] : bank.accounts.find((one) => one.accountId === accountId);
  if (account) return account;
  await providers.bank.removeLink(accessToken);
  if (accountId !== null)
    throw invalidFields([{ path: 'account_id', message: 'This account is not among those that you picked at your bank. Link it again.' }]);
  throw new DomainError('provider_refused', { reason: 'Repayments need a checking or savings account. Link one of these.' });
}

/** Exchanges the link window's token and reads the account. The exchange works only once, so no later failure may lose its result. */
async function exchange(deps: Deps, publicToken: string, accountId: string | null): Promise<NewLink> {
  const { bank: provider } = deps.providers;
  const { accessToken, itemId } = await provider.exchangePublicToken(publicToken).catch((failure: unknown) => {
    if (!(failure instanceof Refused)) throw failure;
    throw new DomainError('provider_refused', { reason: 'Your bank did not finish linking. Open the bank window and link the account again.' });
  });
  const bank = await provider.getAccounts(accessToken).catch((failure: unknown) => {
    if (failure instanceof ProviderFailure) return null;
    throw failure;
  });
  const account = bank === null ? null : await pickAccount(deps, accessToken, bank, accountId);
  return { accessToken, itemId, bank, account, accountId };
}

interface Linking {
  /** Null after a window that repaired or changed the existing link. */
  publicToken: string | null;
  accountId: string | null;
}

async function refreshCurrent(deps: Deps, { scope }: ReceiverView, accountId: string | null): Promise<void> {
  const link = await currentBankLink(deps.database, scope);
  if (!link) throw new DomainError('step_out_of_order', { reason: 'Link your bank account first.' });
  // A merchant who returns from the window has signed in at the bank.
  await refreshBank(deps, scope, link.id, { code: 'LOGIN_REPAIRED', picked: accountId });
}

/**
 * Links the account that was picked in the bank's window, in place of any earlier one; after a window that only
 * repaired the link, reads it again. One public token makes one link, however often it is sent. Throws
 * `provider_refused` when the bank must be linked again.
 */
export async function linkBank(deps: Deps, view: ReceiverView, { publicToken, accountId }: Linking): Promise<ReceiverView> {
  const { scope } = view;
  await requireStep(deps, view, 'BANK_LINK');
  if (publicToken === null) {
    await refreshCurrent(deps, view, accountId);
  } else {
    const businessKey = `bank:${scope.receiverId}:${tokenHash(publicToken)}`;
    await callProviderOnce(
      deps,
      scope,
      { businessKey, provider: deps.providers.bank.name, operation: 'exchange_public_token' },
      { call: () => exchange(deps, publicToken, accountId), store: (transaction, link) => storeLink(deps, transaction, scope, link) },
    );
  }
  return reloadView(deps, view);
}

import type { Transaction } from '../../db/database.ts';
import type { BankLink } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { linkFirst } from '../../domain/bank/bankRole.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Origin } from '../access/auditEntry.ts';
import { tokenHash } from '../access/opaqueHandle.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { callProviderOnce } from '../providerCalls/callProviderOnce.ts';
import { programOf } from '../receiver/programOf.ts';
import { recordTimeline } from '../receiver/timeline.ts';
import { currentBankLink } from './bankLink.ts';
import { giveDebitAuthorization } from './debitAuthorization.ts';
import { isSameAccount } from './fallbackBank.ts';
import { exchange, giveUpUnlessLinked, type Linking, refreshCurrent, requireAuthorization } from './linkBank.ts';
import { type NewLink, storeNewLink } from './storeNewLink.ts';

/**
 * Links a second bank account, in place of any earlier second one, with the merchant's authorization to debit it; after a window that
 * only repaired the link, reads it again. One public token makes one link, however often it is sent. Throws `step_out_of_order` while
 * no first bank is linked, or no second one to repair, `provider_refused` when another account must be linked,
 * `debit_authorization_needed` without the authorization, and `agreement_outdated` when its text has changed.
 */
export async function linkFallbackBank(deps: Deps, view: ReceiverView, linking: Linking): Promise<void> {
  const { scope, receiver } = view;
  const { publicToken, accountId, origin } = linking;
  requireAuthorization(view, linking);
  if (publicToken === null) return refreshCurrent(deps, view, { ...linking, role: 'fallback' });
  const main = await currentBankLink(deps.database, scope);
  if (main === null) throw new DomainError('step_out_of_order', { reason: linkFirst.main });
  await callProviderOnce(
    deps,
    scope,
    { businessKey: `bank:${scope.receiverId}:${tokenHash(publicToken)}`, provider: deps.providers.bank.name, operation: 'exchange_public_token' },
    {
      call: async () => requireOther(deps, scope, main, await exchange(deps, scope, publicToken, { program: programOf(receiver), accountId })),
      store: (transaction, link) => storeLink(deps, transaction, view, link, origin),
    },
  );
}

/** Returns a new link, but gives it up and throws when it is the first one, or one of its account: the same bank and digits. */
async function requireOther(deps: Deps, scope: ReceiverScope, main: BankLink, link: NewLink): Promise<NewLink> {
  const linked = { institution_name: link.bank?.institutionName ?? null, mask: link.account?.mask ?? null };
  if (link.itemId !== main.item_id && !isSameAccount(main, linked)) return link;
  await giveUpUnlessLinked(deps, scope, link);
  throw new DomainError('provider_refused', { reason: 'This account is debited already. Link another one as your second bank.' });
}

async function storeLink(deps: Deps, transaction: Transaction, { scope, receiver }: ReceiverView, linked: NewLink, origin: Origin): Promise<string> {
  const { link } = await storeNewLink(deps, transaction, scope, linked, 'fallback');
  await giveDebitAuthorization(deps, transaction, scope, { receiver, link, origin });
  await recordTimeline(deps, scope, 'bank_linked', { institution: link.institution_name, mask: link.mask }, transaction);
  return link.item_id;
}

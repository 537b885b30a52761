import type { Transaction } from '../../db/database.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { Receiver as StoredReceiver } from '../../db/rows.ts';
import { isFrozen } from '../../domain/access/access.ts';
import { type AccountTerms, changedTerms } from '../../domain/staff/accountTerms.ts';
import { recordAudit } from '../access/audit.ts';
import type { Origin } from '../access/auditEntry.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import { cancelPlannedDraws } from '../bank/cancelPlannedDraws.ts';
import type { Deps } from '../deps.ts';
import { withLockedReceiver } from '../ledger/lockedReceiver.ts';
import { wireReceiver } from '../receiver/wireReceiver.ts';
import { requestSpendingPower } from '../spendingPower/requestSpendingPower.ts';
import { queueStaffChangeLetter } from './queueStaffChangeLetter.ts';

interface Order {
  terms: Partial<AccountTerms>;
  reason: string;
  origin: Origin;
}

/** Returns the names of the letters about a change: the blacklist has one of its own. */
function lettersOf({ is_black_listed, ...terms }: Partial<AccountTerms>): string[] {
  const ofBlacklist = is_black_listed === undefined ? [] : [is_black_listed ? 'black_list' : 'leave_black_list'];
  return Object.keys(terms).length > 0 ? [...ofBlacklist, 'set_account_terms'] : ofBlacklist;
}

/** Follows a change that stops the account or lets it go on: nothing is drawn meanwhile, and what fell due is collected in turn. */
async function followHold(deps: Deps, transaction: Transaction, { scope }: ReceiverView, before: StoredReceiver, after: StoredReceiver): Promise<void> {
  if (isFrozen(before) === isFrozen(after)) return;
  if (isFrozen(after)) await cancelPlannedDraws(deps, transaction, scope, { kinds: ['scheduled'], reason: 'The account was blacklisted.' });
  else await databaseOf(transaction, scope).receiver.update({ data: { unlocked_at: deps.clock() } });
}

/** Sets a customer's plan, net terms, blacklist and other terms, with the reason, for the audit log. A repeat changes nothing more. */
export async function setAccountTerms(deps: Deps, caller: Caller, view: ReceiverView, { terms, reason, origin }: Order): Promise<ReceiverView> {
  const { scope } = view;
  const receiver = await withLockedReceiver(deps, scope, async (transaction, before) => {
    const known = wireReceiver(before);
    const changed = changedTerms(known, terms);
    const names = Object.keys(changed) as (keyof AccountTerms)[];
    if (names.length === 0) return before;
    const own = databaseOf(transaction, scope).receiver;
    await own.update({ data: changed });
    const after = await own.findUniqueOrThrow();
    await followHold(deps, transaction, view, before, after);
    const details = { before: Object.fromEntries(names.map((name) => [name, known[name]])), after: changed };
    await recordAudit(deps, { scope, actor: caller, action: 'set account terms', reason, details, origin }, transaction);
    for (const letter of lettersOf(changed)) await queueStaffChangeLetter(deps, transaction, scope, letter);
    await requestSpendingPower(deps, transaction, scope, 'staff: terms');
    return after;
  });
  return { ...view, receiver };
}

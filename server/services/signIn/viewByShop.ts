import { databaseOf } from '../../db/databaseOf.ts';
import { findPlatformAccount } from '../../db/queries/platformAccounts.ts';
import { receiverScope } from '../../db/scope.ts';
import { mayStaffCall, readStaffAccess } from '../../domain/access/storeStaff.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { InvalidSignature } from '../../providers/signature.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import { ownerNeeded } from '../access/storeStaff.ts';
import type { CurrentProgram, Deps } from '../deps.ts';
import { meetShopMember } from '../store/shopify/shopMember.ts';

/**
 * Returns the receiver of the shop whose admin made a session token, for display there, without amounts for a member of
 * the staff from whom the owner keeps everything; null while nobody has opened the app in that shop. Throws
 * `unauthenticated` for an invalid token, and for a shop that has uninstalled the app.
 */
export async function viewByShop(deps: Deps, program: CurrentProgram, sessionToken: string | undefined): Promise<ReceiverView | null> {
  if (sessionToken === undefined) throw new DomainError('unauthenticated');
  const { providers, database, machineClock } = deps;
  const session = await providers.shopPlatform.readSessionToken(sessionToken, machineClock()).catch((failure: unknown) => {
    throw failure instanceof InvalidSignature ? new DomainError('unauthenticated') : failure;
  });
  const account = await findPlatformAccount(database, `${program.key}:shopify`, session.shop);
  if (!account) return null;
  if (account.uninstalled_at !== null) throw new DomainError('unauthenticated');
  const scope = receiverScope(account.receiver_id);
  const view = { scope, receiver: await databaseOf(database, scope).receiver.findUniqueOrThrow(), isOwn: true };
  if (mayStaffCall('if_setup', readStaffAccess(view.receiver.staff_access))) return view;
  const { is_owner } = await meetShopMember(deps, session, sessionToken);
  return is_owner ? view : { ...view, hiddenBecause: await ownerNeeded(deps, view, 'if_setup') };
}

import type { postCardWallet } from '../../../contract/cards.ts';
import type { AnswerOf, BodyOf } from '../../../contract/define.ts';
import type { Card } from '../../../db/rows.ts';
import { can } from '../../../domain/access/access.ts';
import { DomainError } from '../../../domain/basics/errors.ts';
import { type WalletKey, walletNames, walletObstacle } from '../../../domain/card/walletWords.ts';
import type { Wallet } from '../../../providers/ports/cardIssuer.ts';
import type { Caller } from '../../access/caller.ts';
import { roleOfMember } from '../../access/requireStillManages.ts';
import type { ReceiverView } from '../../access/viewReceiver.ts';
import type { Deps } from '../../deps.ts';
import { failureForReader } from '../../failureForReader.ts';
import { isHeld, readAccount } from '../../ledger/account.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { cardKindOf } from '../cardKind.ts';
import { readPeople } from '../holders.ts';
import { requireUsableCard } from '../requireUsableCard.ts';

const walletKeys: Readonly<Record<Wallet, WalletKey>> = { APPLE_PAY: 'apple_pay', GOOGLE_PAY: 'google_pay' };

interface Wallets {
  /** The wallets to which the caller can add the card. */
  addable: WalletKey[];
  /** Why there are none, and what helps; null where there are, and where the issuer is set up for no wallet. */
  obstacle: string | null;
}

/** Returns the wallets to which a caller can add a card: of those that the issuer is set up for, for its holder, while it is open. */
export function walletsFor(
  { providers }: Pick<Deps, 'providers'>,
  caller: Caller,
  { receiver, isOwn }: ReceiverView,
  { card, holderName, isAccountHeld }: AskedCard,
): Wallets {
  const { wallets } = providers.cardIssuer;
  if (wallets.length === 0) return { addable: [], obstacle: null };
  const isHolder = isOwn && !caller.isStoreStaff && card.holder_id === caller.memberId;
  const reader = { isHolder, maySeeNumber: can(caller, 'show_pan', receiver, { holdsCard: isHolder }) };
  const obstacle = walletObstacle({ state: card.state, loss: card.loss, isStandard: cardKindOf(card) === 'standard', holderName, isAccountHeld }, reader);
  return { addable: obstacle === null ? wallets.map((wallet) => walletKeys[wallet]) : [], obstacle };
}

interface AskedCard {
  card: Card;
  /** The name of the card's holder. */
  holderName: string;
  isAccountHeld: boolean;
}

/**
 * Returns what the holder's browser hands to its wallet. Of it is stored that it was asked for, and by whom: the issuer tells by an event
 * when the wallet has taken the card, and not who added it. Throws `not_found`, `step_out_of_order` for a card that no wallet can have or
 * that is somebody else's, and the issuer's failure in words.
 */
export async function addToWallet(
  deps: Deps,
  caller: Caller,
  view: ReceiverView,
  { token, request }: { token: string; request: BodyOf<typeof postCardWallet> },
): Promise<AnswerOf<typeof postCardWallet>> {
  await storeOffer(deps, caller, view, { token, request });
  const asked =
    request.wallet === 'apple_pay'
      ? ({ wallet: 'APPLE_PAY' } as const)
      : {
          wallet: 'GOOGLE_PAY' as const,
          serverSessionId: request.server_session_id,
          clientDeviceId: request.client_device_id,
          clientWalletAccountId: request.client_wallet_account_id,
        };
  const hand = await deps.providers.cardIssuer.provisionForWallet(token, asked).catch((failure: unknown) => {
    throw failureForReader(failure);
  });
  return hand.wallet === 'APPLE_PAY'
    ? { wallet: 'apple_pay', jws: hand.jws, state: hand.state }
    : { wallet: 'google_pay', google_opc: hand.googleOpc, tsp_opc: hand.tspOpc };
}

/** Stores that a card was asked for, while its holder cannot change: what is added by it is theirs. Throws as adding does. */
function storeOffer(
  deps: Deps,
  caller: Caller,
  view: ReceiverView,
  { token, request }: { token: string; request: BodyOf<typeof postCardWallet> },
): Promise<void> {
  return withLockedReceiver(deps, view.scope, async (transaction, receiver) => {
    const card = await requireUsableCard(transaction, view.scope, token);
    const role = caller.memberId === null ? caller.role : await roleOfMember(transaction, view.scope, caller.memberId);
    if (role === null) throw new DomainError('not_found');
    const people = await readPeople(transaction, view);
    const isAccountHeld = isHeld(receiver, await readAccount(deps, transaction, view.scope, receiver));
    const { addable, obstacle } = walletsFor(deps, { ...caller, role }, view, { card, holderName: people(card.holder_id).name, isAccountHeld });
    if (!addable.includes(request.wallet))
      throw new DomainError('step_out_of_order', { reason: obstacle ?? `Cards of this program cannot be added to ${walletNames[request.wallet]} here.` });
    const offer = { card_token: token, wallet: request.wallet.toUpperCase(), by_id: caller.memberId };
    await recordTimeline(deps, view.scope, 'card_offered_to_wallet', offer, transaction);
  });
}

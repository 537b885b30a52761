import type { postCardWallet } from '../../contract/cards.ts';
import type { AnswerOf, BodyOf } from '../../contract/define.ts';
import type { Card } from '../../db/rows.ts';
import { can } from '../../domain/access/access.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import type { Wallet } from '../../providers/ports/cardIssuer.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { failureForReader } from '../failureForReader.ts';
import { requireUsableCard } from './requireUsableCard.ts';

export type WireWallet = 'apple_pay' | 'google_pay';
const wireNames: Readonly<Record<Wallet, WireWallet>> = { APPLE_PAY: 'apple_pay', GOOGLE_PAY: 'google_pay' };

/** Returns the wallets to which the holder of a card can add it: those that the issuer is set up for, once the card can be used. */
export function addableWallets({ providers }: Pick<Deps, 'providers'>, caller: Caller, { receiver, isOwn }: ReceiverView, card: Card): WireWallet[] {
  const isHolder = isOwn && card.holder_id === caller.memberId;
  const isForWallets = card.state === 'OPEN' && card.loss === null && (card.type === 'VIRTUAL' || card.type === 'PHYSICAL');
  if (!isHolder || !isForWallets || !can(caller, 'show_pan', receiver, { holdsCard: true })) return [];
  return providers.cardIssuer.wallets.map((wallet) => wireNames[wallet]);
}

/**
 * Returns what the holder's browser hands to its wallet. Nothing of it is stored: the issuer tells by an event when the wallet has taken
 * the card. Throws `not_found`, `step_out_of_order` for a card that no wallet can have or that is somebody else's, and the issuer's failure in words.
 */
export async function addToWallet(
  deps: Deps,
  caller: Caller,
  view: ReceiverView,
  { token, request }: { token: string; request: BodyOf<typeof postCardWallet> },
): Promise<AnswerOf<typeof postCardWallet>> {
  const card = await requireUsableCard(deps.database, view.scope, token);
  if (!addableWallets(deps, caller, view, card).includes(request.wallet))
    throw new DomainError('step_out_of_order', { reason: 'Only the holder of an open card adds it to a wallet, on a device of their own.' });
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

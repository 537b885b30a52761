import { z } from 'zod';
import { databaseOf } from '../../../db/databaseOf.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import { isEntryOver, type WalletOffer } from '../../../domain/card/walletEntries.ts';
import { ProviderFailure } from '../../../providers/failure.ts';
import type { Page } from '../../../providers/page.ts';
import type { Tokenization } from '../../../providers/ports/cardIssuer.ts';
import type { Deps } from '../../deps.ts';
import { withLockedReceiver } from '../../ledger/lockedReceiver.ts';
import { queueEndOfWalletEntries } from './endWallets.ts';

/** The states in which a wallet or merchant can pay no more with a card. */
export const endedStates = ['DEACTIVATED', 'INACTIVE'];

/**
 * Reads in which wallets and at which merchants a card is stored, and mirrors it; an entry of somebody who may pay with it no more
 * is ended by a job. May be repeated. Throws the issuer's failure.
 */
export async function syncTokenizations(deps: Deps, scope: ReceiverScope, cardToken: string): Promise<void> {
  const over = await mirrorTokenizations(deps, scope, cardToken);
  if (over.length > 0) await queueEndOfWalletEntries(deps, scope, cardToken);
}

/**
 * Ends the entries in wallets that were made by somebody who may pay with a card no more; what merchants have stored stays. May be
 * repeated. Throws the issuer's failures, after it has tried all entries.
 */
export async function endWalletEntries(deps: Deps, scope: ReceiverScope, cardToken: string): Promise<void> {
  const failures: unknown[] = [];
  for (const { token } of await mirrorTokenizations(deps, scope, cardToken)) {
    await deps.providers.cardIssuer.deactivateTokenization(token).catch((failure: unknown) => failures.push(failure));
  }
  if (failures.length > 0) throw new AggregateError(failures, 'not every entry in a wallet could be ended');
}

/** Mirrors where a card is stored. Returns the entries in wallets that are to end and have not. */
async function mirrorTokenizations(deps: Deps, scope: ReceiverScope, cardToken: string): Promise<Tokenization[]> {
  const found: Tokenization[] = [];
  let after: string | null = null;
  do {
    const page: Page<Tokenization> = await deps.providers.cardIssuer.listTokenizations(cardToken, after);
    found.push(...page.items);
    after = page.next;
  } while (after !== null);
  await withLockedReceiver(deps, scope, async (transaction) => {
    const own = databaseOf(transaction, scope).cardTokenization;
    for (const { token, status, requestor, createdAt, updatedAt } of found) {
      const known = await own.findUnique({ where: { receiver_id_token: { token } }, select: { updated_at: true } });
      if (known && known.updated_at > updatedAt) continue;
      const present = { state: status, updated_at: updatedAt };
      await own.upsert({
        where: { receiver_id_token: { token } },
        create: { token, card_token: cardToken, wallet: requestor, created_at: createdAt, ...present },
        update: present,
      });
    }
  });
  const live = found.filter(({ channel, status }) => channel === 'DIGITAL_WALLET' && !endedStates.includes(status));
  return live.length === 0 ? [] : overOf(deps, scope, cardToken, live);
}

async function overOf({ database }: Deps, scope: ReceiverScope, cardToken: string, entries: Tokenization[]): Promise<Tokenization[]> {
  const own = databaseOf(database, scope);
  const { wallets_ended_at: endedAt } = await own.card.findUniqueOrThrow({
    where: { receiver_id_token: { token: cardToken } },
    select: { wallets_ended_at: true },
  });
  if (endedAt === null) return [];
  const offered = { kind: 'card_offered_to_wallet', details: { path: ['card_token'], equals: cardToken } };
  const events = await own.timelineEvent.findMany({ where: offered, select: { at: true, details: true } });
  const offers = events.map(({ at, details }): WalletOffer => ({ at, wallet: offerDetails.parse(details).wallet }));
  return entries.filter(({ requestor: wallet, createdAt }) => isEntryOver({ wallet, createdAt }, endedAt, offers));
}

const offerDetails = z.object({ wallet: z.string() });

/**
 * Ends a closed card in wallets and at merchants. Nobody can pay with it as it is closed, so that a failure is logged and the issuer's
 * next event brings its state.
 */
export async function endTokenizations(deps: Deps, scope: ReceiverScope, cardToken: string): Promise<void> {
  const stored = await databaseOf(deps.database, scope).cardTokenization.findMany({ where: { card_token: cardToken, state: { notIn: endedStates } } });
  for (const { token } of stored) {
    try {
      await deps.providers.cardIssuer.deactivateTokenization(token);
    } catch (failure) {
      if (!(failure instanceof ProviderFailure)) throw failure;
      deps.log.warn({ err: failure, card: cardToken }, 'a closed card is still in a wallet');
    }
  }
}

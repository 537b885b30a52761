import { storedCents } from '../../../db/cents.ts';
import { inTransaction, type Transaction } from '../../../db/database.ts';
import { databaseOf, type ScopedDatabase } from '../../../db/databaseOf.ts';
import type { CardIssue, JsonObject } from '../../../db/rows.ts';
import type { ReceiverScope } from '../../../db/scope.ts';
import type { CardKind } from '../../../domain/card/appearance.ts';
import { Refused } from '../../../providers/failure.ts';
import type { IssuedCard } from '../../../providers/ports/cardIssuer.ts';
import type { Deps } from '../../deps.ts';
import { callProviderOnce } from '../../providerCalls/callProviderOnce.ts';
import { recordTimeline } from '../../receiver/timeline.ts';
import { requestSpendingPower } from '../../spendingPower/requestSpendingPower.ts';
import { passLimitRaises } from '../controls/limitRaises.ts';
import { passRequests, tellMember } from '../requests/cardRequests.ts';
import { closingReason } from '../state/closeLostCard.ts';
import { pauseCardsOfLeaver } from '../state/pauseCardsOfLeaver.ts';
import { storeCard } from '../syncCard.ts';
import { readShippingAddress } from './shippingAddress.ts';

const issuerKinds = { single_use: 'SINGLE_USE', merchant_locked: 'MERCHANT_LOCKED' } as const;

/** Returns the issuer's word for a card: what is printed is of no special kind. */
function issuerKind({ kind, is_physical }: Pick<CardIssue, 'kind' | 'is_physical'>): 'VIRTUAL' | 'SINGLE_USE' | 'MERCHANT_LOCKED' | 'PHYSICAL' {
  if (is_physical) return 'PHYSICAL';
  return kind === 'standard' ? 'VIRTUAL' : issuerKinds[kind as Exclude<CardKind, 'standard'>];
}

/**
 * Asks the issuer for a further card, or the successor of a lost one, once however often it is called. Returns its token, or null
 * where it was refused for good. Throws the issuer's failures: the job asks again.
 */
export async function issueFurtherCard(deps: Deps, scope: ReceiverScope, id: string): Promise<string | null> {
  const own = databaseOf(deps.database, scope);
  const issue = await own.cardIssue.findUnique({ where: { receiver_id_id: { id } } });
  if (!issue || issue.card_token !== null || issue.refused_at !== null) return issue?.card_token ?? null;
  const { lithic_account_token: accountToken } = await own.receiver.findUniqueOrThrow({ select: { lithic_account_token: true } });
  if (accountToken === null) return null;
  const { cardIssuer } = deps.providers;
  const shippingAddress = issue.shipping_address === null ? null : readShippingAddress(issue.shipping_address);
  const replaced = issue.replaces_token === null ? null : await own.card.findUnique({ where: { receiver_id_token: { token: issue.replaces_token } } });
  try {
    const { externalId } = await callProviderOnce(
      deps,
      scope,
      { businessKey: `card:${scope.receiverId}:further:${id}`, provider: cardIssuer.name, operation: 'issue_card' },
      {
        call: ({ key }) =>
          cardIssuer.issueCard({
            accountToken,
            kind: issuerKind(issue),
            memo: issue.memo,
            spendLimitCents: storedCents(issue.first_spend_limit),
            ...(issue.is_physical && shippingAddress !== null && { shippingAddress }),
            ...(replaced !== null && { replaces: { cardToken: replaced.token, reason: closingReason(replaced) } }),
            key,
          }),
        store: async (transaction, card) => storeIssued(deps, transaction, scope, { issue, card }),
      },
    );
    return externalId;
  } catch (failure) {
    if (failure instanceof Refused) await inTransaction(deps.database, (transaction) => storeRefusal(deps, transaction, scope, issue));
    throw failure;
  }
}

/** Stores that the issuer makes no such card. The member who was granted it is told: on their page nothing would say so. */
async function storeRefusal(deps: Deps, transaction: Transaction, scope: ReceiverScope, issue: CardIssue): Promise<void> {
  const own = databaseOf(transaction, scope);
  const { count } = await own.cardIssue.updateMany({ where: { id: issue.id, refused_at: null }, data: { refused_at: deps.clock() } });
  if (count > 0) await tellRequester(deps, transaction, scope, issue);
}

/** Tells the member whose request the order answers what became of it; nobody where it answers none. */
async function tellRequester(deps: Deps, transaction: Transaction, scope: ReceiverScope, { request_id }: CardIssue): Promise<void> {
  if (request_id === null) return;
  const granted = await databaseOf(transaction, scope).cardRequest.findUnique({ where: { receiver_id_id: { id: request_id } } });
  if (granted) await tellMember(deps, transaction, scope, granted);
}

/** Stores the card with what it was asked for, and lets a successor take the place of the card before it. A card of somebody who has left is paused. Returns its token. */
async function storeIssued(
  deps: Deps,
  transaction: Transaction,
  scope: ReceiverScope,
  { issue, card }: { issue: CardIssue; card: IssuedCard },
): Promise<string> {
  const own = databaseOf(transaction, scope);
  await storeCard(deps, transaction, scope, card);
  const { name, color, purpose, holder_id, replaces_token, shipping_address } = issue;
  await own.card.update({
    where: { receiver_id_token: { token: card.token } },
    data: {
      name,
      color,
      purpose,
      holder_id,
      successor_of: replaces_token,
      ...(shipping_address !== null && { shipping_address: shipping_address as JsonObject }),
    },
  });
  if (holder_id !== null && (await hasLeft(own, holder_id))) await pauseCardsOfLeaver(deps, transaction, scope, { holder_id, token: card.token });
  if (issue.controls !== null)
    await own.cardControl.create({
      data: { card_token: card.token, controls: issue.controls as JsonObject, changed_at: deps.clock(), changed_by: issue.ordered_by },
    });
  if (replaces_token !== null) {
    const cards = { from: replaces_token, to: card.token };
    await passLimitRaises(deps, transaction, scope, cards);
    await passRequests(transaction, scope, cards);
  }
  await own.cardIssue.update({ where: { receiver_id_id: { id: issue.id } }, data: { card_token: card.token, issued_at: deps.clock() } });
  const receiver = await own.receiver.findUniqueOrThrow({ select: { lithic_card_token: true } });
  if (replaces_token !== null && receiver.lithic_card_token === replaces_token) await own.receiver.update({ data: { lithic_card_token: card.token } });
  await tellRequester(deps, transaction, scope, issue);
  await recordTimeline(deps, scope, 'card_issued', { card_token: card.token, last_four: card.lastFour, replaces_token }, transaction);
  await requestSpendingPower(deps, transaction, scope, 'card issued');
  return card.token;
}

/** Decides whether somebody has left the team: since their card was ordered, or before a lost one was replaced. */
async function hasLeft({ teamMember }: ScopedDatabase, id: string): Promise<boolean> {
  const { removed_at } = await teamMember.findUniqueOrThrow({ where: { receiver_id_id: { id } }, select: { removed_at: true } });
  return removed_at !== null;
}

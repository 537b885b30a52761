import { type CardAnswer, listedTransactionLimit } from '../../contract/card.ts';
import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { readCardDays } from '../../db/queries/cardDays.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { negate } from '../../domain/basics/money.ts';
import { spendFigures } from '../../domain/card/card.ts';
import type { Deps } from '../deps.ts';

/** Returns a card as its holder sees it. Throws `not_found` when it is not this receiver's. */
export async function presentCard({ database }: Pick<Deps, 'database'>, scope: ReceiverScope, token: string): Promise<CardAnswer> {
  const [card, days, newest] = await Promise.all([
    databaseOf(database, scope).card.findUnique({ where: { receiver_id_token: { token } } }),
    readCardDays(database, scope),
    databaseOf(database, scope).cardTransaction.findMany({
      where: { card_token: token },
      orderBy: [{ created_at: 'desc' }, { token: 'desc' }],
      take: listedTransactionLimit + 1,
    }),
  ]);
  if (!card) throw new DomainError('not_found');
  // Sum by day instead of by transaction: the number of transactions has no limit.
  const counted = days
    .filter((day) => day.card_token === token)
    .flatMap((day) => [day.bought_cents, negate(day.returned_cents)].map((amount_cents) => ({ status: 'SETTLED', amount_cents })));
  const figures = spendFigures({ spend_limit: storedCents(card.spend_limit) }, counted);
  return {
    token,
    state: card.state,
    type: card.type,
    last_four: card.last_four,
    name_on_card: card.name_on_card,
    spend_limit: figures.spendLimit,
    total_spent: figures.totalSpent,
    available_credit: figures.availableCredit,
    transactions: newest.slice(0, listedTransactionLimit).map((transaction) => ({
      token: transaction.token,
      status: transaction.status,
      result: transaction.result,
      amount_cents: Number(transaction.amount_cents),
      created_at: transaction.created_at.toISOString(),
      raw_data: { merchant: { descriptor: transaction.merchant_descriptor } },
    })),
    has_more_transactions: newest.length > listedTransactionLimit,
  };
}

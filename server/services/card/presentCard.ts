import { type CardAnswer, listedTransactionLimit } from '../../contract/card.ts';
import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { noCardCheck } from '../../db/queries/activityTables.ts';
import { readCardDays } from '../../db/queries/cardDays.ts';
import type { Card } from '../../db/rows.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { add, type Cents, cents, negate, noMoney } from '../../domain/basics/money.ts';
import { isOnItsWay, spendFigures } from '../../domain/card/card.ts';
import type { ReceiverView } from '../access/receiverView.ts';
import type { Deps } from '../deps.ts';
import { isHeld, readAccount } from '../ledger/account.ts';
import { summariesOf } from './presentCards.ts';

type Reading = Pick<Deps, 'database' | 'clock' | 'isBankHoliday' | 'providers'>;

/** Returns a card as the caller sees it. Throws `not_found` when it is not this receiver's. */
export async function presentCard(deps: Reading, view: ReceiverView, token: string): Promise<CardAnswer> {
  const { database } = deps;
  const { scope } = view;
  const [card, days, newest] = await Promise.all([
    databaseOf(database, scope).card.findUnique({ where: { receiver_id_token: { token } } }),
    readCardDays(database, scope),
    databaseOf(database, scope).cardTransaction.findMany({
      where: { card_token: token, ...noCardCheck },
      orderBy: [{ created_at: 'desc' }, { token: 'desc' }],
      take: listedTransactionLimit + 1,
    }),
  ]);
  if (!card) throw new DomainError('not_found');
  // Sum by day instead of by transaction: the number of transactions has no limit.
  const counted = days
    .filter((day) => day.card_token === token)
    .flatMap((day) => [day.bought_cents, negate(day.returned_cents)].map((amount_cents) => ({ status: 'SETTLED', amount_cents })));
  const { totalSpent } = spendFigures({ spend_limit: noMoney }, counted);
  const spend_limit = view.holderId === undefined ? storedCents(card.spend_limit) : add(totalSpent, await leftOf(deps, view, token));
  const figures = spendFigures({ spend_limit }, counted);
  return {
    token,
    state: card.state,
    type: card.type,
    last_four: card.last_four,
    name_on_card: card.name_on_card,
    spend_limit: figures.spendLimit,
    total_spent: figures.totalSpent,
    available_credit: figures.availableCredit,
    is_on_hold: card.held_by_receiver_at !== null,
    is_account_held: card.is_held || (isOnItsWay(card.state) && (await isAccountHeld(deps, scope))),
    plastic: card.type === 'PHYSICAL' ? await presentPlastic(deps, scope, card) : null,
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

/**
 * Returns what is left of a card, in cents, as its page tells its holder. The limit at the issuer follows from the spending power of the
 * whole account, which a cardholder is not told.
 */
async function leftOf(deps: Reading, view: ReceiverView, token: string): Promise<Cents> {
  const shown = (await summariesOf(deps, view)).find(({ summary }) => summary.token === token);
  return cents(shown?.summary.left_cents ?? 0);
}

async function isAccountHeld(deps: Pick<Deps, 'database' | 'clock' | 'isBankHoliday'>, scope: ReceiverScope): Promise<boolean> {
  const receiver = await databaseOf(deps.database, scope).receiver.findUniqueOrThrow();
  return isHeld(receiver, await readAccount(deps, deps.database, scope, receiver));
}

async function presentPlastic({ database }: Pick<Deps, 'database'>, scope: ReceiverScope, card: Card): Promise<CardAnswer['plastic']> {
  const order = await databaseOf(database, scope).cardOrder.findFirst({ where: { card_token: card.token }, orderBy: { number: 'desc' } });
  return {
    // The issuer is asked when the address is there, which may be long after the order.
    ordered_at: (order?.shipped_at ?? order?.ordered_at)?.toISOString() ?? null,
    mailed_at: card.shipped_at?.toISOString() ?? null,
    shipping_method: card.shipping_method,
    tracking_number: card.tracking_number,
    activated_at: isOnItsWay(card.state) ? null : (card.activated_at?.toISOString() ?? null),
    is_again: card.reissues > 0,
  };
}

import { randomUUID } from 'node:crypto';
import type Lithic from 'lithic';
import { checkCard } from './cardCheck.ts';
import { changeCard } from './cards.ts';
import { approved, decideAuthorization, type Verdict } from './decision.ts';
import { emit } from './events.ts';
import { notFound, refuse } from './refusal.ts';
import type { AskedPurchase } from './ruleEvaluation.ts';
import type { LithicState, StoredCard } from './state.ts';
import {
  clearingPolarity,
  type EventAmount,
  type EventType,
  heldCents,
  type Merchant,
  newEvent,
  newTransaction,
  partOf,
  pricedAs,
  type WalletType,
  withEvent,
} from './transaction.ts';

type Transaction = Lithic.Transaction;

export interface Purchase {
  card: StoredCard;
  amount: EventAmount;
  merchant: Merchant;
  type?: 'AUTHORIZATION' | 'FINANCIAL_AUTHORIZATION' | 'BALANCE_INQUIRY';
  /** The cents of the amount that are paid out in cash; at a cash machine all of it. */
  cashCents?: number;
  /** The merchant accepts a partial approval. */
  partial?: boolean;
  /** The wallet that pays; the card's own number does otherwise. */
  wallet?: WalletType;
  /** Forces this decline, whatever the card allows. */
  decline?: Verdict;
}

/** The merchant category of cash machines. */
const cashMachine = '6011';

async function store(state: LithicState, transaction: Transaction): Promise<Transaction> {
  await state.transactions.put(transaction.token, transaction);
  await emit(state, { event_type: 'card_transaction.updated', ...transaction });
  return transaction;
}

/** Locks a transaction, changes it and notifies the product. */
function change(state: LithicState, token: string, next: (current: Transaction) => Transaction): Promise<Transaction> {
  return state.core.store.transaction(async () => {
    const current = await state.transactions.lock(token);
    if (!current) throw notFound();
    return store(state, next(current));
  });
}

const askedOf = ({ card }: StoredCard, { cents, merchant: price }: EventAmount, merchant: Merchant): AskedPurchase => ({
  card,
  cents,
  currency: price?.currency ?? 'USD',
  merchant,
});

/** Changes what a first approval changes: a single-use card closes, a merchant-locked one keeps to this merchant. */
async function afterApproval(state: LithicState, { card, lockedTo }: StoredCard, { acceptorId }: Merchant): Promise<void> {
  if (card.type === 'SINGLE_USE') {
    await changeCard(state, card.token, (stored) => ({ ...stored, isUsed: true, card: { ...stored.card, state: 'CLOSED' } }));
  }
  if (card.type === 'MERCHANT_LOCKED' && lockedTo === undefined) await state.cards.update(card.token, (stored) => ({ ...stored, lockedTo: acceptorId }));
}

/**
 * Authorizes a purchase: checks the card and the issuer's rules, asks the decision endpoint, then checks again with the
 * card locked, so that two purchases cannot both take the last dollar.
 */
export async function authorize(
  state: LithicState,
  { card, amount, merchant, type = 'AUTHORIZATION', cashCents, partial = false, wallet, decline }: Purchase,
): Promise<Transaction> {
  const at = state.now();
  const [token, eventToken] = [randomUUID(), randomUUID()];
  const asked = askedOf(card, amount, merchant);
  let verdict = decline ?? (await checkCard(state, card, { asked, event: { eventToken, token } }));
  if (verdict.result === 'APPROVED') {
    const cash = cashCents ?? (merchant.mcc === cashMachine ? amount.cents : 0);
    verdict = await decideAuthorization(state, { token, eventToken, stored: card, amount, cashCents: cash, merchant, wallet, status: type, at });
  }
  const { approvedCents } = verdict;
  if (approvedCents !== undefined && approvedCents < amount.cents && !partial) verdict = { result: 'INSUFFICIENT_FUNDS', details: ['INSUFFICIENT_FUNDS'] };
  const cents = Math.min(amount.cents, verdict.approvedCents ?? amount.cents);

  return state.core.store.transaction(async () => {
    const locked = await state.cards.lock(card.card.token);
    if (!locked) throw notFound();
    const final = verdict.result === 'APPROVED' ? await checkCard(state, locked, { asked: { ...asked, cents } }) : verdict;
    const counted = final.result === 'APPROVED' ? partOf(amount, cents) : amount;
    const { result, details, ruleResults = [] } = final;
    const first = newEvent({ token: eventToken, type, polarity: 'DEBIT', amount: counted, at, result, details, ruleResults });
    const token_info = wallet === undefined ? null : { wallet_type: wallet };
    const begun = await store(state, { ...newTransaction({ card: locked.card, merchant, first }), token, token_info });
    if (result === 'APPROVED' && type !== 'BALANCE_INQUIRY') await afterApproval(state, locked, merchant);
    return begun;
  });
}

/**
 * Authorizes more for a pending purchase, as a hotel does for another night. The question is about the increment alone
 * and carries the purchase's own token; a refused increment leaves the purchase as it was.
 */
export async function increment(state: LithicState, token: string, cents: number): Promise<Transaction> {
  const purchase = await state.transactions.get(token);
  const card = purchase && (await state.cards.get(purchase.card_token));
  if (!purchase || !card) throw notFound();
  if (purchase.status !== 'PENDING') throw refuse(400, 'Transaction is not pending');
  const eventToken = randomUUID();
  const amount = pricedAs(purchase, cents);
  const { descriptor, mcc, city, state: place, country, acceptor_id } = purchase.merchant;
  const merchant = { descriptor, mcc, city, state: place, country, acceptorId: acceptor_id };
  let verdict = await checkCard(state, card, { asked: askedOf(card, amount, merchant), event: { eventToken, token } });
  if (verdict.result === 'APPROVED') {
    const wallet = purchase.token_info?.wallet_type;
    const question = { token, eventToken, stored: card, amount, cashCents: 0, merchant, wallet, status: 'AUTHORIZATION', at: purchase.created } as const;
    verdict = await decideAuthorization(state, question);
  }
  return change(state, token, (current) => {
    if (current.status !== 'PENDING') throw refuse(400, 'Transaction is not pending');
    const { result, details, ruleResults = [] } = verdict;
    const event = newEvent({ token: eventToken, type: 'AUTHORIZATION', polarity: 'DEBIT', amount, at: state.now(), result, details, ruleResults });
    return withEvent(current, event);
  });
}

/** The types of credits that the decision endpoint is asked about. The second is a single message, which settles at once. */
export const askedCredits = ['CREDIT_AUTHORIZATION', 'FINANCIAL_CREDIT_AUTHORIZATION'] as const;

/**
 * Authorizes a credit from a merchant: asks the decision endpoint, whatever the card's state and limits, unless the network has
 * approved it on the program's behalf (an advice). It clears like a purchase.
 */
export async function authorizeCredit(
  state: LithicState,
  { card, amount, merchant }: Purchase,
  type: (typeof askedCredits)[number] | 'CREDIT_AUTHORIZATION_ADVICE',
): Promise<Transaction> {
  const at = state.now();
  const [token, eventToken] = [randomUUID(), randomUUID()];
  const { result, details } =
    type === 'CREDIT_AUTHORIZATION_ADVICE'
      ? approved
      : await decideAuthorization(state, { token, eventToken, stored: card, amount, cashCents: 0, merchant, status: type, at });
  const first = newEvent({ token: eventToken, type, polarity: 'CREDIT', amount, at, result, details });
  return state.core.store.transaction(() => store(state, { ...newTransaction({ card: card.card, merchant, first }), token }));
}

/** Changes the amount of a pending purchase as the merchant asks (a tip to come, a pump that stopped early). */
export const advise = (state: LithicState, token: string, cents: number) =>
  change(state, token, (current) => {
    if (current.status !== 'PENDING') throw refuse(400, 'Transaction is not pending');
    return withEvent(current, newEvent({ type: 'AUTHORIZATION_ADVICE', polarity: 'DEBIT', amount: pricedAs(current, cents), at: state.now() }));
  });

/**
 * Clears all that is held, or another amount (a part, or more for a tip). What it does not clear is released, or stays
 * held with `keepsRest`. Can be repeated: each call is one more clearing of the same transaction, and needs an amount
 * once nothing is held.
 */
export const clear = (state: LithicState, token: string, cents?: number, { keepsRest = false } = {}) =>
  change(state, token, (current) => {
    if (current.status !== 'PENDING' && current.status !== 'SETTLED') throw refuse(422, `A ${current.status} transaction cannot be cleared`);
    const amount = cents ?? heldCents(current);
    if (amount === 0) throw refuse(422, 'Nothing is left to clear');
    const polarity = current.status === 'SETTLED' && current.amounts.settlement.amount > 0 ? 'CREDIT' : clearingPolarity(current);
    if (keepsRest && amount >= heldCents(current)) throw refuse(422, 'Nothing would be left to hold');
    return withEvent(current, newEvent({ type: 'CLEARING', polarity, amount: pricedAs(current, amount), at: state.now() }), { keepsRest });
  });

/** Releases a pending purchase, wholly or in part, by the merchant or by expiry. */
export const release = (state: LithicState, token: string, { cents, type = 'AUTHORIZATION_REVERSAL' }: { cents?: number; type?: EventType } = {}) =>
  change(state, token, (current) => {
    if (current.status !== 'PENDING') throw refuse(400, `A ${current.status} transaction cannot be voided`);
    const held = heldCents(current);
    const amount = cents ?? held;
    if (amount > held) throw refuse(400, 'More than is held cannot be voided');
    const polarity = clearingPolarity(current) === 'DEBIT' ? 'CREDIT' : 'DEBIT';
    const released = pricedAs(current, type === 'AUTHORIZATION_EXPIRY' ? held : amount);
    return withEvent(current, newEvent({ type, polarity, amount: released, at: state.now() }));
  });

/** Refunds the card in a separate transaction that settles immediately. */
export function refund(state: LithicState, { card, amount, merchant }: Purchase): Promise<Transaction> {
  const first = newEvent({ type: 'RETURN', polarity: 'CREDIT', amount, at: state.now() });
  return state.core.store.transaction(() => store(state, newTransaction({ card: card.card, merchant, first })));
}

/** Takes a refund back: the merchant charges it again. */
export const reverseReturn = (state: LithicState, token: string) =>
  change(state, token, (current) => {
    const cents = current.amounts.settlement.amount;
    if (cents <= 0) throw refuse(400, 'Transaction is not a return');
    return withEvent(current, newEvent({ type: 'RETURN_REVERSAL', polarity: 'DEBIT', amount: pricedAs(current, cents), at: state.now() }));
  });

/** Clears a purchase that was never authorized: no limit and no decision stops it. */
export function forcePost(state: LithicState, { card, amount, merchant }: Purchase): Promise<Transaction> {
  const first = newEvent({ type: 'CLEARING', polarity: 'DEBIT', amount, at: state.now() });
  return state.core.store.transaction(() => store(state, newTransaction({ card: card.card, merchant, first })));
}

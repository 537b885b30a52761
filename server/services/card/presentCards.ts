import type { CardDetail, CardRaiseAnswer, CardSummary, CardsAnswer } from '../../contract/cards.ts';
import { storedCents } from '../../db/cents.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import { merchantsOfCard } from '../../db/queries/merchantsOfCard.ts';
import type { Card, CardRaise, Receiver } from '../../db/rows.ts';
import { can } from '../../domain/access/access.ts';
import { mayGiveCard } from '../../domain/access/teamRules.ts';
import { utcDate } from '../../domain/basics/dates.ts';
import { DomainError } from '../../domain/basics/errors.ts';
import { larger, noMoney } from '../../domain/basics/money.ts';
import { type CardColor, cardColorKeys } from '../../domain/card/appearance.ts';
import { allowsPurchases, type CardReader, displayCard, explainSwitch, isOnItsWay } from '../../domain/card/card.ts';
import { limitOnItsWay, waitsForLimit } from '../../domain/card/cardSpendLimit.ts';
import { type CardControls, type ControlKind, noControls } from '../../domain/card/controls/controls.ts';
import { leftOfCard } from '../../domain/card/controls/leftOfCard.ts';
import { controlsInForce } from '../../domain/card/controls/limitRaises.ts';
import { renewalOf } from '../../domain/card/controls/periods.ts';
import { explainEndOfCard } from '../../domain/card/endOfCard.ts';
import { chargesOfStoredCard, maximumReissues, reissueObstacle } from '../../domain/card/furtherCards.ts';
import { nameOfCard } from '../../domain/card/namedCard.ts';
import { closedWord, isOver } from '../../domain/card/overCard.ts';
import type { Caller } from '../access/caller.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { programOf } from '../receiver/programOf.ts';
import { cardKindOf } from './cardKind.ts';
import { storedLimitRaise, wireControls } from './controls/storedControls.ts';
import { readObstacle } from './issue/addCard.ts';
import { type CardBook, readCardBook } from './readBook.ts';
import { walletsFor } from './wallets/addToWallet.ts';
import { endedStates } from './wallets/tokenizations.ts';

type Reading = Pick<Deps, 'database' | 'clock' | 'isBankHoliday' | 'providers'>;

/** Decides whether the caller may see a card: cardholders see their own cards, others all. */
const isSeen = ({ holderId }: ReceiverView, { holder_id }: Pick<Card, 'holder_id'>): boolean => holderId === undefined || holder_id === holderId;

/** Returns the cards of an account that a caller sees, the newest first, those that wait for the issuer, and whether more can be had. */
export async function presentCards(deps: Reading, view: ReceiverView): Promise<CardsAnswer> {
  const [book, waiting, obstacle] = await Promise.all([
    readCardBook(deps, view),
    readWaiting(deps, view),
    readObstacle(deps.database, view.scope, view.receiver),
  ]);
  const reader = view.holderId === undefined ? 'customer' : 'member';
  return {
    cards: book.cards.filter((card) => isSeen(view, card)).map((card) => summaryOf(book, view.receiver, card, reader)),
    waiting,
    cards_most: programOf(view.receiver).controls.maximumCards,
    obstacle,
  };
}

/** Returns the cards that were ordered, that the issuer has not made yet and that the caller sees, the newest first. */
export async function readWaiting({ database }: Pick<Deps, 'database'>, view: ReceiverView): Promise<CardsAnswer['waiting']> {
  const { cardIssue } = databaseOf(database, view.scope);
  const waiting = await cardIssue.findMany({ where: { card_token: null, refused_at: null }, orderBy: { ordered_at: 'desc' } });
  return waiting
    .filter((issue) => isSeen(view, issue))
    .map(({ id, name, memo, ordered_at }) => ({ id, name: name ?? memo, ordered_at: ordered_at.toISOString() }));
}

function summaryOf(book: CardBook, receiver: Receiver, card: Card, reader: CardReader = 'customer'): CardSummary {
  const { token } = card;
  const controls = book.controlsOf(token);
  const limitRaises = book.limitRaisesOf(token);
  const spent = book.spendingOf(token);
  const display = displayOf(book, card, reader);
  const inForce = controlsInForce(controls, limitRaises.map(storedLimitRaise), book.now).controls;
  const { left_cents, limit } = leftOfCard(inForce, spent, book.available);
  return {
    token,
    name: nameOfCard(card),
    color: colorOf(card),
    purpose: card.purpose,
    kind: cardKindOf(card),
    is_physical: card.type === 'PHYSICAL',
    state: card.state,
    is_on_hold: card.held_by_receiver_at !== null,
    ...display,
    last_four: card.last_four,
    expires: card.expires_on === null ? null : utcDate(card.expires_on).slice(0, 7),
    holder: book.people(card.holder_id),
    is_first: receiver.lithic_card_token === token,
    left_cents: isUsable(card) ? left_cents : null,
    limit: limit && { ...limit, renews_at: renewalOf(limit.control, book.timeZone, book.now)?.toISOString() ?? null },
    spent_this_month_cents: larger(noMoney, spent.month),
    has_controls: JSON.stringify(controls) !== JSON.stringify(noControls),
    raises: limitRaises.map((raise) => presentLimitRaise(book, raise)),
    successor_of: card.successor_of,
    successor: book.successorOf(token),
    loss: card.loss as CardSummary['loss'],
    created_at: card.created_at.toISOString(),
  };
}

/** Returns all cards of an account as the list shows them, in words for its reader, each with its controls. */
export async function summariesOf(
  deps: Reading,
  view: ReceiverView,
  reader: CardReader = 'customer',
): Promise<{ summary: CardSummary; controls: CardControls }[]> {
  const book = await readCardBook(deps, view);
  return book.cards.map((card) => ({ summary: summaryOf(book, view.receiver, card, reader), controls: book.controlsOf(card.token) }));
}

/** Decides whether purchases with a card can be approved at all. */
const isUsable = (card: Card): boolean => isHeldByNobody(card) && !isWaitingForLimit(card);

const isHeldByNobody = ({ state, loss, held_by_receiver_at, is_holder_gone }: Card): boolean =>
  allowsPurchases(state) && loss === null && held_by_receiver_at === null && !is_holder_gone;

const isWaitingForLimit = ({ spend_limit, wanted_spend_limit: wanted }: Card): boolean =>
  waitsForLimit(storedCents(spend_limit), wanted === null ? null : storedCents(wanted));

const colorOf = ({ color }: Card): CardColor => cardColorKeys.find((key) => key === color) ?? 'brand';

function displayOf(book: CardBook, card: Card, reader: CardReader): Pick<CardSummary, 'label' | 'explanation'> {
  const shown = {
    state: card.state,
    is_on_hold: card.held_by_receiver_at !== null,
    is_account_held: card.is_held || (book.isAccountHeld && isOnItsWay(card.state)),
    plastic: card.type === 'PHYSICAL' ? { mailed_at: card.shipped_at?.toISOString() ?? null } : null,
  };
  const { label, explanation } = displayCard(shown, reader);
  const end = explainEndOfCard({
    loss: card.loss,
    kind: cardKindOf(card),
    state: card.state,
    hasSuccessor: book.successorOf(card.token) !== null,
    isHolderGone: card.is_holder_gone,
  });
  // A cardholder is not told what blocks the account, which everybody else reads above the cards.
  const hold = card.is_held && card.state === 'PAUSED' && reader === 'member' ? explainSwitch(shown, 'cardholder') : null;
  const waiting = isHeldByNobody(card) && isWaitingForLimit(card) ? limitOnItsWay : null;
  return { label: isOver(card) ? closedWord : label, explanation: end ?? explanation ?? hold ?? waiting };
}

function presentLimitRaise(book: CardBook, { id, control, amount_cents, subject, ends_at, granted_at, granted_by }: CardRaise): CardRaiseAnswer {
  return {
    id,
    // The column takes these words only.
    control: control as ControlKind,
    amount_cents: amount_cents === null ? null : Number(amount_cents),
    subject,
    ends_at: ends_at.toISOString(),
    granted_at: granted_at.toISOString(),
    granted_by: book.people(granted_by).name,
  };
}

/** Throws `not_found` for a card that is not there, or that the caller does not see. */
export async function requireSeenCard({ database }: Pick<Deps, 'database'>, view: ReceiverView, token: string): Promise<void> {
  const card = await databaseOf(database, view.scope).card.findUnique({ where: { receiver_id_token: { token } }, select: { holder_id: true } });
  if (!card || !isSeen(view, card)) throw new DomainError('not_found');
}

/** Returns a card with its controls and all else that its page shows. Throws `not_found` for a card that the caller does not see. */
export async function presentOneCard(deps: Reading, caller: Caller, view: ReceiverView, token: string): Promise<CardDetail> {
  const book = await readCardBook(deps, view);
  const card = book.cards.find((one) => one.token === token);
  if (!card || !isSeen(view, card)) throw new DomainError('not_found');
  const { receiver, scope } = view;
  const forWallets = walletsFor(deps, caller, view, { card, holderName: book.people(card.holder_id).name, isAccountHeld: book.isAccountHeld });
  const [merchants, wallets] = await Promise.all([
    card.successor_of === null ? [] : merchantsOfCard(deps.database, scope, card.successor_of, chargesOfStoredCard),
    databaseOf(deps.database, scope).cardTokenization.findMany({ where: { card_token: token, state: { notIn: endedStates } }, orderBy: { created_at: 'asc' } }),
  ]);
  const { controls, rates, timeZone } = programOf(receiver);
  const spent = book.spendingOf(token);
  return {
    ...summaryOf(book, receiver, card),
    controls: wireControls(book.controlsOf(token)),
    spent: {
      day_cents: larger(noMoney, spent.day),
      week_cents: larger(noMoney, spent.week),
      month_cents: larger(noMoney, spent.month),
      year_cents: larger(noMoney, spent.year),
      in_all_cents: larger(noMoney, spent.in_all),
    },
    program: { blocked_categories: [...controls.blockedCategories], largest_limit_cents: rates.spendingPowerCapCents, time_zone: timeZone },
    reissues_left: Math.max(0, maximumReissues - card.reissues),
    merchants_to_update: merchants.map(({ last_at, ...merchant }) => ({ ...merchant, last_at: last_at.toISOString() })),
    wallets: wallets.map(({ created_at, token: stored, wallet, state }) => ({ token: stored, wallet, state, since: created_at.toISOString() })),
    addable_wallets: forWallets.addable,
    wallet_obstacle: forWallets.obstacle,
    can: rightsOn(caller, view, card),
  };
}

/** Returns what a caller may do with a card, as the calls themselves decide it. */
function rightsOn(caller: Caller, { receiver, isOwn }: ReceiverView, card: Card): CardDetail['can'] {
  const isGone = isOver(card);
  const isHolder = isOwn && card.holder_id === caller.memberId;
  const manages = can(caller, 'manage_cards', receiver) && !isGone;
  return {
    change: manages,
    change_holder: manages && mayGiveCard(caller, card.holder_id),
    show_number: !isGone && can(caller, 'show_pan', receiver, { holdsCard: isHolder }),
    report_loss: !isGone && can(caller, 'report_card_loss', receiver),
    reissue: manages && reissueObstacle(card, receiver) === null,
    close: manages && receiver.lithic_card_token !== card.token,
    request_raise: isHolder && !isGone && caller.role === 'cardholder',
  };
}

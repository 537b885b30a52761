import { databaseOf } from '../../db/databaseOf.ts';
import { readSpentOfCards } from '../../db/queries/cardSpent.ts';
import type { Card, CardRaise } from '../../db/rows.ts';
import { type Cents, cents, larger, noMoney } from '../../domain/basics/money.ts';
import { type CardControls, noControls } from '../../domain/card/controls/controls.ts';
import { nothingSpent, type Spent } from '../../domain/card/controls/firstFailingControl.ts';
import { periodStarts } from '../../domain/card/controls/periods.ts';
import type { ReceiverView } from '../access/viewReceiver.ts';
import type { Deps } from '../deps.ts';
import { isHeld, readAccount } from '../ledger/account.ts';
import { programOf } from '../receiver/programOf.ts';
import { summarizeAccount } from '../spendingPower/summarizeAccount.ts';
import { controlsJson } from './controls/storedControls.ts';
import { type People, readPeople } from './holders.ts';

/** A receiver's cards with all that their pages show, as of one moment. */
export interface CardBook {
  cards: readonly Card[];
  controlsOf: (token: string) => CardControls;
  /** The raises in force. */
  limitRaisesOf: (token: string) => readonly CardRaise[];
  spendingOf: (token: string) => Spent;
  /** Which card took a card's place. */
  successorOf: (token: string) => string | null;
  people: People;
  /** The cents that the account can still spend: less purchases that are approved and not reported yet. 0 while the account is held. */
  available: Cents;
  isAccountHeld: boolean;
  timeZone: string;
  now: Date;
}

/** Reads a receiver's cards, their controls and raises, and what was spent with each. Throws UnreadableContent for controls of a later version. */
export async function readCardBook(
  deps: Pick<Deps, 'database' | 'clock' | 'isBankHoliday'>,
  view: Pick<ReceiverView, 'scope' | 'receiver'>,
): Promise<CardBook> {
  const { database, clock } = deps;
  const { scope, receiver } = view;
  const now = clock();
  const { timeZone } = programOf(receiver);
  const own = databaseOf(database, scope);
  const [cards, controls, limitRaises, spending, people, account] = await Promise.all([
    own.card.findMany({ orderBy: [{ created_at: 'desc' }, { token: 'desc' }] }),
    own.cardControl.findMany(),
    own.cardRaise.findMany({ where: { ended_at: null, ends_at: { gt: now } }, orderBy: { granted_at: 'asc' } }),
    readSpentOfCards(database, scope, periodStarts(timeZone, now)),
    readPeople(database, view),
    readAccount(deps, database, scope, receiver),
  ]);
  const isAccountHeld = isHeld(receiver, account);
  const power = summarizeAccount(deps, account, receiver).availableSpendPowerCents;
  const controlsByCard = new Map(controls.map((row) => [row.card_token, controlsJson.read(row.controls)]));
  return {
    cards,
    people,
    isAccountHeld,
    timeZone,
    now,
    available: isAccountHeld || power === null ? noMoney : larger(noMoney, cents(power)),
    controlsOf: (token) => controlsByCard.get(token) ?? noControls,
    limitRaisesOf: (token) => limitRaises.filter(({ card_token }) => card_token === token),
    spendingOf: (token) => spending.get(token) ?? nothingSpent,
    successorOf: (token) => cards.find(({ successor_of }) => successor_of === token)?.token ?? null,
  };
}

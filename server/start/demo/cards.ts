import type { CardDetail, CardsAnswer } from '../../contract/cards.ts';
import type { TeamAnswer } from '../../contract/team.ts';
import { databaseOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { addCalendarDays, utcDate } from '../../domain/basics/dates.ts';
import { cents } from '../../domain/basics/money.ts';
import type { CardColor } from '../../domain/card/appearance.ts';
import { type CardControls, noControls } from '../../domain/card/controls/controls.ts';
import type { Deps } from '../../services/deps.ts';
import { cardholderEmail, signInToken } from './accounts.ts';
import { callAs, type DemoMerchant, press } from './merchant.ts';
import { waitFor } from './waitFor.ts';

/** Purchases at one merchant that come again and again. */
interface Habit {
  /** The merchant, as the issuer prints its name. */
  at: string;
  everyDays: number;
  /** How many days ago the last one was. */
  lastDaysAgo: number;
  /** The amounts in cents, newest first; they begin anew after the last one. */
  amounts: readonly number[];
}

/** A further card of the demo merchant. */
interface DemoCard {
  name: string;
  color: CardColor;
  purpose: string;
  /** The address of the member of the team who holds it; null for the owner. */
  holderEmail: string | null;
  controls: CardControls;
  habits: readonly Habit[];
}

/** How many days ago the first purchase with a further card can have been. */
const daysOfCards = 120;
/** The UTC hour of the purchases. */
const purchaseTime = 'T15:00:00Z';

const ads: DemoCard = {
  name: 'Meta ads',
  color: 'blue',
  purpose: 'Advertising',
  holderEmail: cardholderEmail,
  controls: { ...noControls, per_week_cents: cents(20_000), categories: { mode: 'allow', groups: ['advertising'] } },
  habits: [
    // Together at most $166 in any seven days, which the limit of a week allows.
    { at: 'BRIGHTPIXEL ADS', everyDays: 7, lastDaysAgo: 1, amounts: [8_450, 7_900, 9_125] },
    { at: 'SEARCHLIGHT ADS', everyDays: 7, lastDaysAgo: 4, amounts: [6_000, 7_475, 5_520] },
  ],
};

const shipping: DemoCard = {
  name: 'Shipping',
  color: 'teal',
  purpose: 'Parcels to customers',
  holderEmail: null,
  controls: { ...noControls, per_month_cents: cents(150_000), categories: { mode: 'allow', groups: ['shipping'] } },
  habits: [{ at: 'PARCELWAY SHIPPING', everyDays: 3, lastDaysAgo: 1, amounts: [3_890, 5_215, 2_740, 4_460] }],
};

/** The card that is lost in the end: three merchants have to be given the new number. */
const software: DemoCard = {
  name: 'Software',
  color: 'violet',
  purpose: 'Subscriptions',
  holderEmail: null,
  controls: { ...noControls, per_purchase_cents: cents(50_000), categories: { mode: 'allow', groups: ['software', 'utilities'] } },
  habits: [
    { at: 'NIMBUS HOSTING', everyDays: 30, lastDaysAgo: 4, amounts: [12_900] },
    { at: 'TALLYBOARD SOFTWARE', everyDays: 30, lastDaysAgo: 11, amounts: [4_900] },
    { at: 'CALLWELL TELECOM', everyDays: 30, lastDaysAgo: 19, amounts: [8_640, 8_615] },
  ],
};

const demoCards = [ads, shipping, software];

/** A purchase that the card for advertising declines. */
const declined = { descriptor: 'NORTHWIND FUEL 114', amount: 4_200 };

const wish = { kind: 'card', amount_cents: 25_000, note: 'Trade fair booth' };

/** Returns the purchases of a card until today, as the sandbox's issuer reads them. */
function pastPurchases({ habits }: DemoCard, now: Date): string {
  const today = utcDate(now);
  const purchases = habits.flatMap(({ at, everyDays, lastDaysAgo, amounts }) =>
    Array.from({ length: Math.floor((daysOfCards - lastDaysAgo) / everyDays) + 1 }, (_, place) => {
      const day = addCalendarDays(today, -lastDaysAgo - place * everyDays);
      return `${day}${purchaseTime}=${amounts[place % amounts.length]}=${at}`;
    }),
  );
  return purchases.join(',');
}

const own = ({ receiver }: DemoMerchant) => `/api/users/${receiver.token}`;

/** Adds a card, unless it is there. Returns its token. Throws while the issuer does not answer. */
async function makeCard(deps: Deps, merchant: DemoMerchant, card: DemoCard): Promise<string> {
  const { cards } = await callAs<CardsAnswer>(deps, merchant, `${own(merchant)}/cards`);
  const present = cards.find(({ name, successor_of }) => name === card.name && successor_of === null);
  return present?.token ?? addCard(deps, merchant, card);
}

async function addCard(deps: Deps, merchant: DemoMerchant, { holderEmail, habits: _, ...card }: DemoCard): Promise<string> {
  const holder_id = holderEmail === null ? null : await memberId(deps, merchant, holderEmail);
  const order = { ...card, holder_id, kind: 'standard', is_physical: false, shipping_address: null };
  const { card: made } = await callAs<{ card: CardDetail | null }>(deps, merchant, `${own(merchant)}/cards`, order);
  if (made === null) throw new Error(`the issuer has not made the card ${card.name} yet`);
  return made.token;
}

async function memberId(deps: Deps, merchant: DemoMerchant, address: string): Promise<string | null> {
  const { members } = await callAs<TeamAnswer>(deps, merchant, `${own(merchant)}/team`);
  return members.find(({ email }) => email === address)?.id ?? null;
}

/** Makes one purchase that the card's own control declines, once. A new card's limit at the issuer, which would decline before us, is set a moment later. */
async function declineOnce(deps: Deps, { stopping }: DemoMerchant, token: string): Promise<void> {
  const { cardIssuer } = deps.providers;
  if ((await cardIssuer.listTransactions(token, null, null)).items.length > 0) return;
  await waitFor('the issuer was not told the limit of a demo card', stopping, async () => {
    const { spendLimitCents: limit } = await cardIssuer.getCard(token);
    return limit === null || limit >= declined.amount || null;
  });
  await press(deps, `${cardIssuer.name}/spend`, { card_token: token, ...declined }, stopping);
}

/**
 * Gives a demo merchant with a first card and a team further cards: one for advertising that has just declined a purchase, one
 * for shipping, and one for software that was lost and has a successor. A cardholder asks for another one. Keeps what an earlier
 * start has made. Throws when aborted.
 */
export async function makeCards(deps: Deps, merchant: DemoMerchant): Promise<void> {
  const adsToken = await makeCard(deps, merchant, ads);
  await makeCard(deps, merchant, shipping);
  const lostToken = await makeCard(deps, merchant, software);
  await callAs(deps, merchant, `${own(merchant)}/cards/${lostToken}/loss`, { loss: 'lost', shipping_address: null });
  await declineOnce(deps, merchant, adsToken);
  const asHolder = { ...merchant, accessToken: await signInToken(deps, merchant.program, cardholderEmail) };
  await callAs(deps, asHolder, `${own(merchant)}/card_requests`, wish);
}

/** Lets the sandbox's issuer make the past purchases of the further cards, unless it has some. The year of history books them. */
export async function addPurchases(deps: Deps, scope: ReceiverScope, stopping: AbortSignal): Promise<void> {
  const { cardIssuer } = deps.providers;
  const cards = await databaseOf(deps.database, scope).card.findMany({ where: { successor_of: null } });
  for (const { token, name } of cards) {
    const card = demoCards.find((one) => one.name === name);
    if (!card) continue;
    const { items } = await cardIssuer.listTransactions(token, null, null);
    const order = { card_token: token, purchases: pastPurchases(card, deps.clock()) };
    if (items.every(({ status }) => status === 'DECLINED')) await press(deps, `${cardIssuer.name}/past_purchases`, order, stopping);
  }
}

import { formatDay } from '../basics/dateFormats.ts';
import type { IsoDate } from '../basics/dates.ts';
import { filterDay } from '../basics/filterDay.ts';
import { type Cents, formatUsd, toDollars } from '../basics/money.ts';
import { readTypedDollars } from '../basics/typedDollars.ts';
import { isUuid } from '../basics/uuid.ts';
import { capitalized, inWords } from '../basics/words.ts';
import { type CategoryGroup, categoryGroupKeys, categoryGroups } from '../card/controls/categories.ts';
import { cardInWords, holdersOf, type NamedCard } from '../card/namedCard.ts';
import type { TabKey } from './table.ts';

/**
 * The filters of the transactions page: days, type, status, amount, and of purchases the category, the merchant, the card and its
 * holder. Days are those that the rows show, in UTC, and both are included. An amount is compared without its sign, so that a refund
 * is found by what came back.
 */
export interface TableFilters {
  readonly from: IsoDate | null;
  readonly to: IsoDate | null;
  readonly type: string | null;
  readonly status: string | null;
  readonly min_cents: Cents | null;
  readonly max_cents: Cents | null;
  readonly category: CategoryGroup | null;
  /** The merchant behind all spellings of its name, in lower case, as `merchantColumns` makes it. */
  readonly merchant: string | null;
  /** Tokens of cards, separated by commas. */
  readonly card: string | null;
  /** The id of the member of the team who holds the card now, or `ownerAsHolder`. */
  readonly holder: string | null;
}

export const noFilters: TableFilters = {
  from: null,
  to: null,
  type: null,
  status: null,
  min_cents: null,
  max_cents: null,
  category: null,
  merchant: null,
  card: null,
  holder: null,
};

/** Stands for the owner, who is no member with an id. */
export const ownerAsHolder = 'owner';

/**
 * The statuses by which each tab is filtered, in the words of its rows. A purchase that has not settled is pending, and a card check
 * neither; a sale is captured that took place, whether it was refunded later or not.
 */
export const tableStatuses = {
  card: ['pending', 'settled'],
  repayments: ['pending', 'posted', 'settled', 'returned', 'failed', 'cancelled'],
  receivables: ['success', 'pending', 'refunded', 'captured'],
} as const satisfies Record<TabKey, readonly string[]>;

/** The types by which each tab is filtered, in the words of its rows. Cashback is what was credited and what was taken back. */
export const tableTypes = {
  card: ['purchase', 'refund'],
  repayments: ['repayment', 'cashback', 'statement_credit', 'chargeback', 'refund'],
  receivables: ['sale', 'refund', 'chargeback', 'void', 'other'],
} as const satisfies Record<TabKey, readonly string[]>;

/** Returns the label of a type. */
export function typeLabel(type: string): string {
  return capitalized(inWords(type));
}

/** Returns the label of a status. */
export function statusLabel(status: string): string {
  if (status === 'captured') return 'Success or refunded';
  return status === 'cancelled' ? 'Canceled' : capitalized(status);
}

/** Tells whether any filter is set. */
export function hasFilters(filters: TableFilters): boolean {
  return Object.values(filters).some((value) => value !== null);
}

const cardTokens = /^[\w-]{1,128}(,[\w-]{1,128})*$/;
const maximumCardsLength = 4_096;

/** Returns tokens of cards that a filter accepts, separated by commas; null for anything else. */
export function filterCards(text: string | null): string | null {
  return text !== null && text.length <= maximumCardsLength && cardTokens.test(text) ? text : null;
}

/** Returns a holder that a filter accepts, by id or as the owner; null for anything else. */
export function filterHolder(text: string | null): string | null {
  return text !== null && (text === ownerAsHolder || isUuid(text)) ? text : null;
}

/** Returns a category that a filter accepts; null for anything else. */
export function filterCategory(text: string | null): CategoryGroup | null {
  return categoryGroupKeys.find((category) => category === text) ?? null;
}

/** Longer than any name that the card network sends. */
const maximumMerchantLength = 200;

/** Returns a merchant that a filter accepts, not empty and without a NUL, which the database refuses; null for anything else. */
export function filterMerchant(text: string | null): string | null {
  return text !== null && text !== '' && text.length <= maximumMerchantLength && !text.includes('\0') ? text : null;
}

/** Returns an amount typed in dollars, not below 0; null for anything else. */
export function filterAmount(text: string | null): Cents | null {
  const amount = readTypedDollars(text ?? '');
  return amount === 'wrong' ? null : amount;
}

/** Explains what is wrong with filters that contradict themselves, by the field that is wrong; empty when nothing is. */
export function filterProblems({ from, to, min_cents, max_cents }: Partial<Record<keyof TableFilters, unknown>>): { to?: string; max_cents?: string } {
  return {
    ...(typeof from === 'string' && typeof to === 'string' && to < from && { to: 'The last day lies before the first.' }),
    ...(typeof min_cents === 'number' && typeof max_cents === 'number' && max_cents < min_cents && { max_cents: 'The largest amount is below the smallest.' }),
  };
}

/** Reads the filters of a tab from an address, amounts in dollars. Values that cannot be read, and contradictions, count as absent. */
export function readFilters(query: URLSearchParams, tab: TabKey): TableFilters {
  const known = (name: string, words: readonly string[]) => words.find((word) => word === query.get(name)) ?? null;
  const read: TableFilters = {
    from: filterDay(query.get('from')),
    to: filterDay(query.get('to')),
    type: known('type', tableTypes[tab]),
    status: known('status', tableStatuses[tab]),
    min_cents: filterAmount(query.get('min')),
    max_cents: filterAmount(query.get('max')),
    category: tab === 'card' ? filterCategory(query.get('category')) : null,
    merchant: tab === 'card' ? filterMerchant(query.get('merchant')) : null,
    card: tab === 'card' ? filterCards(query.get('card')) : null,
    holder: tab === 'card' ? filterHolder(query.get('holder')) : null,
  };
  const problems = filterProblems(read);
  return { ...read, ...(problems.to !== undefined && { to: null }), ...(problems.max_cents !== undefined && { max_cents: null }) };
}

/** Returns the parameters of an address for filters; null for one that is not set. */
export function filterParameters({ min_cents, max_cents, ...others }: TableFilters): Readonly<Record<string, string | null>> {
  return { ...others, min: min_cents === null ? null : toDollars(min_cents), max: max_cents === null ? null : toDollars(max_cents) };
}

/** A choice of a filter, by its value and its label. */
interface FilterChoice {
  readonly value: string;
  readonly label: string;
}

/** Returns the cards by which purchases can be filtered; none where there is one card alone. */
export function cardChoices(cards: readonly NamedCard[]): readonly FilterChoice[] {
  return cards.length < 2 ? [] : cards.map((card) => ({ value: card.token, label: cardInWords(card) }));
}

/** Returns the people by whom purchases can be filtered; none where one person holds all cards. */
export function holderChoices(cards: readonly NamedCard[]): readonly FilterChoice[] {
  const holders = holdersOf(cards);
  return holders.length < 2 ? [] : holders.map(({ id, name }) => ({ value: id ?? ownerAsHolder, label: name }));
}

/** Returns the categories by which purchases can be filtered. */
export function categoryChoices(): readonly FilterChoice[] {
  return categoryGroupKeys.map((value) => ({ value, label: categoryGroups[value] }));
}

/** Returns the parameters of the API for the filters that are set. */
export function filterQuery(filters: TableFilters): Record<string, string> {
  return Object.fromEntries(Object.entries(filters).flatMap(([name, value]) => (value === null ? [] : [[name, String(value)]])));
}

/** One filter in words, and the filters without it. */
interface FilterInWords {
  readonly words: string;
  readonly without: TableFilters;
}

/** Returns each filter that is set, in words. `cards` are those of the account, which give cards and people their names. */
export function filtersInWords(filters: TableFilters, cards: readonly NamedCard[]): readonly FilterInWords[] {
  const { from, to, type, status, min_cents, max_cents, category, merchant, card, holder } = filters;
  const shown: FilterInWords[] = [];
  if (from !== null || to !== null) shown.push({ words: daysInWords(from, to), without: { ...filters, from: null, to: null } });
  if (type !== null) shown.push({ words: typeLabel(type), without: { ...filters, type: null } });
  if (status !== null) shown.push({ words: statusLabel(status), without: { ...filters, status: null } });
  if (min_cents !== null || max_cents !== null)
    shown.push({ words: amountsInWords(min_cents, max_cents), without: { ...filters, min_cents: null, max_cents: null } });
  if (category !== null) shown.push({ words: categoryGroups[category], without: { ...filters, category: null } });
  if (merchant !== null) shown.push({ words: merchantInWords(merchant), without: { ...filters, merchant: null } });
  if (card !== null) shown.push({ words: cardsInWords(card, cards), without: { ...filters, card: null } });
  if (holder !== null) shown.push({ words: holderInWords(holder, cards), without: { ...filters, holder: null } });
  return shown;
}

/** Writes a merchant as card networks do, in capitals. */
export function merchantInWords(merchant: string): string {
  return merchant.toUpperCase();
}

function cardsInWords(tokens: string, cards: readonly NamedCard[]): string {
  const named = cards.filter(({ token }) => tokens.split(',').includes(token));
  return named.length === 0 ? 'Another card' : named.map(cardInWords).join(', ');
}

function holderInWords(holder: string, cards: readonly NamedCard[]): string {
  return holdersOf(cards).find(({ id }) => holder === (id ?? ownerAsHolder))?.name ?? 'Another person';
}

function daysInWords(from: IsoDate | null, to: IsoDate | null): string {
  if (from !== null && to !== null) return from === to ? formatDay(from) : `${formatDay(from)} to ${formatDay(to)}`;
  return from !== null ? `From ${formatDay(from)}` : to !== null ? `Until ${formatDay(to)}` : '';
}

function amountsInWords(min: Cents | null, max: Cents | null): string {
  if (min !== null && max !== null) return min === max ? formatUsd(min) : `${formatUsd(min)} to ${formatUsd(max)}`;
  return min !== null ? `${formatUsd(min)} or more` : max !== null ? `${formatUsd(max)} or less` : '';
}

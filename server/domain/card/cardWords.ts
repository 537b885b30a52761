import { formatDay } from '../basics/dateFormats.ts';
import { cents, formatUsd } from '../basics/money.ts';
import { hourInWords, listInWords, namesInWords } from '../basics/words.ts';
import type { ClosingState } from '../receiver/closing.ts';
import type { CardKind } from './appearance.ts';
import { categoryGroups } from './controls/categories.ts';
import { type CardControls, type ControlKind, isLimitKind, type LimitKind, limitKinds } from './controls/controls.ts';
import { countryName } from './controls/countries.ts';

/** The words of both frontends about cards and their controls. Times are said in the time zone that is passed, an IANA name. */

export const cardKindTexts: Readonly<Record<CardKind, { label: string; text: string }>> = {
  standard: { label: 'Any purchase', text: 'Works again and again, at every merchant that its controls allow.' },
  single_use: { label: 'One purchase', text: 'Closes by itself after its first purchase.' },
  merchant_locked: { label: 'One merchant', text: 'Works only at the first merchant that charges it.' },
};

/** The labels of the form that adds a card, and the words of an empty list. */
export const cardsTexts = {
  heading: 'Cards',
  add: 'Add a card',
  ask: 'Ask for a card',
  askForIt: 'Ask for it',
  asked: 'Asked. You get a mail with the answer.',
  waiting: 'Ordered. It appears here as soon as the card issuer has made it.',
  noControls: 'No limits of its own: your spending power alone decides.',
  controlsHold: 'Controls hold from the next purchase on. Your spending power stands above all of them.',
  print: 'Print it on plastic and mail it, at no charge',
  /** The choice of a holder while the team cannot be read. */
  holdersUnread: {
    heading: 'The list of people cannot be read',
    adding: 'Until the list is read, no card can be added.',
    changing: 'The card keeps its holder meanwhile.',
  },
} as const;

interface EmptyCardList {
  readonly isSearched: boolean;
  /** Whether it is the list of the closed cards. */
  readonly isClosed: boolean;
  /** Whether the reader sees their own cards alone. */
  readonly isHolder: boolean;
  readonly closing: ClosingState | null;
}

/** Says why a list of cards is empty, and what will appear there. */
export function emptyCardListWords({ isSearched, isClosed, isHolder, closing }: EmptyCardList): { heading: string; text: string } {
  if (isSearched) return { heading: 'No card found', text: 'No card has these words in its name, purpose, holder or last four digits.' };
  if (isClosed) return { heading: 'No closed cards', text: 'A card that is closed, or that another took the place of, moves here with its purchases.' };
  if (closing !== null) return { heading: 'No open cards', text: 'The account’s cards are closed, and stand under Closed with their purchases.' };
  if (isHolder) return { heading: 'You have no card yet', text: 'Ask for one: the owner or an admin says yes or no, and it appears here.' };
  return { heading: 'No open cards', text: 'A card for a person or a purpose appears here as soon as it is added.' };
}

/** The names of the controls. Of a limit also what its period is called in a sentence. */
export const controlLabels: Readonly<Record<ControlKind, string>> = {
  ends_on: 'Last day',
  hours: 'Hours',
  countries: 'Countries',
  categories: 'Categories',
  merchants: 'Merchants',
  per_purchase: 'Per purchase',
  per_day: 'Per day',
  per_week: 'Per week',
  per_month: 'Per month',
  per_year: 'Per year',
  in_all: 'In all',
};

const spans: Readonly<Record<LimitKind, string>> = {
  per_purchase: 'per purchase',
  per_day: 'today',
  per_week: 'this week',
  per_month: 'this month',
  per_year: 'this year',
  in_all: 'in all',
};

/** Returns `$150.00 of $200.00 spent this week`, or `$50.00 per purchase`. */
export function describeLimit({ control, limit_cents, spent_cents }: { control: ControlKind; limit_cents: number; spent_cents: number }): string {
  const limit = formatUsd(cents(limit_cents));
  if (control === 'per_purchase' || !isLimitKind(control)) return `${limit} per purchase`;
  return `${formatUsd(cents(spent_cents))} of ${limit} spent ${spans[control]}`;
}

const dayNames = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const;

/** The days of the week, from Monday, as their numbers in `CardControls.hours` and their names. */
export const weekDays = [1, 2, 3, 4, 5, 6, 0].map((day) => ({ day, name: dayNames[day] ?? '' }));

interface ControlLine {
  readonly control: ControlKind;
  readonly label: string;
  readonly text: string;
}

/** Returns what a card's controls say, a line each; empty for a card without controls. */
export function describeControls(controls: CardControls): readonly ControlLine[] {
  const line = (control: ControlKind, text: string | null) => (text === null ? [] : [{ control, label: controlLabels[control], text }]);
  const list = (mode: 'allow' | 'block', entries: readonly string[]) => `${mode === 'allow' ? 'Only' : 'Not'} ${namesInWords(entries)}`;
  const { categories, merchants, countries, hours, ends_on } = controls;
  return [
    ...limitKinds.flatMap((control) => line(control, amountOf(controls, control))),
    ...line(
      'categories',
      categories &&
        list(
          categories.mode,
          categories.groups.map((group) => categoryGroups[group]),
        ),
    ),
    ...line('merchants', merchants && list(merchants.mode, merchants.names)),
    ...line('countries', countries && list(countries.mode, countries.codes.map(countryName))),
    ...line('hours', hours && describeHours(hours)),
    ...line('ends_on', ends_on && formatDay(ends_on)),
  ];
}

function amountOf(controls: CardControls, control: LimitKind): string | null {
  const amount = controls[`${control}_cents`];
  return amount === null ? null : formatUsd(amount);
}

function describeHours({ from, until, days }: NonNullable<CardControls['hours']>): string {
  const span = from === 0 && until === 24 ? 'All day' : `${hourInWords(from)} to ${hourInWords(until)}`;
  return `${span}, ${days === null ? 'every day' : namesOfDays(days)}`;
}

/** Returns `Mon to Fri` for days that follow each other, else their names. */
function namesOfDays(days: readonly number[]): string {
  const chosen = weekDays.flatMap(({ day, name }, place) => (days.includes(day) ? [{ name, place }] : []));
  const [first, last] = [chosen[0], chosen.at(-1)];
  const isRun = first !== undefined && last !== undefined && chosen.length > 2 && last.place - first.place === chosen.length - 1;
  return isRun ? `${first.name} to ${last.name}` : listInWords(chosen.map(({ name }) => name));
}

interface ShownLimitRaise {
  readonly control: ControlKind;
  readonly amount_cents: number | null;
  readonly subject: string | null;
}

/** Returns what a raise allows: `$240.00 per purchase` or `Fuel and vehicles`. */
export function describeLimitRaise({ control, amount_cents, subject }: ShownLimitRaise): string {
  if (amount_cents !== null && isLimitKind(control)) return `${formatUsd(cents(amount_cents))} ${spans[control]}`;
  if (subject === null) return `without the control “${controlLabels[control]}”`;
  if (control === 'categories' && Object.hasOwn(categoryGroups, subject)) return categoryGroups[subject as keyof typeof categoryGroups];
  return control === 'countries' ? countryName(subject) : subject;
}

interface ShownRequest extends Omit<ShownLimitRaise, 'control'> {
  readonly control: ControlKind | null;
  readonly kind: 'card' | 'raise';
  readonly card: { readonly name: string; readonly last_four: string } | null;
  readonly state: 'open' | 'granted' | 'refused';
}

/**
 * Returns what somebody asks for: `a card with $200.00 a month`, or `$240.00 per purchase on Meta ads •••• 1234 until tonight`. An
 * answered request does not say how long a yes holds: that night may be over.
 */
export function describeRequest(request: ShownRequest): string {
  const { kind, control } = request;
  if (kind === 'card' || control === null) return request.amount_cents === null ? 'a card' : `a card with ${formatUsd(cents(request.amount_cents))} a month`;
  const on = request.card === null ? '' : ` on ${request.card.name} •••• ${request.card.last_four}`;
  return `${describeLimitRaise({ ...request, control })}${on}${request.state === 'open' ? ' until tonight' : ''}`;
}

/** Returns a request in a list: the reader's own by its purpose, another person's with their name. */
export function requestInList(request: ShownRequest & { readonly member: { readonly name: string } }, isOwn: boolean): string {
  const wish = describeRequest(request);
  return isOwn ? `${wish.charAt(0).toUpperCase()}${wish.slice(1)}` : `${request.member.name} asks for ${wish}`;
}

/** The heading above requests: a cardholder sees their own alone. */
export const requestsHeading = (areOwn: boolean): string => (areOwn ? 'You asked for' : 'Your team asks');

/** Confirms an answer to the person who gave it, in place of the buttons. */
export function answerInWords(request: ShownRequest & { readonly member: { readonly name: string } }, isGranted: boolean): string {
  return `You said ${isGranted ? 'yes' : 'no'} to ${request.member.name}: ${describeRequest(request)}. They get a mail with your answer.`;
}

export const requestStates: Readonly<Record<'open' | 'granted' | 'refused', string>> = {
  open: 'Waiting for an answer',
  granted: 'Granted',
  refused: 'Not granted',
};

/** Names what the program allows on no card; null where it allows everything. */
export function neverAllowed(groups: readonly (keyof typeof categoryGroups)[]): string | null {
  return groups.length === 0 ? null : `Never allowed on any card: ${groups.map((group) => categoryGroups[group]).join(', ')}.`;
}

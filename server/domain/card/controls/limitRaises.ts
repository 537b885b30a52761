import { dayMs } from '../../basics/dates.ts';
import { type Cents, formatUsd, larger } from '../../basics/money.ts';
import { categoryGroups } from './categories.ts';
import { checkCountry, type FieldError } from './checkControls.ts';
import { type CardControls, type ControlKind, isLimitKind, type LimitKind, type ListKind, limitKinds, listKinds } from './controls.ts';
import { isTooShort } from './merchantNames.ts';

/** Exceptions from single controls that end by themselves. */

export interface LimitRaise {
  readonly control: ControlKind;
  /** Of a limit: what it is instead. */
  readonly amount_cents: Cents | null;
  /** Of a list: the category, merchant or country that is allowed. */
  readonly subject: string | null;
  readonly ends_at: Date;
}

export interface StoredLimitRaise extends LimitRaise {
  /** When somebody took it back; null for nobody. */
  readonly ended_at: Date | null;
}

/** The controls of a card at an instant: with its raises, and what a raise allows beside the lists. */
export interface ControlsInForce {
  readonly controls: CardControls;
  readonly allowed: Readonly<Record<ListKind, readonly string[]>>;
}

/** Decides whether a raise holds at an instant: until it ends, that instant not included. */
const isInForce = ({ ends_at, ended_at }: Pick<StoredLimitRaise, 'ends_at' | 'ended_at'>, now: Date): boolean => now < ends_at && ended_at === null;

/** Returns the controls that hold at an instant. A raise of a limit never lowers it, and of several the largest holds. */
export function controlsInForce(controls: CardControls, limitRaises: readonly StoredLimitRaise[], now: Date): ControlsInForce {
  const present = limitRaises.filter((raise) => isInForce(raise, now));
  const lifted = new Set(present.map(({ control }) => control));
  const subjects = (kind: ListKind) => present.flatMap(({ control, subject }) => (control === kind && subject !== null ? [subject] : []));
  return {
    controls: {
      ...controls,
      ...Object.fromEntries(limitKinds.map((kind) => [`${kind}_cents`, raisedLimit(controls[`${kind}_cents`], kind, present)])),
      hours: lifted.has('hours') ? null : controls.hours,
      ends_on: lifted.has('ends_on') ? null : controls.ends_on,
    },
    allowed: { countries: subjects('countries'), categories: subjects('categories'), merchants: subjects('merchants') },
  };
}

function raisedLimit(limit: Cents | null, kind: LimitKind, limitRaises: readonly LimitRaise[]): Cents | null {
  if (limit === null) return null;
  return limitRaises.reduce((most, { control, amount_cents }) => (control === kind && amount_cents !== null ? larger(most, amount_cents) : most), limit);
}

/** How far ahead, in milliseconds, a raise may end. */
const longestMs = 30 * dayMs;

const isListKind = (control: ControlKind): control is ListKind => listKinds.some((kind) => kind === control);

/** Tells whether a card has a control of a kind. */
const hasControl = (controls: CardControls, control: ControlKind): boolean =>
  (isLimitKind(control) ? controls[`${control}_cents`] : controls[control]) !== null;

/**
 * Returns what is wrong with a raise of a card's controls, field by field; nothing when it may be granted.
 * @param largest_cents the largest limit of the program.
 */
export function checkLimitRaise(
  raise: LimitRaise,
  { controls, largest_cents, now }: { controls: CardControls; largest_cents: Cents; now: Date },
): readonly FieldError[] {
  if (!hasControl(controls, raise.control)) {
    return [{ path: 'control', message: 'This card has no such control.', fix: 'Raise a control that is set on the card.' }];
  }
  return [...checkEnd(raise.ends_at, now), ...checkAmount(raise, controls, largest_cents), ...checkSubject(raise)];
}

function checkEnd(ends_at: Date, now: Date): FieldError[] {
  if (ends_at <= now) return [{ path: 'ends_at', message: 'This is in the past.', fix: 'Let the raise end later.' }];
  if (ends_at.getTime() - now.getTime() <= longestMs) return [];
  return [{ path: 'ends_at', message: 'A raise ends within 30 days.', fix: 'Choose an earlier end, or change the control itself.' }];
}

function checkAmount({ control, amount_cents }: LimitRaise, controls: CardControls, largest_cents: Cents): FieldError[] {
  const error = (message: string, fix: string) => [{ path: 'amount_cents', message, fix }];
  if (!isLimitKind(control)) return amount_cents === null ? [] : error('This control has no amount.', 'Leave the amount out.');
  const present = controls[`${control}_cents`];
  if (amount_cents === null) return error('The raise of a limit needs an amount.', 'Enter the amount that holds instead.');
  if (amount_cents > largest_cents) return error('This is more than any card may spend.', `Enter at most ${formatUsd(largest_cents)}.`);
  if (present === null || amount_cents > present) return [];
  return error('This is not more than the present limit.', `Enter more than ${formatUsd(present)}.`);
}

function checkSubject({ control, subject }: LimitRaise): FieldError[] {
  const error = (message: string, fix: string) => [{ path: 'subject', message, fix }];
  if (!isListKind(control)) return subject === null ? [] : error('This control has no list.', 'Leave the entry out.');
  if (subject === null) return error('The raise of a list needs an entry.', 'Say what the raise allows.');
  switch (control) {
    case 'categories':
      return Object.hasOwn(categoryGroups, subject) ? [] : error('There is no such category.', 'Choose one of the listed categories.');
    case 'countries':
      return checkCountry('subject', subject);
    case 'merchants':
      return isTooShort(subject) ? error('This name has fewer than two letters.', 'Enter the merchant’s name as it stands on the statement.') : [];
  }
}

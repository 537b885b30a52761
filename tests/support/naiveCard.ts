/*
 * A card and its controls told a second time, naively: periods are compared by the days that `Intl` writes, categories by a table
 * of a few codes. It imports nothing of the product, so that a mistake there is not made here too.
 */

type Mode = 'allow' | 'block';

export interface NaiveControls {
  per_purchase_cents: number | null;
  per_day_cents: number | null;
  per_week_cents: number | null;
  per_month_cents: number | null;
  per_year_cents: number | null;
  in_all_cents: number | null;
  categories: { mode: Mode; groups: string[] } | null;
  merchants: { mode: Mode; names: string[] } | null;
  countries: { mode: Mode; codes: string[] } | null;
  hours: { from: number; until: number; days: number[] | null } | null;
  ends_on: string | null;
}

export interface NaiveRaise {
  control: string;
  amount_cents: number | null;
  subject: string | null;
  ends_at: Date;
}

export interface NaivePurchase {
  cents: number;
  mcc: string;
  merchant: string;
  country: string;
}

/** Money of the card, of an approval or of a transaction; 0 once it was given back. */
export interface Spending {
  at: Date;
  cents: number;
}

export const groupOfMcc: Readonly<Record<string, string>> = {
  '7311': 'advertising',
  '5541': 'fuel',
  '5542': 'fuel',
  '5812': 'meals',
  '5411': 'meals',
  '4215': 'shipping',
  '7372': 'software',
  '7011': 'travel',
  '3058': 'travel',
  '5131': 'inventory',
  '5943': 'office',
  '8111': 'services',
  '4814': 'utilities',
  '7832': 'entertainment',
  '5311': 'retail',
  '6011': 'cash',
  '4829': 'cash',
  '7995': 'gambling',
  '7801': 'gambling',
  '9399': 'other',
};

const formats = new Map<string, Intl.DateTimeFormat>();

interface Local {
  day: string;
  hour: number;
  weekday: number;
  monday: string;
}

/** Returns what a calendar and a clock on a wall say at an instant. */
export function localOf(zone: string, at: Date): Local {
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit' });
  formats.set(zone, format);
  const [day = '', time = ''] = format.format(at).split(' ');
  const noon = new Date(`${day}T12:00:00Z`);
  const weekday = noon.getUTCDay();
  const monday = new Date(noon.getTime() - (weekday === 0 ? 6 : weekday - 1) * 86_400_000).toISOString().slice(0, 10);
  return { day, hour: Number(time.slice(0, 2)), weekday, monday };
}

const letters = (name: string) => name.toLowerCase().replace(/[^a-z]/g, '');
const isNamed = (merchant: string, names: readonly string[]) => names.some((name) => letters(merchant).startsWith(letters(name)));

export interface NaiveCard {
  controls: NaiveControls | null;
  raises: readonly NaiveRaise[];
  spendings: readonly Spending[];
  /** The amount that the whole account may spend, and how much of it is spent. */
  power: number;
  outstanding: number;
}

/** Returns why a purchase is declined; null when it is approved. */
export function naiveReason(card: NaiveCard, purchase: NaivePurchase, now: Date, zone: string): string | null {
  const group = groupOfMcc[purchase.mcc] ?? 'other';
  // Nothing is bought: whether the card can be used is all that is asked.
  if (purchase.cents === 0) return null;
  if (group === 'cash') return 'cash';
  if (group === 'gambling') return 'program_category';
  const failed = card.controls && failedControl({ ...card, controls: card.controls }, purchase, group, now, zone);
  if (failed) return `control_${failed}`;
  return purchase.cents > Math.max(0, card.power - card.outstanding) ? 'over_spending_power' : null;
}

function failedControl(
  { controls, raises, spendings }: NaiveCard & { controls: NaiveControls },
  { cents, merchant, country }: NaivePurchase,
  group: string,
  now: Date,
  zone: string,
): string | null {
  const local = localOf(zone, now);
  const raised = raises.filter(({ ends_at }) => ends_at.getTime() > now.getTime());
  const of = (control: string) => raised.filter((raise) => raise.control === control);
  if (controls.ends_on !== null && of('ends_on').length === 0 && local.day > controls.ends_on) return 'ends_on';
  if (controls.hours !== null && of('hours').length === 0) {
    const { from, until, days } = controls.hours;
    if (local.hour < from || local.hour >= until) return 'hours';
    if (days !== null && !days.includes(local.weekday)) return 'hours';
  }
  const fails = (mode: Mode, isListed: boolean, isRaised: boolean) => !isRaised && (mode === 'allow' ? !isListed : isListed);
  const { countries, categories, merchants } = controls;
  if (
    countries !== null &&
    fails(
      countries.mode,
      countries.codes.includes(country),
      of('countries').some(({ subject }) => subject === country),
    )
  )
    return 'countries';
  if (
    categories !== null &&
    fails(
      categories.mode,
      categories.groups.includes(group),
      of('categories').some(({ subject }) => subject === group),
    )
  )
    return 'categories';
  if (
    merchants !== null &&
    fails(
      merchants.mode,
      isNamed(merchant, merchants.names),
      of('merchants').some(({ subject }) => isNamed(merchant, [subject ?? '!'])),
    )
  )
    return 'merchants';
  const isOf: Record<string, (other: Local) => boolean> = {
    per_purchase: () => false,
    per_day: ({ day }) => day === local.day,
    per_week: ({ monday }) => monday === local.monday,
    per_month: ({ day }) => day.slice(0, 7) === local.day.slice(0, 7),
    per_year: ({ day }) => day.slice(0, 4) === local.day.slice(0, 4),
    in_all: () => true,
  };
  for (const [control, counts] of Object.entries(isOf)) {
    const limit = controls[`${control}_cents` as 'per_day_cents'];
    if (limit === null) continue;
    const most = Math.max(limit, ...of(control).map(({ amount_cents }) => amount_cents ?? 0));
    let spent = 0;
    for (const spending of spendings) if (spending.cents !== 0 && counts(localKept(zone, spending))) spent += spending.cents;
    if (cents > Math.max(0, most - Math.max(0, spent))) return control;
  }
  return null;
}

const kept = new WeakMap<Spending, Local>();

/** A card lives in one zone, so that the day of a spending stays the same. */
function localKept(zone: string, spending: Spending): Local {
  const local = kept.get(spending) ?? localOf(zone, spending.at);
  kept.set(spending, local);
  return local;
}

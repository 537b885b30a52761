import type { Chance } from './chance.ts';
import { groupOfMcc, localOf, type NaiveControls, type NaivePurchase, type NaiveRaise } from './naiveCard.ts';

const merchants = [
  'FACEBK *ADS 0291',
  'CHEVRON 0098812',
  'Delta Air 0062391',
  'SQ *CORNER CAFE',
  '7-ELEVEN 33412',
  'UPS*1Z999',
  'FJORD TEXTILES IMPORT',
] as const;
const names = ['Facebk', 'chevron', 'DELTA AIR', 'sq corner', 'Eleven', 'ups', 'Fjord Textiles'] as const;
const countries = ['USA', 'CAN', 'FRA', 'JPN', ''] as const;
const mccs = Object.keys(groupOfMcc) as [string, ...string[]];
const groups = [...new Set(Object.values(groupOfMcc))] as [string, ...string[]];

/** Returns a purchase of up to $150; now and then of nothing. */
export function randomPurchase(chance: Chance): NaivePurchase {
  const cents = chance.is(0.02) ? 0 : chance.between(1, 15_000);
  return { cents, mcc: chance.pick(mccs), merchant: chance.pick(merchants), country: chance.is(0.7) ? 'USA' : chance.pick(countries) };
}

function some<Item extends string>(chance: Chance, items: readonly [Item, ...Item[]]): Item[] {
  return [...new Set(Array.from({ length: chance.between(1, 5) }, () => chance.pick(items)))].filter((item) => item !== '');
}

/** Returns controls, each with an even chance or less, which let most purchases through. */
export function randomControls(chance: Chance, now: Date, zone: string): NaiveControls {
  const mode = () => (chance.is(0.5) ? 'allow' : 'block') as 'allow' | 'block';
  const limit = (least: number, most: number) => (chance.is(0.4) ? chance.between(least, most) : null);
  const list = (items: readonly [string, ...string[]]) => {
    const listed = some(chance, items);
    return chance.is(0.25) && listed.length > 0 ? listed : null;
  };
  const [categories, merchant, country] = [list(groups), list(names), list(countries)];
  const from = chance.between(0, 14);
  return {
    per_purchase_cents: limit(4_000, 15_000),
    per_day_cents: limit(8_000, 60_000),
    per_week_cents: limit(20_000, 150_000),
    per_month_cents: limit(50_000, 400_000),
    per_year_cents: limit(200_000, 2_000_000),
    in_all_cents: limit(200_000, 3_000_000),
    categories: categories && { mode: mode(), groups: categories },
    merchants: merchant && { mode: mode(), names: merchant },
    countries: country && { mode: mode(), codes: chance.is(0.7) ? [...new Set(['USA', ...country])] : country },
    hours: chance.is(0.2) ? { from, until: chance.between(from + 1, 24), days: chance.is(0.5) ? null : [1, 2, 3, 4, 5] } : null,
    ends_on: chance.is(0.15) ? localOf(zone, new Date(now.getTime() + chance.between(1, 200) * 86_400_000)).day : null,
  };
}

/** Returns a raise of a control of the card that ends within three days; null when it has none. */
export function randomRaise(chance: Chance, controls: NaiveControls, now: Date): NaiveRaise | null {
  const set = Object.entries(controls).flatMap(([field, value]) => (value === null ? [] : [field.replace('_cents', '')]));
  const [first, ...others] = set;
  if (first === undefined) return null;
  const control = chance.pick([first, ...others]);
  const subject = { categories: chance.pick(groups), merchants: chance.pick(names), countries: 'FRA' }[control] ?? null;
  const isLimit = control.startsWith('per_') || control === 'in_all';
  const limit = controls[`${control}_cents` as 'per_day_cents'] ?? 0;
  return {
    control,
    subject,
    amount_cents: isLimit ? chance.between(1, limit * 2) : null,
    ends_at: new Date(now.getTime() + chance.between(1, 72 * 60) * 60_000),
  };
}

import { describe, expect, it } from 'vitest';
import { isoDate } from '../../../../server/domain/basics/dates.ts';
import { cents } from '../../../../server/domain/basics/money.ts';
import { checkControls } from '../../../../server/domain/card/controls/checkControls.ts';
import { type CardControls, noControls } from '../../../../server/domain/card/controls/controls.ts';
import { controlsFormOf, readControlsForm } from '../../../../server/domain/card/controls/controlsForm.ts';
import { explainControl } from '../../../../server/domain/card/controls/controlWords.ts';
import { type ControlDetail, firstFailingControl, type Spent } from '../../../../server/domain/card/controls/firstFailingControl.ts';
import { isLifted } from '../../../../server/domain/card/controls/isLifted.ts';
import { leftOfCard } from '../../../../server/domain/card/controls/leftOfCard.ts';
import { checkLimitRaise, controlsInForce, type LimitRaise } from '../../../../server/domain/card/controls/limitRaises.ts';
import { suggestedRaise } from '../../../../server/domain/card/controls/suggestedRaise.ts';

const timeZone = 'America/New_York';
/** Thursday, July 16, 2026, at 10:30 in New York. */
const now = new Date('2026-07-16T14:30:00Z');
const moment = { now, timeZone };
const nothing: Spent = { day: cents(0), week: cents(0), month: cents(0), year: cents(0), in_all: cents(0) };
const spent: Spent = { day: cents(5_000), week: cents(18_320), month: cents(40_000), year: cents(90_000), in_all: cents(120_000) };
const purchase = { amount_cents: cents(5_680), categoryCode: '5541', merchant: 'CHEVRON 0098812', country: 'USA' };

const inForce = (controls: Partial<CardControls>, ...raises: Partial<LimitRaise>[]) =>
  controlsInForce(
    { ...noControls, ...controls },
    raises.map((raise) => ({ control: 'hours', amount_cents: null, subject: null, ends_at: new Date('2026-07-17T04:00:00Z'), ended_at: null, ...raise })),
    now,
  );
const failing = (controls: Partial<CardControls>, ...raises: Partial<LimitRaise>[]) =>
  firstFailingControl(inForce(controls, ...raises), purchase, spent, moment);

describe('a control', () => {
  it.each<[string, Partial<CardControls>]>([
    ['none', {}],
    ['a limit of a purchase of exactly its amount', { per_purchase_cents: cents(5_680) }],
    ['the last cent of a week', { per_week_cents: cents(24_000) }],
    ['the last cent for ever', { in_all_cents: cents(125_680) }],
    ['its category', { categories: { mode: 'allow', groups: ['meals', 'fuel'] } }],
    ['another category blocked', { categories: { mode: 'block', groups: ['meals'] } }],
    ['its merchant', { merchants: { mode: 'allow', names: ['Chevron'] } }],
    ['its country', { countries: { mode: 'allow', codes: ['USA'] } }],
    ['its hour, the first of them', { hours: { from: 10, until: 11, days: [4] } }],
    ['its last day', { ends_on: isoDate('2026-07-16') }],
  ])('lets a purchase through: %s', (_, controls) => {
    expect(failing(controls)).toBeNull();
  });

  it.each<[ControlDetail['control'], Partial<CardControls>, string]>([
    ['ends_on', { ends_on: isoDate('2026-07-15') }, 'This card could be used until July 15, 2026.'],
    ['hours', { hours: { from: 11, until: 24, days: null } }, 'This card works from 11 AM to midnight, every day.'],
    ['hours', { hours: { from: 0, until: 10, days: null } }, 'This card works from midnight to 10 AM, every day.'],
    ['hours', { hours: { from: 0, until: 24, days: [0, 6, 5] } }, 'This card works at any hour on Friday, Saturday, and Sunday.'],
    ['countries', { countries: { mode: 'allow', codes: ['FRA'] } }, 'This card is for use in France only; CHEVRON 0098812 is in the United States.'],
    ['countries', { countries: { mode: 'block', codes: ['USA'] } }, 'This card cannot be used in the United States; CHEVRON 0098812 is in the United States.'],
    ['categories', { categories: { mode: 'allow', groups: ['advertising'] } }, 'This card is for advertising only; CHEVRON 0098812 is fuel.'],
    [
      'categories',
      { categories: { mode: 'allow', groups: ['advertising', 'software', 'travel', 'meals'] } },
      'This card is for advertising, software, travel, and 1 more only; CHEVRON 0098812 is fuel.',
    ],
    ['categories', { categories: { mode: 'block', groups: ['fuel'] } }, 'This card cannot be used for fuel; CHEVRON 0098812 is fuel.'],
    ['merchants', { merchants: { mode: 'allow', names: ['Facebk'] } }, 'This card is for use at Facebk only; this was CHEVRON 0098812.'],
    ['merchants', { merchants: { mode: 'block', names: ['chevron'] } }, 'This card cannot be used at chevron.'],
    ['per_purchase', { per_purchase_cents: cents(5_679) }, 'This card may spend $56.79 a purchase, and this one was more.'],
    ['per_day', { per_day_cents: cents(10_679) }, 'This card may spend $106.79 a day; $50.00 has been spent today.'],
    ['per_week', { per_week_cents: cents(20_000) }, 'This card may spend $200.00 a week; $183.20 has been spent since Monday.'],
    ['per_month', { per_month_cents: cents(45_679) }, 'This card may spend $456.79 a month; $400.00 has been spent this month.'],
    ['per_year', { per_year_cents: cents(95_679) }, 'This card may spend $956.79 a year; $900.00 has been spent this year.'],
    ['in_all', { in_all_cents: cents(125_679) }, 'This card may spend $1,256.79 in all; $1,200.00 has been spent so far.'],
  ])('%s declines, and says so with its figures', (control, controls, text) => {
    const detail = failing(controls);
    expect(detail?.control).toBe(control);
    expect(detail && explainControl(detail, purchase)).toBe(text);
  });

  it('the first of several is the reason: the day before the category before the amount', () => {
    const all = { ends_on: isoDate('2026-07-15'), categories: { mode: 'allow', groups: ['meals'] }, per_week_cents: cents(1) } as const;
    expect(failing(all)?.control).toBe('ends_on');
    expect(failing({ ...all, ends_on: null })?.control).toBe('categories');
    expect(failing({ per_week_cents: cents(1) })?.control).toBe('per_week');
  });

  it('lets a check of the card for nothing through a limit that is used up', () => {
    expect(firstFailingControl(inForce({ per_day_cents: cents(1) }), { ...purchase, amount_cents: cents(0) }, spent, moment)).toBeNull();
  });

  it('that allows some countries refuses one that is not known; one that blocks some does not', () => {
    const asked = { ...purchase, country: '' };
    const refused = firstFailingControl(inForce({ countries: { mode: 'allow', codes: ['USA'] } }), asked, nothing, moment);
    expect(refused && explainControl(refused, purchase)).toBe('This card is for use in the United States only; where CHEVRON 0098812 is, is not known.');
    expect(firstFailingControl(inForce({ countries: { mode: 'block', codes: ['USA'] } }), asked, nothing, moment)).toBeNull();
  });
});

describe('a raise', () => {
  it.each<[string, Partial<CardControls>, Partial<LimitRaise>]>([
    ['a limit', { per_week_cents: cents(20_000) }, { control: 'per_week', amount_cents: cents(24_000) }],
    ['a category', { categories: { mode: 'allow', groups: ['meals'] } }, { control: 'categories', subject: 'fuel' }],
    ['a blocked category', { categories: { mode: 'block', groups: ['fuel'] } }, { control: 'categories', subject: 'fuel' }],
    ['a merchant', { merchants: { mode: 'block', names: ['chevron'] } }, { control: 'merchants', subject: 'Chevron' }],
    ['a country', { countries: { mode: 'allow', codes: ['FRA'] } }, { control: 'countries', subject: 'USA' }],
    ['the hours', { hours: { from: 11, until: 24, days: null } }, { control: 'hours' }],
    ['the last day', { ends_on: isoDate('2026-07-15') }, { control: 'ends_on' }],
  ])('of %s lets the purchase through until it ends', (_, controls, raise) => {
    const declined = failing(controls);
    expect(declined).not.toBeNull();
    expect(failing(controls, raise)).toBeNull();
    expect(failing(controls, { ...raise, ends_at: new Date(now.getTime() + 1) })).toBeNull();
    expect(failing(controls, { ...raise, ends_at: now })).toEqual(declined);
    expect(declined && isLifted(declined, purchase, inForce(controls, raise), moment)).toBe(true);
    expect(declined && isLifted(declined, purchase, inForce(controls), moment)).toBe(false);
  });

  it('never lowers a limit, and of two the larger holds', () => {
    const controls = { per_day_cents: cents(20_000) };
    const to = (amount: number) => ({ control: 'per_day', amount_cents: cents(amount) }) as const;
    expect(inForce(controls, to(5)).controls.per_day_cents).toBe(20_000);
    expect(inForce(controls, to(30_000), to(25_000)).controls.per_day_cents).toBe(30_000);
    expect(inForce({}, to(30_000)).controls.per_day_cents).toBeNull();
  });

  it('that was taken back holds no longer', () => {
    const raise = { control: 'per_day', amount_cents: cents(30_000), subject: null, ends_at: new Date('2026-07-17T04:00:00Z'), ended_at: now } as const;
    expect(controlsInForce({ ...noControls, per_day_cents: cents(20_000) }, [raise], now).controls.per_day_cents).toBe(20_000);
  });

  const controls: CardControls = { ...noControls, per_week_cents: cents(20_000), categories: { mode: 'allow', groups: ['meals'] } };
  const good: LimitRaise = { control: 'per_week', amount_cents: cents(24_000), subject: null, ends_at: new Date('2026-07-17T04:00:00Z') };
  it.each<[string, Partial<LimitRaise>, string[]]>([
    ['of a limit is granted', {}, []],
    ['of a list is granted', { control: 'categories', amount_cents: null, subject: 'fuel' }, []],
    ['for exactly 30 days is granted', { ends_at: new Date('2026-08-15T14:30:00Z') }, []],
    ['for longer is refused', { ends_at: new Date('2026-08-15T14:30:00.001Z') }, ['ends_at']],
    ['that ends now is refused', { ends_at: now }, ['ends_at']],
    ['to the present limit is refused', { amount_cents: cents(20_000) }, ['amount_cents']],
    ['above the program’s largest limit is refused', { amount_cents: cents(1_000_001) }, ['amount_cents']],
    ['of a limit without an amount is refused', { amount_cents: null }, ['amount_cents']],
    ['of a limit with an entry is refused', { subject: 'fuel' }, ['subject']],
    ['of a control that the card has not is refused', { control: 'per_day' }, ['control']],
    ['of an unknown category is refused', { control: 'categories', amount_cents: null, subject: 'rockets' }, ['subject']],
    ['of a list without an entry is refused', { control: 'categories', amount_cents: null }, ['subject']],
  ])('%s', (_, different, paths) => {
    const errors = checkLimitRaise({ ...good, ...different }, { controls, largest_cents: cents(1_000_000), now });
    expect(errors.map(({ path }) => path)).toEqual(paths);
    expect(errors.every(({ message, fix }) => message.endsWith('.') && fix.endsWith('.'))).toBe(true);
  });
});

describe('the raise that is offered', () => {
  const facts = { amount_cents: purchase.amount_cents, now, timeZone, largest_cents: cents(1_000_000) };
  const offered = (controls: Partial<CardControls>, different: Partial<typeof facts> = {}) => {
    const detail = failing(controls);
    return detail && suggestedRaise(detail, { ...facts, ...different });
  };
  const ends_at = new Date('2026-07-17T04:00:00Z');

  it('is of a limit by what the purchase needs, in whole dollars, until the day ends', () => {
    expect(offered({ per_week_cents: cents(20_000) })).toEqual({
      ...{ control: 'per_week', amount_cents: 24_000, subject: null, ends_at },
      label: 'Raise once to $240 until tonight',
    });
    expect(offered({ per_purchase_cents: cents(100) })).toMatchObject({ amount_cents: 5_700, label: 'Raise once to $57 until tonight' });
    expect(offered({ per_purchase_cents: cents(100) }, { largest_cents: cents(5_690) })).toMatchObject({
      amount_cents: 5_680,
      label: 'Raise once to $56.80 until tonight',
    });
  });

  it('is none where the program allows no card so much', () => {
    expect(offered({ per_week_cents: cents(20_000) }, { largest_cents: cents(23_999) })).toBeNull();
  });

  it.each<[string, Partial<CardControls>, string | null]>([
    ['Allow fuel until tonight', { categories: { mode: 'allow', groups: ['meals'] } }, 'fuel'],
    ['Allow CHEVRON 0098812 until tonight', { merchants: { mode: 'allow', names: ['Facebk'] } }, 'CHEVRON 0098812'],
    ['Allow the United States until tonight', { countries: { mode: 'allow', codes: ['FRA'] } }, 'USA'],
    ['Allow until tonight', { hours: { from: 11, until: 24, days: null } }, null],
    ['Allow until tonight', { ends_on: isoDate('2026-07-15') }, null],
  ])('says %s', (label, controls, subject) => {
    expect(offered(controls)).toMatchObject({ label, subject, amount_cents: null, ends_at });
  });
});

describe('what is left of a card', () => {
  const left = (controls: Partial<CardControls>, available = 1_000_000) => leftOfCard({ ...noControls, ...controls }, spent, cents(available));

  it('is the least of its limits and of what the account can spend', () => {
    expect(left({ per_week_cents: cents(20_000), per_month_cents: cents(41_000) })).toEqual({
      left_cents: 1_000,
      limit: { control: 'per_month', limit_cents: 41_000, spent_cents: 40_000 },
    });
    expect(left({ per_week_cents: cents(20_000) }, 500)).toMatchObject({ left_cents: 500, limit: { control: 'per_week' } });
    expect(left({ per_week_cents: cents(10_000) })).toMatchObject({ left_cents: 0 });
    expect(left({}, 700)).toEqual({ left_cents: 700, limit: null });
    expect(left({ per_purchase_cents: cents(100) }, 700)).toMatchObject({ left_cents: 700, limit: { control: 'per_purchase', spent_cents: 0 } });
  });
});

describe('controls that are set', () => {
  const program = { blockedCategories: ['cash', 'gambling'], largest_cents: cents(1_000_000), timeZone } as const;
  it.each<[string, Partial<CardControls>, string[]]>([
    ['none', {}, []],
    ['of one cent', { per_purchase_cents: cents(1) }, []],
    ['of less', { per_purchase_cents: cents(0) }, ['per_purchase_cents']],
    ['of the program’s largest limit', { in_all_cents: cents(1_000_000) }, []],
    ['above it', { in_all_cents: cents(1_000_001) }, ['in_all_cents']],
    ['a day above its week', { per_day_cents: cents(9_000), per_week_cents: cents(100) }, []],
    ['until today', { ends_on: isoDate('2026-07-16') }, []],
    ['until yesterday', { ends_on: isoDate('2026-07-15') }, ['ends_on']],
    ['hours that end before they begin', { hours: { from: 9, until: 9, days: null } }, ['hours.until']],
    ['a day that is none', { hours: { from: 9, until: 10, days: [7] } }, ['hours.days']],
    ['a day twice', { hours: { from: 9, until: 10, days: [1, 1] } }, ['hours.days']],
    ['an unknown country', { countries: { mode: 'allow', codes: ['ZZZ'] } }, ['countries.codes']],
    ['a country twice', { countries: { mode: 'allow', codes: ['USA', 'USA'] } }, ['countries.codes']],
    ['an unknown category', { categories: { mode: 'allow', groups: ['rockets' as 'fuel'] } }, ['categories.groups']],
    ['a category that the program allows nobody', { categories: { mode: 'allow', groups: ['gambling'] } }, ['categories.groups']],
    ['the same blocked once more', { categories: { mode: 'block', groups: ['gambling'] } }, []],
    ['an empty list', { categories: { mode: 'allow', groups: [] } }, ['categories.groups']],
    ['a name without letters', { merchants: { mode: 'allow', names: ['365'] } }, ['merchants.names']],
    ['a name twice, written differently', { merchants: { mode: 'allow', names: ['Face-bk', 'FACEBK 2'] } }, ['merchants.names']],
  ])('%s', (_, controls, paths) => {
    const errors = checkControls({ ...noControls, ...controls }, program, now);
    expect(errors.map(({ path }) => path)).toEqual(paths);
    expect(errors.every(({ message, fix }) => message.endsWith('.') && fix.endsWith('.'))).toBe(true);
  });
});

describe('the form of controls', () => {
  const form = controlsFormOf(noControls);

  it('takes what was stored, as it was', () => {
    const controls = { ...noControls, per_day_cents: cents(12_345), merchants: { mode: 'allow' as const, names: ['Meta', 'Google ads'] } };
    expect(readControlsForm(controlsFormOf(controls))).toEqual({ controls, problems: [] });
  });

  it.each(['12', '7-', 'a', 'Meta\n365'])('refuses a merchant with fewer than two letters, as the server does: %j', (names) => {
    const { controls, problems } = readControlsForm({ ...form, merchants: { mode: 'allow', names } });
    expect(controls).toBeNull();
    expect(problems).toEqual([{ path: 'merchants.names', message: 'A merchant’s name has at least two letters.' }]);
  });
});

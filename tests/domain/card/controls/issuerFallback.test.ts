import { describe, expect, it } from 'vitest';
import { cents } from '../../../../server/domain/basics/money.ts';
import { type CardControls, noControls } from '../../../../server/domain/card/controls/controls.ts';
import { issuerFallbackLimits, type MovedInWindows } from '../../../../server/domain/card/controls/issuerFallback.ts';
import {
  type FallbackCard,
  type FallbackChange,
  issuerFallbackChanges,
  type StandingRule,
} from '../../../../server/domain/card/controls/issuerFallbackChanges.ts';
import { controlsInForce } from '../../../../server/domain/card/controls/limitRaises.ts';

const nothing = { bought_cents: cents(0), returned_cents: cents(0) };
const unused: MovedInWindows = { day: nothing, week: nothing, month: nothing, year: nothing };
const moved = (bought: number, returned: number) => ({ bought_cents: cents(bought), returned_cents: cents(returned) });
const limits = (controls: Partial<CardControls>, figures: Partial<MovedInWindows> = {}) =>
  issuerFallbackLimits({ ...noControls, ...controls }, { ...unused, ...figures }).map(({ window, limit_cents }) => `${limit_cents / 100} a ${window}`);

describe('the limits at the issuer', () => {
  it.each([
    // Twice the limit, and then up to the next of 50, 100, 250, 500, 1,000, 2,500, …
    [1, '50 a week'],
    [2_500, '50 a week'],
    [2_501, '100 a week'],
    [12_500, '250 a week'],
    [20_000, '500 a week'],
    [25_000, '500 a week'],
    [25_001, '1000 a week'],
    [50_000_000, '1000000 a week'],
  ])('of a card with %i cents a week are %s', (limit, expected) => {
    expect(limits({ per_week_cents: cents(limit) })).toEqual([expected]);
  });

  it('are one for each of the card’s periods, and none for what is no sum over time', () => {
    const each = { per_day_cents: cents(5_000), per_week_cents: cents(20_000), per_month_cents: cents(60_000), per_year_cents: cents(300_000) };
    expect(limits(each)).toEqual(['100 a day', '500 a week', '2500 a month', '10000 a year']);
    expect(limits({ per_purchase_cents: cents(5_000), ends_on: null })).toEqual([]);
    expect(limits({})).toEqual([]);
    expect(limits({ per_day_cents: cents(50_000_001) })).toEqual([]);
  });

  it('keep what a card may spend in all within a year, where its year allows more or nothing is said of it', () => {
    expect(limits({ in_all_cents: cents(40_000) })).toEqual(['1000 a year']);
    expect(limits({ in_all_cents: cents(40_000), per_year_cents: cents(300_000) })).toEqual(['1000 a year']);
    expect(limits({ in_all_cents: cents(300_000), per_year_cents: cents(40_000) })).toEqual(['1000 a year']);
  });

  it('make room for a raise, for what was refunded, and for what was spent before a limit fell', () => {
    const now = new Date('2026-11-24T12:00:00Z');
    const until = new Date('2026-11-25T05:00:00Z');
    const raise = { control: 'per_week', amount_cents: cents(60_000), subject: null, ends_at: until, ended_at: null } as const;
    const raised = (at: Date) => controlsInForce({ ...noControls, per_week_cents: cents(20_000) }, [raise], at).controls;
    expect(limits(raised(now))).toEqual(['2500 a week']);
    expect(limits(raised(until))).toEqual(['500 a week']);
    // $600 was spent under the raise, and the next period allows $200 more: $800.
    expect(limits(raised(until), { week: moved(60_000, 0) })).toEqual(['1000 a week']);
    // $200 twice and $100.01 bought anew: above $500.
    expect(limits(raised(until), { week: moved(20_000, 10_001) })).toEqual(['1000 a week']);
    expect(limits(raised(until), { week: moved(20_000, 10_000) })).toEqual(['500 a week']);
    expect(limits(raised(until), { day: moved(900_000, 900_000) })).toEqual(['500 a week']);
  });
});

const weekly = (dollars: number) => ({ window: 'week', limit_cents: cents(dollars * 100) }) as const;
const card = (card_token: string, ...dollars: number[]): FallbackCard => ({ card_token, limits: dollars.map(weekly) });
const rule = (token: string, name: string, dollars: number, card_tokens: string[], more: Partial<StandingRule> = {}): StandingRule => ({
  token,
  name,
  is_active: true,
  card_tokens,
  limit: weekly(dollars),
  ...more,
});
const [two, five] = ['Issuer fallback: $250.00 a week, part 1', 'Issuer fallback: $500.00 a week, part 1'];

/** Returns the rules once the issuer has done what it was told. */
function told(standing: readonly StandingRule[], changes: readonly FallbackChange[]): StandingRule[] {
  const rules = standing.map((one) => ({ ...one }));
  for (const change of changes) {
    if (change.change === 'create') {
      const { name, card_tokens, limit } = change;
      rules.push({ token: `of ${name}`, name, is_active: true, card_tokens, limit });
      continue;
    }
    const { change: kind, ...values } = change;
    const present = rules.find(({ token }) => token === change.token);
    if (present) Object.assign(present, values, kind === 'deactivate' && { is_active: false }, kind === 'set_limit' && { is_active: true });
  }
  return rules;
}

describe('the rules at the issuer', () => {
  it('are one for all cards of a limit', () => {
    expect(issuerFallbackChanges([card('a', 250), card('b', 500), card('c', 250)], [])).toEqual([
      { change: 'create', name: two, card_tokens: ['a', 'c'], limit: weekly(250) },
      { change: 'create', name: five, card_tokens: ['b'], limit: weekly(500) },
    ]);
  });

  it('that are as wanted are left alone, whatever the order of their cards, as are those of others', () => {
    const standing = [rule('1', two, 250, ['c', 'a']), rule('2', 'Gambling', 9, ['a']), rule('3', five, 500, ['b'], { is_active: false })];
    expect(issuerFallbackChanges([card('a', 250), card('c', 250)], standing)).toEqual([]);
  });

  it('let a card out before it goes into another', () => {
    const standing = [rule('5', five, 500, ['b']), rule('2', two, 250, ['a', 'c'])];
    expect(issuerFallbackChanges([card('a', 500), card('b', 500), card('c', 250)], standing)).toEqual([
      { change: 'set_cards', token: '2', card_tokens: ['c'] },
      { change: 'set_cards', token: '5', card_tokens: ['b', 'a'] },
    ]);
  });

  it('without cards are put out of force, and back with new cards before they are in force', () => {
    const emptied = issuerFallbackChanges([], [rule('2', two, 250, ['a'])]);
    expect(emptied).toEqual([{ change: 'deactivate', token: '2' }]);
    expect(issuerFallbackChanges([card('b', 250)], told([rule('2', two, 250, ['a'])], emptied))).toEqual([
      { change: 'set_cards', token: '2', card_tokens: ['b'] },
      { change: 'set_limit', token: '2', limit: weekly(250) },
    ]);
  });

  it('that were made and not put in force, that have another limit, or that were made twice, are mended', () => {
    const standing = [rule('2', two, 250, ['a'], { is_active: false, limit: null }), rule('5', five, 100, ['b']), rule('6', five, 500, ['b'])];
    expect(issuerFallbackChanges([card('a', 250), card('b', 500)], standing)).toEqual([
      { change: 'deactivate', token: '6' },
      { change: 'set_limit', token: '2', limit: weekly(250) },
      { change: 'set_limit', token: '5', limit: weekly(500) },
    ]);
  });

  it('are several where there are too many cards for one, each card in one of them', () => {
    const many = Array.from({ length: 2_001 }, (_, place) => card(`card ${place}`, 250));
    const made = told([], issuerFallbackChanges(many, []));
    expect(made.map(({ name, card_tokens }) => [name, card_tokens.length])).toEqual([
      [two, 1_000],
      ['Issuer fallback: $250.00 a week, part 2', 1_000],
      ['Issuer fallback: $250.00 a week, part 3', 1],
    ]);
    expect(new Set(made.flatMap(({ card_tokens }) => card_tokens)).size).toBe(2_001);
    expect(issuerFallbackChanges(many, made)).toEqual([]);
    // One more takes the free place of the third, and the place of one that has left is taken first.
    expect(issuerFallbackChanges([...many.slice(1), card('new', 250)], made)).toEqual([
      { change: 'set_cards', token: `of ${two}`, card_tokens: [...many.slice(1, 1_000).map(({ card_token }) => card_token), 'new'] },
    ]);
  });

  it('come to the same end from wherever a run is cut off', () => {
    const standing = [rule('2', two, 250, ['a', 'b', 'c']), rule('5', five, 500, ['d'])];
    const cards = [card('a', 500), card('b', 1_000), card('d', 250), card('e', 500)];
    const changes = issuerFallbackChanges(cards, standing);
    const inForce = (rules: readonly StandingRule[]) =>
      rules.filter(({ is_active }) => is_active).map(({ name, card_tokens, limit }) => [name, [...card_tokens].toSorted(), limit]);
    for (let done = 0; done <= changes.length; done += 1) {
      const cutOff = told(standing, changes.slice(0, done));
      const ended = told(cutOff, issuerFallbackChanges(cards, cutOff));
      expect(inForce(ended)).toEqual([
        [two, ['d'], weekly(250)],
        [five, ['a', 'e'], weekly(500)],
        ['Issuer fallback: $1,000.00 a week, part 1', ['b'], weekly(1_000)],
      ]);
      expect(issuerFallbackChanges(cards, ended)).toEqual([]);
    }
  });
});

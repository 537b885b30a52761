import { expect, test } from 'vitest';
import { type Cents, cents } from '../../../../server/domain/basics/money.ts';
import { decidePurchase } from '../../../../server/domain/card/authorization.ts';
import type { CardControls } from '../../../../server/domain/card/controls/controls.ts';
import type { Spent } from '../../../../server/domain/card/controls/firstFailingControl.ts';
import { controlsInForce, type StoredLimitRaise } from '../../../../server/domain/card/controls/limitRaises.ts';
import { periodStarts } from '../../../../server/domain/card/controls/periods.ts';
import { type Chance, chanceOf } from '../../../support/chance.ts';
import { type NaiveControls, type NaivePurchase, type NaiveRaise, naiveReason, type Spending } from '../../../support/naiveCard.ts';
import { randomControls, randomPurchase, randomRaise } from '../../../support/randomCards.ts';

const zones = [
  'America/New_York',
  'America/Los_Angeles',
  'America/Chicago',
  'Pacific/Auckland',
  'Asia/Kolkata',
  'America/Havana',
  'Africa/Cairo',
  'Pacific/Kiritimati',
] as const;
const histories = 100;
const purchases = 1_000;

interface History {
  zone: string;
  now: Date;
  controls: NaiveControls | null;
  raises: NaiveRaise[];
  spendings: Spending[];
  power: number;
}

const outstandingOf = ({ spendings }: History) => spendings.reduce((sum, spending) => sum + spending.cents, 0);

/** Sums as the database does: from the instant at which a period began. Instants are compared as numbers, a tenth of the work of dates. */
function spentOf({ spendings, zone, now }: History): Spent {
  const since = (start: Date): Cents => {
    const from = start.getTime();
    let sum = 0;
    for (const { at, cents: amount } of spendings) if (at.getTime() >= from) sum += amount;
    return cents(Math.max(0, sum));
  };
  const { day, week, month, year } = periodStarts(zone, now);
  return { day: since(day), week: since(week), month: since(month), year: since(year), in_all: since(new Date(0)) };
}

const unheld = {
  ...{ is_locked: false, is_fraud: false, is_black_listed: false, is_business_refused: false },
  ...{ is_closing: false, has_unpaid_draw: false, are_debits_stopped: false, has_flagged_identity: false },
};

function decided(history: History, { cents: amount, mcc, merchant, country }: NaivePurchase) {
  const { controls, raises, now, zone, power } = history;
  const stored = raises.map((raise) => ({ ...raise, ended_at: null })) as unknown as StoredLimitRaise[];
  return decidePurchase({
    question: { kind: 'purchase', amount_cents: cents(amount), cash_cents: cents(0), categoryCode: mcc },
    merchant: { descriptor: merchant, country },
    now,
    timeZone: zone,
    blockedCategories: ['cash', 'gambling'],
    controls: controls && { inForce: controlsInForce(controls as unknown as CardControls, stored, now), spent: spentOf(history) },
    cardState: 'OPEN',
    isLost: false,
    isByEndedWallet: false,
    isOnOwnHold: false,
    receiver: unheld,
    total_cents: cents(power),
    outstanding_cents: cents(outstandingOf(history)),
    approved_cents: cents(0),
    held_back_cents: cents(0),
  });
}

/** Lets time pass, money come back, and controls and raises change. */
function live(chance: Chance, history: History): void {
  history.now = new Date(history.now.getTime() + (chance.is(0.05) ? chance.between(1, 4 * 24 * 60) : chance.between(0, 240)) * 60_000 + chance.below(60_000));
  const one = history.spendings[chance.below(history.spendings.length)];
  // An approval that expires, a clearing of another amount, and a refund, which is an entry of its own.
  if (one && chance.is(0.08)) one.cents = 0;
  if (one && chance.is(0.08)) one.cents = chance.between(0, 15_000);
  if (chance.is(0.05)) history.spendings.push({ at: history.now, cents: -chance.between(1, 15_000) });
  if (chance.is(0.01)) history.controls = chance.is(0.1) ? null : randomControls(chance, history.now, history.zone);
  const raise = history.controls && chance.is(0.05) ? randomRaise(chance, history.controls, history.now) : null;
  if (raise) history.raises = [...history.raises.slice(-5), raise];
}

test('100,000 purchases under random controls, refunds, expiries and time zones are decided as a naive model decides them', () => {
  const reasons = new Map<string, number>();
  for (let place = 0; place < histories; place += 1) {
    const chance = chanceOf(`controls of card ${place}`);
    const zone = zones[place % zones.length] ?? zones[0];
    const now = new Date(Date.UTC(2026, chance.below(12), chance.between(1, 28), chance.below(24), chance.below(60)));
    const history: History = { zone, now, controls: randomControls(chance, now, zone), raises: [], spendings: [], power: chance.between(500_000, 20_000_000) };
    for (let number = 0; number < purchases; number += 1) {
      live(chance, history);
      const purchase = randomPurchase(chance);
      const expected = naiveReason({ ...history, outstanding: outstandingOf(history) }, purchase, history.now, zone);
      const decision = decided(history, purchase);
      const reason = decision.approved ? null : decision.reason;
      if (reason !== expected)
        throw new Error(`card ${place}, purchase ${number} at ${history.now.toISOString()} in ${zone}: ${reason} instead of ${expected}`);
      if (reason === null) history.spendings.push({ at: history.now, cents: purchase.cents });
      reasons.set(String(reason), (reasons.get(String(reason)) ?? 0) + 1);
    }
  }
  // Each reason is among them often enough to say something of it.
  const rare = [...reasons].filter(([, times]) => times < 100);
  expect([reasons.size, rare]).toEqual([15, []]);
}, 120_000);

import { expect, test } from 'vitest';
import { inTransaction } from '../../server/db/database.ts';
import { receiverScope } from '../../server/db/scope.ts';
import { createDecisionApp } from '../../server/http/decisionApp.ts';
import { passLimitRaises } from '../../server/services/card/controls/limitRaises.ts';
import { listen } from '../../server/start/listen.ts';
import { provesChange } from '../command/tiers.ts';
import { type AccountHistory, openAccount } from '../support/accountHistory.ts';
import { askAsIssuer } from '../support/askAsIssuer.ts';
import { type Chance, chanceOf } from '../support/chance.ts';
import { eventually } from '../support/eventually.ts';
import { type NaiveControls, type NaiveRaise, naiveReason, type Spending } from '../support/naiveCard.ts';
import { indexOwners } from '../support/ownerIndex.ts';
import { randomControls, randomPurchase, randomRaise } from '../support/randomCards.ts';

const purchases = 250;

interface Life {
  account: AccountHistory;
  receiverId: string;
  chance: Chance;
  /** The card in use: a lost one has successors, whose limits go on with what it spent. */
  card: string;
  controls: NaiveControls | null;
  raises: NaiveRaise[];
  /** The spending for which each approved purchase and each refund counts, by its token, and what it uses of the power: a refund that is only held gives none back. */
  spendings: Map<string, Spending & { isReported: boolean; card: string; used: number }>;
  power: number;
}

async function setControls({ account, receiverId, card, controls }: Life): Promise<void> {
  const { cardControl } = account.deps.database;
  const of = { receiver_id: receiverId, card_token: card };
  if (controls === null) await cardControl.deleteMany({ where: of });
  else {
    const stored = JSON.parse(JSON.stringify({ ...controls, version: 1 }));
    await cardControl.upsert({ where: { receiver_id_card_token: of }, create: { ...of, controls: stored }, update: { controls: stored } });
  }
}

/** Lets another card take the place of the one in use, with its controls and its raises. */
async function loseCard(life: Life): Promise<void> {
  const successor = { token: `${life.card}+`, successor_of: life.card, created_at: life.account.now() };
  const alike = { account_token: 'account', name_on_card: 'Corner Bakery', last_four: '4242', type: 'VIRTUAL', state: 'OPEN', spend_limit: 1n };
  await life.account.deps.database.card.create({ data: { receiver_id: life.receiverId, ...successor, ...alike } });
  await indexOwners(life.account.deps.database);
  await inTransaction(life.account.deps.database, (transaction) =>
    passLimitRaises({ clock: life.account.now }, transaction, receiverScope(life.receiverId), { from: life.card, to: successor.token }),
  );
  life.card = successor.token;
  await setControls(life);
}

/** Reports a purchase: held as it was approved, settled at another amount, or expired; and now and then a refund of its own. */
async function report({ account, chance, spendings }: Life, token: string): Promise<void> {
  const spending = spendings.get(token);
  if (spending === undefined) return;
  const settled = chance.is(0.5) ? spending.cents : chance.between(1, 15_000);
  const to = chance.pick(['held', 'settled', 'expired'] as const);
  const cardToken = spending.card;
  if (to === 'held') await account.card(token, { status: 'PENDING', held: spending.cents, cardToken });
  else if (to === 'settled') await account.card(token, { status: 'SETTLED', settled, cardToken });
  else await account.card(token, { status: 'EXPIRED', cardToken });
  const counted = { held: spending.cents, settled, expired: 0 }[to];
  // A purchase belongs to the day on which the issuer says that it was made.
  const used = to === 'held' ? Math.max(0, counted) : counted;
  spendings.set(token, { ...spending, at: spending.isReported ? spending.at : account.now(), cents: counted, isReported: true, used });
}

async function live(life: Life, zone: string): Promise<void> {
  const { account, chance, spendings } = life;
  account.wait((chance.is(0.06) ? chance.between(1, 4 * 24 * 60) : chance.between(1, 240)) / 60 + chance.below(60_000) / 3_600_000);
  const known = [...spendings.keys()];
  const token = known[chance.below(known.length)];
  if (token !== undefined && chance.is(0.4)) await report(life, token);
  if (chance.is(0.04)) {
    const [refund, amount] = [`refund-${spendings.size}`, -chance.between(1, 15_000)];
    // Now and then to a card that was lost.
    const card = chance.pick(['card', life.card]);
    await account.card(refund, { status: 'SETTLED', settled: amount, cardToken: card });
    spendings.set(refund, { at: account.now(), cents: amount, isReported: true, card, used: amount });
  }
  if (chance.is(0.02)) await loseCard(life);
  if (chance.is(0.02)) {
    life.controls = chance.is(0.1) ? null : randomControls(chance, account.now(), zone);
    await setControls(life);
  }
  const raise = life.controls && chance.is(0.06) ? randomRaise(chance, life.controls, account.now()) : null;
  if (raise === null) return;
  life.raises = [...life.raises, raise];
  await account.deps.database.cardRaise.create({ data: { receiver_id: life.receiverId, card_token: life.card, ...raise } });
}

async function open(whitelabel: string, begins: string, chance: Chance): Promise<Life> {
  const account = await openAccount(begins);
  const { receiver } = await account.view();
  const power = chance.between(500_000, 2_000_000);
  await account.deps.database.receiver.update({ where: { id: receiver.id }, data: { whitelabel } });
  await account.deps.database.spendingPowerSnapshot.create({
    data: {
      ...{ receiver_id: receiver.id, total_cents: power, outstanding_cents: 0, available_cents: power, inputs: {}, terms: {}, cause: 'test' },
      taken_at: account.now(),
    },
  });
  return { account, receiverId: receiver.id, chance, card: 'card', controls: null, raises: [], spendings: new Map(), power };
}

/** Over the changes of daylight saving, the end of a year, and the end of a month that is no end of a year. One of them proves a change. */
const times = [
  ['headway', 'America/New_York', '2026-10-28T12:00:00Z'],
  ['boost', 'America/Los_Angeles', '2026-03-05T12:00:00Z'],
  ['meridian-new', 'America/Chicago', '2026-12-20T12:00:00Z'],
  ['harbor-new', 'America/New_York', '2026-06-28T12:00:00Z'],
] as const;

test.each(provesChange ? times.slice(0, 1) : times)(
  '250 purchases at %s, asked over HTTP, are decided by the database as a naive model decides them',
  async (whitelabel, zone, begins) => {
    const chance = chanceOf(`controls of ${whitelabel}`);
    const life = await open(whitelabel, begins, chance);
    const { account, receiverId, spendings } = life;
    const web = await listen(
      createDecisionApp(account.deps, async () => true),
      0,
      'PORT',
    );
    const reasons = new Map<string | null, number>();
    try {
      life.controls = randomControls(chance, account.now(), zone);
      await setControls(life);
      for (let number = 0; number < purchases; number += 1) {
        await live(life, zone);
        const purchase = randomPurchase(chance);
        const outstanding = [...spendings.values()].reduce((sum, { used }) => sum + used, 0);
        const expected = naiveReason({ ...life, spendings: [...spendings.values()], outstanding }, purchase, account.now(), zone);
        const asked = { token: `purchase-${number}`, eventToken: `event-${number}`, cardToken: life.card, ...purchase };
        // The same question again where a busy machine could not decide in time, as the issuer asks: it is answered without a result.
        const result = await eventually('a decision', () =>
          askAsIssuer(`http://127.0.0.1:${web.port}`, account.deps.config.lithic.decisionSecret, asked).catch(() => undefined),
        );
        const where = { receiver_id: receiverId, transaction_token: asked.token };
        const { reason } = await account.deps.database.authorizationDecision.findFirstOrThrow({ where });
        expect([number, reason, result === 'APPROVED'], `purchase ${number} at ${account.now().toISOString()}`).toEqual([number, expected, expected === null]);
        if (expected === null)
          spendings.set(asked.token, { at: account.now(), cents: purchase.cents, isReported: false, card: life.card, used: purchase.cents });
        reasons.set(expected, (reasons.get(expected) ?? 0) + 1);
      }
      expect(reasons.get(null)).toBeGreaterThan(50);
      expect(reasons.size).toBeGreaterThan(6);
      expect(life.card).toMatch(/^card\+\+/);
    } finally {
      await web.stop();
      await account.stop();
    }
  },
  240_000,
);

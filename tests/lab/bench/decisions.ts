import { type ChildProcess, fork } from 'node:child_process';
import { readConfig } from '../../../server/config.ts';
import { answerOf } from '../../support/answerOf.ts';
import { percentile } from '../../support/percentile.ts';
import { addMerchant } from './benchMerchants.ts';
import type { LoadTimes, LoadWanted } from './decisionLoad.ts';
import type { Figure } from './figures.ts';
import { type SeparateProduct, startSeparateProduct } from './processes.ts';

const cards = 8;
const seconds = 20;
/** The spending power of each merchant: it is used up while they are asked for. */
const powerCents = 60_000;

/** Every control that a card can have but the end date, each wide enough for all that is asked. */
const controls = {
  per_purchase_cents: 1_000,
  per_day_cents: 10_000_000,
  per_week_cents: 10_000_000,
  per_month_cents: 10_000_000,
  per_year_cents: 10_000_000,
  in_all_cents: 10_000_000,
  categories: { mode: 'block', groups: ['fuel', 'travel'] },
  merchants: { mode: 'block', names: ['Chevron', 'Delta Air'] },
  countries: { mode: 'allow', codes: ['USA', 'CAN'] },
  hours: { from: 0, until: 24, days: null },
  ends_on: null,
  version: 1,
};

const measured = (client: ChildProcess, wanted: LoadWanted): Promise<LoadTimes> => answerOf(client, wanted);

/** Returns by how many cents the approvals exceed what the merchants may spend. */
async function overspentCents({ client }: SeparateProduct): Promise<number> {
  const { rows } = await client.query<{ overspent: string }>(
    `SELECT coalesce(sum(greatest(0, approved - $1)), 0)::text AS overspent FROM (
       SELECT sum(amount_cents) AS approved FROM authorization_decision WHERE result = 'APPROVED' GROUP BY receiver_id) spent`,
    [powerCents],
  );
  return Number(rows[0]?.overspent);
}

async function askAtRates(product: SeparateProduct, client: ChildProcess): Promise<Figure[]> {
  const cardTokens: string[] = [];
  for (let place = 0; place < cards; place += 1) {
    const { receiverId, cardToken } = await addMerchant(product, place, powerCents);
    await product.client.query('INSERT INTO card_control (receiver_id, card_token, controls) VALUES ($1, $2, $3)', [receiverId, cardToken, controls]);
    cardTokens.push(cardToken);
  }
  await product.client.query('CREATE TABLE bench_row (id int PRIMARY KEY, counted int NOT NULL)');
  await product.client.query('INSERT INTO bench_row SELECT place, 0 FROM generate_series(0, $1 - 1) place', [cards]);
  const { decisionSecret } = readConfig({}).lithic;
  const decisions = (perSecond: number): LoadWanted => ({
    ...{ kind: 'decisions', perSecond, seconds, decisionUrl: product.decisionUrl, decisionSecret, cardTokens },
  });
  const updates = (perSecond: number): LoadWanted => ({ kind: 'updates', perSecond, seconds, databaseUrl: product.databaseUrl, rows: cards });
  await measured(client, { ...decisions(50), seconds: 3 });
  const figures: Figure[] = [];
  for (const perSecond of [100, 200, 500]) {
    const update = await measured(client, updates(perSecond));
    const decided = await measured(client, decisions(perSecond));
    const figure = (share: number, valueMost?: number): Figure => ({
      name: `a decision at ${perSecond}/s, p${share * 100}`,
      value: percentile(decided.answered, share),
      unit: 'ms',
      beside: { name: 'one update of a locked row', value: percentile(update.answered, share) },
      ...(valueMost !== undefined && { valueMost }),
    });
    figures.push(figure(0.5), figure(0.99, perSecond === 200 ? 10 : undefined), {
      name: `decisions answered 503 at ${perSecond}/s`,
      value: decided.unavailable,
      unit: '',
      beside: { name: 'asked for', value: perSecond * seconds },
      valueMost: 0,
    });
  }
  const overspent = { name: 'overspent', value: await overspentCents(product), unit: 'cents', valueMost: 0 };
  return [...figures, { ...overspent, beside: { name: 'could be spent', value: cards * powerCents } }];
}

/** Measures decisions about purchases at steady rates, beside one update of a locked row at the same rate. */
export async function benchDecisions(): Promise<Figure[]> {
  const product = await startSeparateProduct();
  const client = fork('tests/lab/bench/decisionLoad.ts');
  try {
    return await askAtRates(product, client);
  } finally {
    client.disconnect();
    await product.stop();
  }
}

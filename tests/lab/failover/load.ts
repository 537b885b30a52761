import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { ask } from '../../support/ask.ts';
import { dollarPurchase, signedQuestion } from '../../support/askAsIssuer.ts';
import { type Chance, chanceOf } from '../../support/chance.ts';
import type { Merchant } from '../soak/merchant.ts';
import type { AcknowledgedDecision, AcknowledgedPayment } from './oracle/verdict.ts';
import type { FailoverProduct } from './product.ts';

/** An answer, or its absence, to a question about a purchase. Times are of `performance.now()`. */
interface Asked {
  url: string;
  sentMs: number;
  endedMs: number;
  isAnswered: boolean;
}

/** The load's calls, and the product's answers. */
export interface Done {
  asked: Asked[];
  decisions: AcknowledgedDecision[];
  payments: AcknowledgedPayment[];
  /** Payments without an answer, which may have been made or not. */
  unknownPayments: number;
  purchases: number;
}

export interface Load {
  product: FailoverProduct;
  merchants: readonly [Merchant, ...Merchant[]];
  seed: string;
  over: AbortSignal;
  done: Done;
}

/** The most that anybody waits for an answer, in ms. */
const patienceMs = 5_000;
const between = { questionsMs: 150, purchasesMs: 300, paymentsMs: 700 };

async function keepDoing({ over }: Load, everyMs: number, work: () => Promise<void>): Promise<void> {
  while (!over.aborted) {
    await work();
    await pause(everyMs, undefined, { signal: over }).catch(() => undefined);
  }
}

/** Asks a process whether a purchase of a dollar is approved, as the card issuer does. An answer that arrives is a commit that was acknowledged. */
async function askDecision({ product, done }: Load, url: string, { receiverId, cardToken }: Merchant): Promise<void> {
  const purchase = dollarPurchase(cardToken);
  const question = signedQuestion(product.deps.config.lithic.decisionSecret, purchase);
  const sentMs = performance.now();
  const result = await fetch(`${url}/webhooks/lithic/authorization`, { method: 'POST', ...question, signal: AbortSignal.timeout(patienceMs) })
    .then(async (answer) => (answer.status === 200 ? ((await answer.json()) as { result: string }).result : undefined))
    .catch(() => undefined);
  if (result !== undefined) done.decisions.push({ receiverId, token: purchase.token, result });
  done.asked.push({ url, sentMs, endedMs: performance.now(), isAnswered: result !== undefined });
}

/** Buys at the issuer, which asks the product and tells it of the purchase by webhooks. */
async function buy({ product, merchants, done }: Load, chance: Chance): Promise<void> {
  await product.press('lithic/spend', {
    card_token: chance.pick(merchants).cardToken,
    amount: chance.between(300, 2_000),
    descriptor: 'FJORD TEXTILES IMPORT',
    settle: 'yes',
  });
  done.purchases += 1;
}

/** Pays all that can be paid now, and repeats the order by its key until it is answered, as a page does. */
async function pay(load: Load, chance: Chance): Promise<void> {
  const { host, token, accessToken, receiverId } = chance.pick(load.merchants);
  const path = `${chance.pick(load.product.webUrls as [string, string])}/api/users/${token}/pay_now`;
  const call = { host, token: accessToken };
  const preview = await answered(() => ask(`${path}?pay=all`, call));
  if (preview?.status !== 200 || preview.body.amount_cents === 0) return;
  const body = { pay: 'all', amount_cents: preview.body.amount_cents };
  const headers = { 'idempotency-key': randomUUID() };
  for (let attempt = 1; attempt <= 20 && !load.over.aborted; attempt += 1) {
    const answer = await answered(() => ask(path, { ...call, method: 'POST', body, headers }));
    if (answer?.status === 202) load.done.payments.push({ receiverId, paymentId: answer.body.payment_id });
    if (answer && answer.status < 500) return;
    await pause(500);
  }
  load.done.unknownPayments += 1;
}

/** Returns an answer; undefined when the call failed or nobody answered in time. */
const answered = <Answer>(call: () => Promise<Answer>): Promise<Answer | undefined> =>
  Promise.race([call().catch(() => undefined), pause(patienceMs, undefined)]);

/** Asks, buys and pays at every process at once until it is over. */
export async function load(all: Load): Promise<void> {
  const { product, merchants, seed } = all;
  const questions = product.deciderUrls.map((url) => {
    const chance = chanceOf(`${seed} questions ${url}`);
    // A question that waits delays no other one: the issuer's do not wait for each other.
    const waiting = new Set<Promise<void>>();
    return keepDoing(all, between.questionsMs, async () => {
      const asking = askDecision(all, url, chance.pick(merchants)).finally(() => waiting.delete(asking));
      waiting.add(asking);
    }).then(() => Promise.all(waiting));
  });
  const [buying, paying] = [chanceOf(`${seed} purchases`), chanceOf(`${seed} payments`)];
  await Promise.all([...questions, keepDoing(all, between.purchasesMs, () => buy(all, buying)), keepDoing(all, between.paymentsMs, () => pay(all, paying))]);
}

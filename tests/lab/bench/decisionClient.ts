import { once } from 'node:events';
import { setTimeout as pause } from 'node:timers/promises';
import { dollarPurchase, signedQuestion } from '../../support/askAsIssuer.ts';
import { ascending } from '../../support/percentile.ts';

// Asks for decisions as the card issuer does, and whether the web process is alive, at a steady rate, and measures how long
// each answer takes. It runs apart from the bench, because what clears memory there would count as the product's time.

const decisionsPerSecond = 20;
const healthPerSecond = 10;

export interface DecisionsWanted {
  /** The address that decides purchases. */
  decisionUrl: string;
  healthUrl: string;
  decisionSecret: string;
  /** The cards whose purchases are asked about, one after the other. */
  cardTokens: readonly string[];
}

/** Times in ms, sorted. */
export interface DecisionTimes {
  decisions: number[];
  health: number[];
}

/** Asks for a decision. Returns how many ms it took, also of a 503; throws when it is neither that nor an approval. */
async function decide({ decisionUrl, decisionSecret }: DecisionsWanted, cardToken: string): Promise<number> {
  const question = signedQuestion(decisionSecret, dollarPurchase(cardToken));
  const began = performance.now();
  const answer = await fetch(`${decisionUrl}/webhooks/lithic/authorization`, { method: 'POST', ...question });
  const text = await answer.text();
  const tookMs = performance.now() - began;
  if (answer.status !== 503 && !text.includes('"APPROVED"')) throw new Error(`a decision was answered ${answer.status} ${text}`);
  return tookMs;
}

async function askHealth({ healthUrl }: DecisionsWanted): Promise<number> {
  const began = performance.now();
  await (await fetch(`${healthUrl}/healthz`)).text();
  return performance.now() - began;
}

/** Asks at a steady rate, whether or not earlier answers have come, until `end`. Returns the times in ms, sorted. */
async function steadily(perSecond: number, ask: (place: number) => Promise<number>, end: () => boolean): Promise<number[]> {
  const began = performance.now();
  const asked: Promise<number>[] = [];
  while (!end()) {
    const answer = ask(asked.length);
    // A failure is thrown below.
    answer.catch(() => {});
    asked.push(answer);
    await pause(Math.max(0, began + (asked.length * 1_000) / perSecond - performance.now()));
  }
  return ascending(await Promise.all(asked));
}

/** Asks until the bench says so. */
async function watch(wanted: DecisionsWanted): Promise<DecisionTimes> {
  let isOver = false;
  once(process, 'message').then(() => (isOver = true));
  const { cardTokens } = wanted;
  const [decisions, health] = await Promise.all([
    steadily(
      decisionsPerSecond,
      (place) => decide(wanted, cardTokens[place % cardTokens.length] ?? ''),
      () => isOver,
    ),
    steadily(
      healthPerSecond,
      () => askHealth(wanted),
      () => isOver,
    ),
  ]);
  return { decisions, health };
}

let isWatching = false;
process.on('message', async (message) => {
  if (isWatching) return;
  isWatching = true;
  const times = await watch(message as DecisionsWanted);
  isWatching = false;
  process.send?.(times);
});

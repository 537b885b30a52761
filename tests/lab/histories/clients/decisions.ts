import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { askAsIssuer } from '../../../support/askAsIssuer.ts';
import type { Chance } from '../../../support/chance.ts';
import type { Decline } from '../oracle/cardAccount.ts';
import { type Clients, count, keepDoing, type Subject } from './clients.ts';
import { sinceStartMs } from './recorded.ts';

const everyMs = 700;
/** The issuer gives up after six seconds. */
const patienceMs = 6_000;
const betweenAttemptsMs = 500;
const mostAttempts = 8;
const mostAtOnce = 4;

const answers: Readonly<Record<string, 'approved' | Decline>> = {
  APPROVED: 'approved',
  CARD_PAUSED: 'paused',
  VELOCITY_EXCEEDED: 'over limit',
  INSUFFICIENT_FUNDS: 'over power',
};

interface Question {
  token: string;
  eventToken: string;
  cents: number;
}

/** Asks one process once; returns whether it answered. */
async function askOnce(clients: Clients, { merchant, recorded }: Subject, url: string, { token, eventToken, cents }: Question): Promise<boolean> {
  const { decisionSecret } = clients.product.deps.config.lithic;
  const purchase = { token, eventToken, cents, cardToken: merchant.cardToken, mcc: '5131', merchant: 'FJORD TEXTILES IMPORT', country: 'USA' };
  const beganMs = sinceStartMs();
  const asked = askAsIssuer(url, decisionSecret, purchase).catch(() => undefined);
  const result = await Promise.race([asked, pause(patienceMs, undefined)]);
  const answer = result === undefined ? 'unknown' : answers[result];
  if (answer === undefined) throw new Error(`a purchase was answered ${result}, which nothing here explains`);
  recorded.questions.push({ key: token, cents, answer, beganMs, endedMs: sinceStartMs() });
  count(clients, 'decision', answer === 'unknown' ? 'unknown' : answer === 'approved' ? 'ok' : 'refused');
  return answer !== 'unknown';
}

/** Asks about a purchase until somebody answers, as the issuer repeats it; sometimes two processes at once, or once more afterward. */
async function askAbout(clients: Clients, subject: Subject, chance: Chance): Promise<void> {
  const question = { token: randomUUID(), eventToken: randomUUID(), cents: chance.between(100, 3_000) };
  const ask = () => askOnce(clients, subject, chance.pick(clients.product.deciderUrls), question);
  const [atOnce, again] = [chance.is(0.15), chance.is(0.1)];
  const first = await Promise.all(atOnce ? [ask(), ask()] : [ask()]);
  let isAnswered = first.includes(true);
  for (let attempts = 1; !isAnswered && attempts < mostAttempts; attempts += 1) {
    await pause(betweenAttemptsMs);
    isAnswered = await ask();
  }
  if (again) await ask();
}

/** Asks about a purchase; now and then about several at once, which may fit into what is left one by one and not together. */
export const askDecisions = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs, async () => {
    const purchases = chance.is(0.2) ? mostAtOnce : 1;
    await Promise.all(Array.from({ length: purchases }, () => askAbout(clients, subject, chance)));
  });

import { Agent, request } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { dollarPurchase, signedQuestion } from '../../support/askAsIssuer.ts';
import { ascending } from '../../support/percentile.ts';

// Asks for decisions as the card issuer does, at a steady rate, whether or not earlier answers have come; or updates one locked row
// each time instead, which is what a decision is compared with. It runs apart from the bench and from the product.

export type LoadWanted = { perSecond: number; seconds: number } & (
  | { kind: 'decisions'; decisionUrl: string; decisionSecret: string; cardTokens: readonly string[] }
  | { kind: 'updates'; databaseUrl: string; rows: number }
);

export interface LoadTimes {
  /** Times in ms of what was answered, sorted. */
  answered: number[];
  approved: number;
  /** Answers that there is no decision in time. */
  unavailable: number;
}

type Outcome = 'approved' | 'declined' | 'unavailable';

function asking({ decisionUrl, decisionSecret, cardTokens }: Extract<LoadWanted, { kind: 'decisions' }>) {
  const agent = new Agent({ keepAlive: true, maxSockets: 200 });
  return (place: number): Promise<Outcome> => {
    const { body, headers } = signedQuestion(decisionSecret, dollarPurchase(cardTokens[place % cardTokens.length] ?? ''));
    return new Promise((resolve, reject) => {
      const outgoing = request(`${decisionUrl}/webhooks/lithic/authorization`, { method: 'POST', headers, agent }, (incoming) => {
        let text = '';
        incoming.setEncoding('utf8').on('data', (piece) => {
          text += piece;
        });
        incoming.once('end', () => {
          if (incoming.statusCode === 503) resolve('unavailable');
          else if (incoming.statusCode === 200) resolve(text.includes('"APPROVED"') ? 'approved' : 'declined');
          else reject(new Error(`a decision was answered ${incoming.statusCode} ${text}`));
        });
      });
      outgoing.once('error', reject);
      outgoing.end(body);
    });
  };
}

function updating({ databaseUrl, rows }: Extract<LoadWanted, { kind: 'updates' }>) {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 10 });
  return async (place: number): Promise<Outcome> => {
    await pool.query({ name: 'update', text: 'UPDATE bench_row SET counted = counted + 1 WHERE id = $1', values: [place % rows] });
    return 'approved';
  };
}

/** Does work at a steady rate for some seconds. */
async function steadily({ perSecond, seconds }: LoadWanted, work: (place: number) => Promise<Outcome>): Promise<LoadTimes> {
  const times: LoadTimes = { answered: [], approved: 0, unavailable: 0 };
  const one = async (place: number) => {
    const began = performance.now();
    const outcome = await work(place);
    if (outcome === 'unavailable') times.unavailable += 1;
    else times.answered.push(performance.now() - began);
    if (outcome === 'approved') times.approved += 1;
  };
  const began = performance.now();
  const all: Promise<void>[] = [];
  for (let place = 0; place < perSecond * seconds; place += 1) {
    const waitMs = began + (place * 1_000) / perSecond - performance.now();
    if (waitMs > 0) await pause(waitMs);
    all.push(one(place));
  }
  await Promise.all(all);
  return { ...times, answered: ascending(times.answered) };
}

process.on('message', async (message) => {
  const wanted = message as LoadWanted;
  process.send?.(await steadily(wanted, wanted.kind === 'decisions' ? asking(wanted) : updating(wanted)));
});

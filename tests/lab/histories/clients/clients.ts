import { setTimeout as pause } from 'node:timers/promises';
import { type Answer, ask, type CallOptions } from '../../../support/ask.ts';
import type { Chance } from '../../../support/chance.ts';
import type { Merchant } from '../../soak/merchant.ts';
import type { CardCall } from '../oracle/cardAccount.ts';
import type { DisturbedProduct } from '../product.ts';
import type { Gate } from './gate.ts';
import { type Recorded, sinceStartMs } from './recorded.ts';

/** A merchant with somebody of staff who may set its spending power, and the record of all that was asked about it. */
export interface Subject {
  merchant: Merchant;
  staffToken: string;
  recorded: Recorded;
}

/** The state that all clients share. */
export interface Clients {
  product: DisturbedProduct;
  subjects: readonly [Subject, ...Subject[]];
  /** The same seed asks the same questions in the same order. */
  seed: string;
  gate: Gate;
  over: AbortSignal;
  /** Number of calls by kind and outcome. */
  tally: Map<string, Record<Outcome, number>>;
  /** The amounts of payments so far: no two are the same, so that each is known by its amount. */
  paid: Set<number>;
}

/** Whether a call was done, refused without an effect, or nobody knows. */
export type Outcome = 'ok' | 'refused' | 'unknown';

export function count({ tally }: Pick<Clients, 'tally'>, kind: string, outcome: Outcome): void {
  const counts = tally.get(kind) ?? { ok: 0, refused: 0, unknown: 0 };
  counts[outcome] += 1;
  tally.set(kind, counts);
}

/** The most that a client waits for an answer, in ms. */
const patienceMs = 6_000;

/** The outcome of a call, with its first and last moment. */
export interface Called {
  outcome: Outcome;
  /** Undefined without an answer, as is its text. */
  body: Answer['body'];
  text: string | undefined;
  beganMs: number;
  endedMs: number;
}

/** A call that failed at a provider or on our side may have had an effect; one that was refused had none. */
function outcomeOf(answer: Answer | undefined): Outcome {
  if (answer === undefined || answer.status >= 500) return 'unknown';
  return answer.status < 400 ? 'ok' : 'refused';
}

/** Calls the API at one of the web processes. */
export async function callApi(clients: Clients, kind: string, chance: Chance, path: string, options: CallOptions): Promise<Called> {
  const beganMs = sinceStartMs();
  const called = ask(`${chance.pick(clients.product.webUrls)}${path}`, options).catch(() => undefined);
  const answer = await Promise.race([called, pause(patienceMs, undefined)]);
  const outcome = outcomeOf(answer);
  count(clients, kind, outcome);
  return { outcome, body: answer?.body, text: answer?.text, beganMs, endedMs: sinceStartMs() };
}

/** Repeats work until it is over, with about so many milliseconds in between, and not while all is to be calm. */
export async function keepDoing({ gate, over }: Clients, chance: Chance, everyMs: number, work: () => Promise<void>): Promise<void> {
  const rest = () => pause(chance.between(everyMs / 2, everyMs * 1.5), undefined, { signal: over }).catch(() => undefined);
  for (await rest(); !over.aborted; await rest()) await gate.through(work);
}

/** Records a call about the card unless it was refused. */
export function recordCard({ recorded }: Subject, { outcome, beganMs, endedMs }: Called, call: CardCall): void {
  if (outcome !== 'refused') recorded.card.push({ call, beganMs, endedMs, isCertain: outcome === 'ok' });
}

/** The most changes of a card with unknown outcome that are told apart. With more, too many orders are possible. */
const mostUncertain = 25;

/** Tells whether a card may be changed once more before all is calm. On a slow machine, most changes are given up before their answer. */
export function mayChangeCard({ recorded: { card, calmsMs } }: Subject): boolean {
  const calmMs = calmsMs.at(-1) ?? 0;
  return card.filter(({ isCertain, endedMs }) => !isCertain && endedMs > calmMs).length < mostUncertain;
}

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../../support/chance.ts';
import { type Called, type Clients, callApi, keepDoing, type Subject } from './clients.ts';

const everyMs = 7_000;
const mostAttempts = 12;
const betweenAttemptsMs = 700;

const refusals: Readonly<Record<string, 'too much' | 'too many'>> = {
  more_than_payable: 'too much',
  nothing_to_pay: 'too much',
  step_out_of_order: 'too many',
};

function answerOf({ outcome, body }: Called): 'accepted' | 'too much' | 'too many' | 'unknown' {
  if (outcome === 'ok') return 'accepted';
  return refusals[body?.code] ?? 'unknown';
}

/** Returns an amount that nobody has paid yet: mostly within what was last shown, sometimes above. */
function amountToPay({ paid }: Clients, { recorded }: Subject, chance: Chance): number | null {
  const shown = recorded.seenDebt.findLast(({ call }) => call.kind === 'seen payable')?.call;
  const payable = shown?.kind === 'seen payable' ? shown.cents : 0;
  const most = chance.is(0.1) ? payable + 5_000 : Math.min(payable, 3_000);
  if (most < 200) return null;
  for (let tries = 0; tries < 100; tries += 1) {
    const cents = chance.between(100, most);
    if (!paid.has(cents)) return cents;
  }
  return null;
}

/** Pays, and repeats the order by its key until it is answered, as a page does. */
async function pay(clients: Clients, subject: Subject, chance: Chance): Promise<void> {
  const { host, token, accessToken } = subject.merchant;
  const cents = amountToPay(clients, subject, chance);
  if (cents === null) return;
  clients.paid.add(cents);
  const key = randomUUID();
  const order = { method: 'POST', host, token: accessToken, body: { pay: 'amount', amount_cents: cents }, headers: { 'idempotency-key': key } };
  for (let attempts = 0; attempts < mostAttempts; attempts += 1) {
    const called = await callApi(clients, 'payment', chance, `/api/users/${token}/pay_now`, order);
    const answer = answerOf(called);
    subject.recorded.payments.push({ key, cents, answer, beganMs: called.beganMs, endedMs: called.endedMs });
    if (answer !== 'unknown') return;
    await pause(betweenAttemptsMs);
  }
}

export const makePayments = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs, () => pay(clients, subject, chance));

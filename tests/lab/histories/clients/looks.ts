import type { Chance } from '../../../support/chance.ts';
import { type Clients, callApi, keepDoing, recordCard, type Subject } from './clients.ts';

const everyMs = 2_500;

async function lookAtCard(clients: Clients, subject: Subject, chance: Chance): Promise<void> {
  const { host, token, accessToken, cardToken } = subject.merchant;
  const called = await callApi(clients, 'look at card', chance, `/api/users/${token}/cards/${cardToken}`, { host, token: accessToken });
  if (called.outcome !== 'ok') return;
  const { state, controls } = called.body as { state: string; controls: { per_purchase_cents: number | null } };
  recordCard(subject, called, { kind: 'seen switch', isOpen: state === 'OPEN' });
  recordCard(subject, called, { kind: 'seen limit', cents: controls.per_purchase_cents });
}

async function lookAtPower(clients: Clients, subject: Subject, chance: Chance): Promise<void> {
  const { host, token } = subject.merchant;
  const path = `/api/staff/receivers/${token}/spending_power_override`;
  const called = await callApi(clients, 'look at spending power', chance, path, { host, token: subject.staffToken });
  if (called.outcome === 'ok') recordCard(subject, called, { kind: 'seen power', cents: called.body.override_cents });
}

/** Looks at what can be paid and what is on its way. */
export async function lookAtDebt(clients: Clients, subject: Subject, chance: Chance): Promise<void> {
  const { host, token, accessToken } = subject.merchant;
  const called = await callApi(clients, 'look at debt', chance, `/api/users/${token}/pay_now?pay=all`, { host, token: accessToken });
  if (called.outcome !== 'ok') return;
  const { most_cents, in_flight_cents } = called.body as { most_cents: number; in_flight_cents: number };
  const { beganMs, endedMs } = called;
  subject.recorded.seenDebt.push({ call: { kind: 'seen payable', cents: most_cents }, beganMs, endedMs, isCertain: true });
  subject.recorded.seenDebt.push({ call: { kind: 'seen in flight', cents: in_flight_cents }, beganMs, endedMs, isCertain: true });
}

/** Looks at the card, at what staff have set, and at what can be paid. */
export const lookAround = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs, () => chance.pick([lookAtCard, lookAtPower, lookAtDebt])(clients, subject, chance));

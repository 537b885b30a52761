import { setTimeout as pause } from 'node:timers/promises';
import type { Chance } from '../../../support/chance.ts';
import { type Clients, callApi, keepDoing, mayChangeCard, recordCard, type Subject } from './clients.ts';

const everyMs = 5_000;
const mostAttempts = 5;

async function setOnce(clients: Clients, subject: Subject, chance: Chance, isOpen: boolean): Promise<boolean> {
  const { host, accessToken, cardToken } = subject.merchant;
  const body = { token: cardToken, state: isOpen ? 'OPEN' : 'PAUSED' };
  const called = await callApi(clients, 'card switch', chance, '/api/lithic_card', { method: 'PATCH', host, token: accessToken, body });
  recordCard(subject, called, { kind: 'switch', isOpen });
  return called.outcome === 'ok';
}

async function set(clients: Clients, subject: Subject, chance: Chance, isOpen: boolean): Promise<void> {
  for (let attempts = 0; attempts < mostAttempts && mayChangeCard(subject); attempts += 1) {
    if (await setOnce(clients, subject, chance, isOpen)) return;
    await pause(chance.between(200, 1_000));
  }
}

/** Pauses a card and resumes it a moment later; sometimes two people do both at once before. */
export const switchCard = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs, async () => {
    if (!mayChangeCard(subject)) return;
    if (chance.is(0.25)) await Promise.all([setOnce(clients, subject, chance, false), setOnce(clients, subject, chance, true)]);
    else await set(clients, subject, chance, false);
    await pause(chance.between(300, 1_500));
    await set(clients, subject, chance, true);
  });

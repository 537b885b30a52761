import { noControls } from '../../../../server/domain/card/controls/controls.ts';
import type { Chance } from '../../../support/chance.ts';
import { type Clients, callApi, keepDoing, mayChangeCard, recordCard, type Subject } from './clients.ts';

const everyMs = { limit: 6_000, power: 4_000 };

/** Sets the most that one purchase may cost, or takes that limit away. */
export const setLimit = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs.limit, async () => {
    if (!mayChangeCard(subject)) return;
    const { host, token, accessToken, cardToken } = subject.merchant;
    const cents = chance.is(0.4) ? null : chance.between(800, 2_800);
    const body = { controls: { ...noControls, per_purchase_cents: cents } };
    const path = `/api/users/${token}/cards/${cardToken}/controls`;
    recordCard(subject, await callApi(clients, 'limit', chance, path, { method: 'PUT', host, token: accessToken, body }), { kind: 'limit', cents });
  });

const approvedSoFar = ({ recorded: { questions, card } }: Subject): number => {
  const asked = new Map(questions.filter(({ answer }) => answer === 'approved').map(({ key, cents }) => [key, cents]));
  const bought = card.flatMap(({ call }) => (call.kind === 'question' && call.answer === 'approved' ? [call.cents] : []));
  return [...asked.values(), ...bought].reduce((sum, cents) => sum + cents, 0);
};

/** Lets staff set spending power near to what is spent, so that most of the time little is left and sometimes nothing. */
export const setPower = (clients: Clients, subject: Subject, chance: Chance): Promise<void> =>
  keepDoing(clients, chance, everyMs.power, async () => {
    if (!mayChangeCard(subject)) return;
    const { host, token } = subject.merchant;
    const cents = Math.max(0, approvedSoFar(subject) + chance.between(-2_000, 20_000));
    const body = { override_cents: cents, expires_at: null, reason: 'What a history of calls needs' };
    const path = `/api/staff/receivers/${token}/spending_power_override`;
    const options = { method: 'PUT', host, token: subject.staffToken, body };
    recordCard(subject, await callApi(clients, 'spending power', chance, path, options), { kind: 'power', cents });
  });

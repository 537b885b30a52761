import { inTransaction } from '../../db/database.ts';
import { databaseOf, type NewRowOf } from '../../db/databaseOf.ts';
import type { ReceiverScope } from '../../db/scope.ts';
import { waysOf } from '../../domain/alerts/alertChoices.ts';
import { type AlertEvent, alertRule, cardOfLetter, eventOf, factOf, isAboutAllCards, isAddressed, onlyAddressOf } from '../../domain/alerts/alertEvents.ts';
import { type AlertTime, alertTime } from '../../domain/alerts/alertHours.ts';
import { accountKey, ownerKey, type PersonToTell, readPeopleToTell } from '../contact/peopleToTell.ts';
import type { Deps } from '../deps.ts';
import { briefOf } from '../mail/brief.ts';
import { type LetterAccount, type LetterName, readLetterAccount, writeLetter } from '../mail/writeLetter.ts';

interface Target extends AlertTime {
  channel: 'mail' | 'push' | 'slack';
  person: string;
  subscription_id: string | null;
}

const atOnce: AlertTime = { dueAt: null, isDigest: false };

/**
 * Stores an alert for each person and way that a letter is to be told by beside the owner's mail, and queues those that need not wait.
 * One fact has one alert for each way, however often this is repeated. Nothing is stored when there is nothing left to say.
 */
export async function planAlerts(deps: Deps, scope: ReceiverScope, named: LetterName): Promise<void> {
  const event = eventOf(named.kind);
  const account = event === null ? null : await readLetterAccount(deps, scope);
  if (event === null || account === null) return;
  const targets = await findTargets(deps, scope, account, { event, named });
  if (targets.length === 0) return;
  const letter = await writeLetter(deps, scope, account, named);
  if (!letter) return;
  const { kind, about } = named;
  const fact = factOf(kind, about);
  const row = ({ dueAt: due_at, isDigest: is_digest, ...target }: Target): NewRowOf<'alertSent'> => ({
    kind,
    about,
    fact,
    ...briefOf(letter),
    ...target,
    due_at,
    is_digest,
    created_at: deps.clock(),
  });
  await inTransaction(deps.database, async (transaction) => {
    const own = databaseOf(transaction, scope);
    await own.alertSent.createMany({ data: targets.map(row), skipDuplicates: true });
    const waiting = await own.alertSent.findMany({ where: { kind, fact, sent_at: null, dropped_at: null, due_at: null }, select: { id: true } });
    const jobs = waiting.map(({ id: alert_id }) => ({ data: { receiver_id: scope.receiverId, alert_id }, singletonKey: alert_id }));
    await deps.queue.sendMany('send-alert', jobs, transaction);
  });
}

interface Told {
  event: AlertEvent;
  named: LetterName;
}

async function findTargets(deps: Deps, scope: ReceiverScope, { receiver, program }: LetterAccount, { event, named }: Told): Promise<Target[]> {
  const { database, clock } = deps;
  const people = await readPeopleToTell(database, scope, receiver);
  const concerned = await recipientFilter(deps, scope, named);
  const timeOf = ({ hours }: PersonToTell) => alertTime(alertRule(event).urgency, hours, { timeZone: program.timeZone, now: clock() });
  return people.filter(concerned).flatMap((person): Target[] => {
    const ways = waysOf(person.choices, event);
    const isOwner = person.key === ownerKey;
    return [
      // The owner's mail, and a letter with an address of its own, are sent as letters.
      ...(ways.includes('mail') && !isOwner && !isAddressed(named.kind)
        ? [{ channel: 'mail' as const, person: person.key, subscription_id: null, ...atOnce }]
        : []),
      ...(ways.includes('push')
        ? person.devices.map((subscription_id) => ({ channel: 'push' as const, person: person.key, subscription_id, ...timeOf(person) }))
        : []),
      // The account has one Slack. It keeps the owner's hours.
      ...(ways.includes('slack') && isOwner ? [{ channel: 'slack' as const, person: accountKey, subscription_id: null, ...timeOf(person) }] : []),
    ];
  });
}

/** Returns whom of an account's people a letter concerns: all, only the person that it names, or of the cardholders only who holds its card or one of its cards. */
async function recipientFilter({ database }: Deps, scope: ReceiverScope, { kind, about }: LetterName): Promise<(person: PersonToTell) => boolean> {
  const address = onlyAddressOf(kind, about);
  if (address !== null) return ({ email, isOwner }) => !isOwner && email === address;
  const token = cardOfLetter(kind, about);
  const isAboutNone = token === null && !isAboutAllCards(kind);
  const where = token === null ? { state: { not: 'CLOSED' } } : { token };
  const cards = isAboutNone ? [] : await databaseOf(database, scope).card.findMany({ where, select: { holder_id: true } });
  const holders = new Set(cards.map(({ holder_id }) => holder_id));
  return ({ key, role, isOwner }) => isOwner || role !== 'cardholder' || holders.has(key);
}

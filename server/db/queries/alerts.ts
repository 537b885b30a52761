import { Prisma, prismaOf, readValue, type Transaction } from '../client.ts';
import type { AlertChoice, AlertHours, PushSubscription, TeamMember } from '../generated/client.ts';
import type { ReceiverScope } from '../scope.ts';
import { receiversAtOnce } from './plannerRuns.ts';

/** The team of a receiver with everybody's alert choices, devices and the account's Slack. */
export interface AlertRows {
  /** In the order in which they were invited. */
  members: Pick<TeamMember, 'id' | 'role' | 'email'>[];
  choices: Omit<AlertChoice, 'receiver_id'>[];
  hours: Omit<AlertHours, 'receiver_id'>[];
  devices: Pick<PushSubscription, 'id' | 'person'>[];
  has_slack: boolean;
}

/** Reads all on which it depends who is told of what happens, as of one moment: it is asked at each change of a balance. */
export function readAlertRows(transaction: Transaction, { receiverId }: ReceiverScope): Promise<AlertRows> {
  return readValue(
    transaction,
    Prisma.sql`json_build_object(
      'members', (SELECT coalesce(json_agg(json_build_object('id', id, 'role', role, 'email', email) ORDER BY id), '[]') FROM team_member
        WHERE receiver_id = ${receiverId}::uuid AND removed_at IS NULL AND joined_at IS NOT NULL),
      'choices', (SELECT coalesce(json_agg(json_build_object('person', person, 'event', event, 'channel', channel, 'is_on', is_on)), '[]') FROM alert_choice
        WHERE receiver_id = ${receiverId}::uuid),
      'hours', (SELECT coalesce(json_agg(json_build_object(
          'person', person, 'quiet_from', quiet_from, 'quiet_until', quiet_until, 'digest_hour', digest_hour, 'time_zone', time_zone)), '[]') FROM alert_hours
        WHERE receiver_id = ${receiverId}::uuid),
      'devices', (SELECT coalesce(json_agg(json_build_object('id', id, 'person', person) ORDER BY id), '[]') FROM push_subscription
        WHERE receiver_id = ${receiverId}::uuid),
      'has_slack', EXISTS (SELECT FROM slack_webhook WHERE receiver_id = ${receiverId}::uuid)
    )`,
  );
}

/** Returns the ids of the next receivers, after one and ordered by id, with alerts that have waited until now. */
export async function receiversWithDueAlerts(transaction: Transaction, now: Date, after: string): Promise<string[]> {
  const rows = await prismaOf(transaction).$queryRaw<{ receiver_id: string }[]>`
    SELECT DISTINCT receiver_id FROM alert_sent
    WHERE receiver_id > ${after}::uuid AND due_at <= ${now} AND sent_at IS NULL AND dropped_at IS NULL
    ORDER BY receiver_id LIMIT ${receiversAtOnce}`;
  return rows.map(({ receiver_id }) => receiver_id);
}

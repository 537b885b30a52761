import { Button, Checkbox, InlineStack, Text } from '@shopify/polaris';
import type { AlertsAnswer } from '../../../server/contract/alerts.ts';
import { isLastWay } from '../../../server/domain/alerts/alertChoices.ts';
import { type AlertChannel, alertChannelTexts, alertRule } from '../../../server/domain/alerts/alertEvents.ts';
import { alertTexts, missingWays } from '../../../server/domain/alerts/alertWords.ts';
import './alerts.css';
import { slackPart } from './SlackChannel.tsx';

type Event = AlertsAnswer['events'][number];

interface AlertsTableProps {
  alerts: AlertsAnswer;
  isBusy: boolean;
  onChoose: (choice: { event: Event['event']; channel: AlertChannel; is_on: boolean }) => void;
}

/** A frame takes no push messages: they are turned on at the full site. */
const channels = ['mail', 'slack'] as const satisfies readonly AlertChannel[];

/** The table of what a person is told of by mail and in Slack. */
export function AlertsTable(props: AlertsTableProps) {
  const { alerts } = props;
  return (
    <>
      <NoSlack alerts={alerts} />
      <table className="alerts">
        <caption>{alertTexts.table}</caption>
        <thead>
          <tr>
            <th scope="col">{alertTexts.event}</th>
            {channels.map((channel) => (
              <th key={channel} scope="col">
                {alertChannelTexts[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {alerts.events.map((row) => (
            <tr key={row.event}>
              <th scope="row">
                {alertRule(row.event).label}
                <Text as="p" tone="subdued">
                  {alertRule(row.event).text}
                  {alerts.is_owner && alertRule(row.event).isMustKnow && ` ${alertTexts.mustKnow}`}
                </Text>
              </th>
              {channels.map((channel) => (
                <td key={channel}>
                  <Way {...props} row={row} channel={channel} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </>
  );
}

/** Says above the table why nothing can be chosen for Slack, and leads to where it is connected. */
function NoSlack({ alerts }: Pick<AlertsTableProps, 'alerts'>) {
  const missing = missingWays(alerts).find(({ channel }) => channel === 'slack');
  if (!missing) return null;
  return (
    <InlineStack gap="200">
      <Text as="p">{missing.reason}</Text>
      {missing.link !== null && (
        <Button variant="plain" onClick={() => document.getElementById(slackPart)?.focus()}>
          {missing.link}
        </Button>
      )}
    </InlineStack>
  );
}

interface WayProps extends AlertsTableProps {
  row: Event;
  channel: (typeof channels)[number];
}

function Way({ row: { event, ways }, channel, alerts, isBusy, onChoose }: WayProps) {
  const { label } = alertRule(event);
  const isSet = channel === 'mail' || (alerts.slack !== null && alerts.may_manage_slack);
  if (!isSet) return <Text as="span">{ways[channel] ? 'On' : '–'}</Text>;
  const isLast = isLastWay({ isOwner: alerts.is_owner }, event, ways, channel);
  return (
    <Checkbox
      label={`${alertChannelTexts[channel]}: ${label}`}
      labelHidden
      checked={ways[channel]}
      disabled={isBusy || isLast}
      onChange={(is_on) => onChoose({ event, channel, is_on })}
    />
  );
}

import type { AlertsAnswer } from '../../../../server/contract/alerts.ts';
import { isLastWay } from '../../../../server/domain/alerts/alertChoices.ts';
import { type AlertChannel, alertChannelTexts, alertRule } from '../../../../server/domain/alerts/alertEvents.ts';
import { alertTexts, missingWays } from '../../../../server/domain/alerts/alertWords.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { useSelfSaving } from '../../../forms/useSelfSaving.ts';
import { useReceiver } from '../../../session/receiver.ts';
import { useChangeAlerts } from './alertsQuery.ts';

/** The id of the words that say why a way cannot be chosen. */
export const reasonOf = (channel: AlertChannel) => `no-${channel}`;

interface AlertWayProps {
  channel: AlertChannel;
  row: AlertsAnswer['events'][number];
  alerts: AlertsAnswer;
  isReadOnly: boolean;
}

/** The box by which a person is told of an event in one way, or not. */
export function AlertWay({ channel, row, alerts, isReadOnly }: AlertWayProps) {
  const { reload } = useReceiver();
  const change = useChangeAlerts();
  const { event, ways } = row;
  const setting = useSelfSaving(ways[channel], async (is_on) => {
    await change({ choices: [{ event, channel, is_on }] });
    await reload();
  });
  const isLast = isLastWay({ isOwner: alerts.is_owner }, event, { ...ways, [channel]: setting.value }, channel);
  const isMissing = missingWays(alerts).some((missing) => missing.channel === channel);
  return (
    <>
      <label>
        <input
          type="checkbox"
          aria-label={`${alertChannelTexts[channel]}: ${alertRule(event).label}`}
          title={isLast ? alertTexts.mustKnow : undefined}
          checked={setting.value}
          aria-describedby={isMissing && !isReadOnly ? reasonOf(channel) : undefined}
          disabled={isReadOnly || isLast || isMissing}
          onChange={() => setting.choose(!setting.value)}
        />
        <span aria-hidden="true">{alertChannelTexts[channel]}</span>
      </label>
      <Problem problem={setting.problem} />
    </>
  );
}

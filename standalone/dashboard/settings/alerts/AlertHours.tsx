import styled from 'styled-components';
import type { AlertsAnswer } from '../../../../server/contract/alerts.ts';
import { withQuietFrom } from '../../../../server/domain/alerts/alertHours.ts';
import { alertTexts, alertTimeZone } from '../../../../server/domain/alerts/alertWords.ts';
import { hourInWords } from '../../../../server/domain/basics/words.ts';
import { Hint } from '../../../forms/fieldLayout.ts';
import { PlainSelect } from '../../../forms/PlainSelect.tsx';
import { Problem } from '../../../forms/Problem.tsx';
import { useSelfSaving } from '../../../forms/useSelfSaving.ts';
import { Lead } from '../Section.tsx';
import { useChangeAlerts } from './alertsQuery.ts';

const Row = styled.fieldset`
  border: 0;
  display: flex;
  flex-wrap: wrap;
  gap: 1rem;
  margin: 0;
  padding: 0;
`;

const words = alertTexts.hours;
const none = 'none';
const hours = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }));
const orNone = (label: string) => [{ value: none, label }, ...hours];
const textOf = (hour: number | null) => (hour === null ? none : String(hour));
const hourOf = (text: string) => (text === none ? null : Number(text));

/** When push and Slack wait, by a clock of the person's choice, and the hour of the digest. */
export function AlertHours({ alerts, isReadOnly }: { alerts: AlertsAnswer; isReadOnly: boolean }) {
  const change = useChangeAlerts();
  const setting = useSelfSaving(alerts.hours, (chosen) => change({ hours: chosen }));
  const { value } = setting;
  const choose = (changes: Partial<AlertsAnswer['hours']>) => setting.choose({ ...value, ...changes });
  const { zone, zones } = alertTimeZone({ hours: value, time_zone: alerts.time_zone });
  return (
    <>
      <h3>{words.heading}</h3>
      <Lead>{words.lead}</Lead>
      <Row disabled={isReadOnly}>
        <PlainSelect
          label={words.from}
          options={orNone(words.none)}
          value={textOf(value.quiet_from)}
          onChoose={(text) => setting.choose(withQuietFrom(value, hourOf(text)))}
        />
        {value.quiet_from !== null && (
          <PlainSelect
            label={words.until}
            options={hours.filter((hour) => hour.value !== String(value.quiet_from))}
            value={textOf(value.quiet_until)}
            onChoose={(text) => choose({ quiet_until: hourOf(text) })}
          />
        )}
        <PlainSelect
          label={words.digest}
          options={orNone(words.noDigest)}
          value={textOf(value.digest_hour)}
          onChoose={(text) => choose({ digest_hour: hourOf(text) })}
        />
        <PlainSelect label={words.zone} options={zones} value={zone} onChoose={(time_zone) => choose({ time_zone })} />
      </Row>
      <Hint>{words.digestHint}</Hint>
      <Problem problem={setting.problem} />
    </>
  );
}

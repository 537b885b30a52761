import { BlockStack, FormLayout, Select, Text } from '@shopify/polaris';
import type { AlertsAnswer } from '../../../server/contract/alerts.ts';
import { withQuietFrom } from '../../../server/domain/alerts/alertHours.ts';
import { alertTexts, alertTimeZone } from '../../../server/domain/alerts/alertWords.ts';
import { hourInWords } from '../../../server/domain/basics/words.ts';

const none = 'none';
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }));
const textOf = (hour: number | null) => (hour === null ? none : String(hour));
const hourOf = (text: string) => (text === none ? null : Number(text));

interface AlertHoursProps {
  alerts: AlertsAnswer;
  isBusy: boolean;
  onChoose: (hours: AlertsAnswer['hours']) => void;
}

/** When Slack and push wait, by a clock of the person's choice, and the hour of the digest. */
export function AlertHours({ alerts, isBusy, onChoose }: AlertHoursProps) {
  const { hours } = alerts;
  const words = alertTexts.hours;
  const { zone, zones } = alertTimeZone(alerts);
  return (
    <BlockStack gap="200">
      <Text as="h3" variant="headingSm">
        {words.heading}
      </Text>
      <Text as="p">{words.lead}</Text>
      <FormLayout>
        <Select
          label={words.from}
          options={[{ value: none, label: words.none }, ...hourOptions]}
          value={textOf(hours.quiet_from)}
          disabled={isBusy}
          onChange={(text) => onChoose(withQuietFrom(hours, hourOf(text)))}
        />
        {hours.quiet_from !== null && (
          <Select
            label={words.until}
            options={hourOptions.filter(({ value }) => value !== String(hours.quiet_from))}
            value={textOf(hours.quiet_until)}
            disabled={isBusy}
            onChange={(text) => onChoose({ ...hours, quiet_until: hourOf(text) })}
          />
        )}
        <Select
          label={words.digest}
          options={[{ value: none, label: words.noDigest }, ...hourOptions]}
          value={textOf(hours.digest_hour)}
          helpText={words.digestHint}
          disabled={isBusy}
          onChange={(text) => onChoose({ ...hours, digest_hour: hourOf(text) })}
        />
        <Select label={words.zone} options={[...zones]} value={zone} disabled={isBusy} onChange={(time_zone) => onChoose({ ...hours, time_zone })} />
      </FormLayout>
    </BlockStack>
  );
}

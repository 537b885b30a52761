import { BlockStack, Button, Checkbox, FormLayout, InlineStack, Select, Text, TextField } from '@shopify/polaris';
import { useState } from 'react';
import type { AlertsAnswer, deleteSlack, postSlack, putAlerts } from '../../server/contract/alerts.ts';
import { isLastWay } from '../../server/domain/alerts/alertChoices.ts';
import { type AlertChannel, alertChannelTexts, alertRule } from '../../server/domain/alerts/alertEvents.ts';
import { alertTexts, missingWays } from '../../server/domain/alerts/alertWords.ts';
import { hourInWords } from '../../server/domain/basics/words.ts';
import { FullSiteButton } from '../components/FullSiteButton.tsx';
import { callCore } from '../onboarding/call.ts';
import { ProblemBanner } from '../onboarding/ProblemBanner.tsx';
import { useEffectCall } from '../useEffectCall.ts';
import './alerts.css';
import { Section } from './Section.tsx';

interface AlertsProps {
  alerts: AlertsAnswer;
  /** The receiver's. */
  token: string;
}

/** A frame takes no push messages: they are turned on at the full site. */
const channels = ['mail', 'slack'] as const satisfies readonly AlertChannel[];

/** What the person is told of by mail and in Slack, and when. Push is offered at the full site. */
export function Alerts({ alerts, token }: AlertsProps) {
  const changing = useEffectCall(
    (body: Parameters<typeof callCore<typeof putAlerts>>[1]['body']) => callCore<typeof putAlerts>('PUT /api/users/:token/alerts', { params: { token }, body }),
    'Saved',
  );
  const isBusy = changing.isBusy;
  return (
    <Section id="alerts" title={alertTexts.heading}>
      <Text as="p">{alertTexts.lead}</Text>
      <ProblemBanner problem={changing.problem} />
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
                  <Way row={row} channel={channel} alerts={alerts} isBusy={isBusy} onChoose={(choice) => void changing.run({ choices: [choice] })} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Slack alerts={alerts} token={token} />
      <Hours alerts={alerts} isBusy={isBusy} onChoose={(hours) => void changing.run({ hours })} />
      <Text as="h3" variant="headingSm">
        {alertTexts.push.heading}
      </Text>
      <Text as="p">{alertTexts.push.framed}</Text>
      <FullSiteButton path="/settings">Turn them on at the full site</FullSiteButton>
    </Section>
  );
}

const slackPart = 'set-up-slack';

/** Says above the table why nothing can be chosen for Slack, and leads to where it is connected. */
function NoSlack({ alerts }: Pick<AlertsProps, 'alerts'>) {
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

interface WayProps {
  row: AlertsAnswer['events'][number];
  channel: (typeof channels)[number];
  alerts: AlertsAnswer;
  isBusy: boolean;
  onChoose: (choice: { event: AlertsAnswer['events'][number]['event']; channel: AlertChannel; is_on: boolean }) => void;
}

function Way({ row: { event, ways }, channel, alerts, isBusy, onChoose }: WayProps) {
  const { label, mailField } = alertRule(event);
  const isSet = channel === 'mail' || (alerts.slack !== null && alerts.may_manage_slack);
  // The owner's two mails that have a field of their own are switched above, with the page's own bar.
  if (channel === 'mail' && alerts.is_owner && mailField) return <Text as="span">Under “Emails”</Text>;
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

function Slack({ alerts: { slack, may_manage_slack }, token }: AlertsProps) {
  const words = alertTexts.slack;
  const [url, setUrl] = useState('');
  const [label, setLabel] = useState('');
  const connecting = useEffectCall(
    (body: { url: string; label: string }) => callCore<typeof postSlack>('POST /api/users/:token/alerts/slack', { params: { token }, body }),
    'Connected',
  );
  const ending = useEffectCall(
    (_: null) => callCore<typeof deleteSlack>('DELETE /api/users/:token/alerts/slack', { params: { token }, body: {} }),
    'Disconnected',
  );
  const messageAt = (field: string) => connecting.problem?.errors?.find(({ path }) => path === field)?.message ?? false;
  return (
    <BlockStack gap="200">
      <div id={slackPart} tabIndex={-1}>
        <Text as="h3" variant="headingSm">
          {words.heading}
        </Text>
      </div>
      <Text as="p">{slack === null ? words.none : words.on(slack.label)}</Text>
      {!may_manage_slack && (
        <Text as="p" tone="subdued">
          {words.managersOnly}
        </Text>
      )}
      <ProblemBanner problem={connecting.problem?.errors ? null : (connecting.problem ?? ending.problem)} />
      {may_manage_slack && slack === null && (
        <FormLayout>
          <TextField
            label={words.field}
            type="url"
            autoComplete="off"
            maxLength={512}
            value={url}
            onChange={setUrl}
            helpText={words.steps}
            error={messageAt('url')}
          />
          <TextField
            label={words.label}
            autoComplete="off"
            maxLength={80}
            value={label}
            onChange={setLabel}
            helpText={words.labelHint}
            error={messageAt('label')}
          />
          <Button loading={connecting.isBusy} onClick={() => void connecting.run({ url: url.trim(), label: label.trim() })}>
            {words.connect}
          </Button>
        </FormLayout>
      )}
      {may_manage_slack && slack !== null && (
        <InlineStack>
          <Button loading={ending.isBusy} onClick={() => void ending.run(null)}>
            {words.disconnect}
          </Button>
        </InlineStack>
      )}
    </BlockStack>
  );
}

const none = 'none';
const hourOptions = Array.from({ length: 24 }, (_, hour) => ({ value: String(hour), label: hourInWords(hour) }));
const textOf = (hour: number | null) => (hour === null ? none : String(hour));
const hourOf = (text: string) => (text === none ? null : Number(text));

interface HoursProps {
  alerts: AlertsAnswer;
  isBusy: boolean;
  onChoose: (hours: AlertsAnswer['hours']) => void;
}

function Hours({ alerts: { hours }, isBusy, onChoose }: HoursProps) {
  const words = alertTexts.hours;
  const chooseFrom = (from: number | null) => {
    const usual = from === 7 ? 21 : 7;
    onChoose({
      ...hours,
      quiet_from: from,
      quiet_until: from === null ? null : hours.quiet_until === null || hours.quiet_until === from ? usual : hours.quiet_until,
    });
  };
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
          onChange={(text) => chooseFrom(hourOf(text))}
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
      </FormLayout>
    </BlockStack>
  );
}

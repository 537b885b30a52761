import { Text } from '@shopify/polaris';
import type { AlertsAnswer, putAlerts } from '../../../server/contract/alerts.ts';
import { alertTexts } from '../../../server/domain/alerts/alertWords.ts';
import { callCore } from '../../call.ts';
import { FullSiteButton } from '../../components/FullSiteButton.tsx';
import { ProblemBanner } from '../../components/ProblemBanner.tsx';
import { useEffectCall } from '../../useEffectCall.ts';
import { Section } from '../Section.tsx';
import { AlertHours } from './AlertHours.tsx';
import { AlertsTable } from './AlertsTable.tsx';
import { SlackChannel } from './SlackChannel.tsx';
import { TestAlert } from './TestAlert.tsx';

interface AlertsProps {
  alerts: AlertsAnswer;
  /** The receiver's. */
  token: string;
}

/** The reader's alert settings: mail, Slack and hours. Push is offered at the full site. */
export function Alerts({ alerts, token }: AlertsProps) {
  const { run, isBusy, problem } = useEffectCall(
    (body: Parameters<typeof callCore<typeof putAlerts>>[1]['body']) => callCore<typeof putAlerts>('PUT /api/users/:token/alerts', { params: { token }, body }),
    'Saved',
  );
  return (
    <Section id="alerts" title={alertTexts.heading}>
      <Text as="p">{alertTexts.lead}</Text>
      <ProblemBanner problem={problem} />
      <AlertsTable alerts={alerts} isBusy={isBusy} onChoose={(choice) => void run({ choices: [choice] })} />
      <Text as="p">
        {alertTexts.mailsGoTo(alerts.email)} {alertTexts.alwaysMailed}
      </Text>
      {alerts.email !== null && <TestAlert channel="mail" token={token} />}
      <SlackChannel alerts={alerts} token={token} />
      <AlertHours alerts={alerts} isBusy={isBusy} onChoose={(hours) => void run({ hours })} />
      <Text as="h3" variant="headingSm">
        {alertTexts.push.heading}
      </Text>
      <Text as="p">{alertTexts.push.framed}</Text>
      <FullSiteButton path="/settings">Turn them on at the full site</FullSiteButton>
    </Section>
  );
}

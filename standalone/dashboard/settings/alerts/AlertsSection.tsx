import { useQuery } from '@tanstack/react-query';
import { alertTexts } from '../../../../server/domain/alerts/alertWords.ts';
import { ErrorState } from '../../../layout/ErrorState.tsx';
import { Skeleton } from '../../../layout/Skeleton.tsx';
import { useReceiver } from '../../../session/receiver.ts';
import { useApi } from '../../../session/session.ts';
import { Lead, Section } from '../Section.tsx';
import { AlertHours } from './AlertHours.tsx';
import { AlertsTable } from './AlertsTable.tsx';
import { alertsQuery } from './alertsQuery.ts';
import { PushHere } from './PushHere.tsx';
import { SlackChannel } from './SlackChannel.tsx';
import { TestAlert } from './TestAlert.tsx';

/** The reader's alert settings. Each choice saves by itself, and is taken back when that fails. */
export function AlertsSection() {
  const { receiver } = useReceiver();
  return (
    <Section id="mails">
      <Lead>{alertTexts.lead}</Lead>
      {receiver.owner_needed === null ? <Shown /> : <Lead>{receiver.owner_needed}</Lead>}
    </Section>
  );
}

function Shown() {
  const { receiver, isMasquerading } = useReceiver();
  const { data: alerts, error, refetch } = useQuery(alertsQuery(useApi(), receiver.token));
  if (error && !alerts) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
  if (!alerts) return <Skeleton label="Loading your alerts" lines={8} />;
  return (
    <>
      <AlertsTable alerts={alerts} isReadOnly={isMasquerading} />
      <Lead>
        {alertTexts.mailsGoTo(alerts.email)} {alertTexts.alwaysMailed}
      </Lead>
      {!isMasquerading && alerts.email !== null && <TestAlert channel="mail" />}
      <PushHere alerts={alerts} isReadOnly={isMasquerading} />
      <SlackChannel alerts={alerts} isReadOnly={isMasquerading} />
      <AlertHours alerts={alerts} isReadOnly={isMasquerading} />
    </>
  );
}

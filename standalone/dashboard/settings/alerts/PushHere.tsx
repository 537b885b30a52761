import { Button, InlineMessage } from '@bigcommerce/big-design';
import styled from 'styled-components';
import type { AlertsAnswer } from '../../../../server/contract/alerts.ts';
import { alertTexts } from '../../../../server/domain/alerts/alertWords.ts';
import { formatShortDate } from '../../../../server/domain/basics/dateFormats.ts';
import { Problem } from '../../../forms/Problem.tsx';
import { ButtonRow } from '../../../layout/ButtonRow.ts';
import { Lead } from '../Section.tsx';
import { headingOfWay } from './AlertsTable.tsx';
import { TestAlert } from './TestAlert.tsx';
import { usePushHere } from './usePushHere.ts';

const Devices = styled.ul`
  list-style: none;
  margin: 0 0 1rem;
  padding: 0;

  li {
    align-items: center;
    display: flex;
    flex-wrap: wrap;
    gap: 0.25rem 1rem;
    justify-content: space-between;
    padding: 0.25rem 0;
  }

  .bd-button {
    margin: 0;
    width: auto;
  }
`;

const words = alertTexts.push;

/** Push on this device: whether it can take messages, the button that turns them on, and the person's other devices. */
export function PushHere({ alerts, isReadOnly }: { alerts: AlertsAnswer; isReadOnly: boolean }) {
  const { push } = alerts;
  const { support, here, hasFailed, turningOn, forgetting } = usePushHere(alerts);
  const others = push.devices.filter((device) => device.id !== here?.id);
  const { key } = push;
  return (
    <>
      <h3 id={headingOfWay('push')} tabIndex={-1}>
        {words.heading}
      </h3>
      {key === null && <Lead>{words.notOffered}</Lead>}
      {key !== null && here === null && <Lead>{support === 'supported' ? words.off : words[support]}</Lead>}
      {here !== null && <Lead>{words.on}</Lead>}
      {hasFailed && <InlineMessage type="error" marginBottom="medium" messages={[{ text: words.failed }]} />}
      <Problem problem={turningOn.problem ?? forgetting.problem} />
      {!isReadOnly && key !== null && support === 'supported' && (
        <ButtonRow>
          {here === null ? (
            <Button variant="secondary" isLoading={turningOn.isBusy} onClick={() => void turningOn.run(key)}>
              {words.enable}
            </Button>
          ) : (
            <Button variant="secondary" isLoading={forgetting.isBusy} onClick={() => void forgetting.run(here.id)}>
              {words.disable}
            </Button>
          )}
        </ButtonRow>
      )}
      {!isReadOnly && push.devices.length > 0 && <TestAlert channel="push" />}
      {others.length > 0 && (
        <>
          <p>{words.others}</p>
          <Devices>
            {others.map(({ id, service, created_at }) => (
              <li key={id}>
                {service}, since {formatShortDate(new Date(created_at), 'local')}
                {!isReadOnly && (
                  <Button variant="subtle" disabled={forgetting.isBusy} onClick={() => void forgetting.run(id)}>
                    {words.forget(service)}
                  </Button>
                )}
              </li>
            ))}
          </Devices>
        </>
      )}
    </>
  );
}

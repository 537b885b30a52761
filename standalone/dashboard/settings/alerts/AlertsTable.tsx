import styled from 'styled-components';
import type { AlertsAnswer } from '../../../../server/contract/alerts.ts';
import { type AlertChannel, alertChannels, alertChannelTexts, alertRule } from '../../../../server/domain/alerts/alertEvents.ts';
import { alertTexts, missingWays } from '../../../../server/domain/alerts/alertWords.ts';
import { Lead } from '../Section.tsx';
import { AlertWay, reasonOf } from './AlertWay.tsx';

/** On a phone each row is a card of its own, in which each box says its way. */
const Table = styled.table`
  border-collapse: collapse;
  margin: 0 0 1.25rem;
  width: 100%;

  thead th {
    color: ${({ theme }) => theme.colors.secondary60};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    padding: 0 0.5rem 0.5rem;
    text-align: center;
  }

  thead th:first-child {
    padding-left: 0;
    text-align: left;
  }

  tbody tr {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  tbody th {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
    padding: 0.75rem 0.5rem 0.75rem 0;
    text-align: left;
  }

  p {
    color: ${({ theme }) => theme.colors.secondary60};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    margin: 0;
    text-wrap: pretty;
  }

  td {
    padding: 0.75rem 0.5rem;
    text-align: center;
    vertical-align: top;
    width: 4rem;
  }

  label {
    align-items: center;
    cursor: pointer;
    display: inline-flex;
    gap: 0.5rem;
    justify-content: center;
    min-height: 1.5rem;
    min-width: 1.5rem;
  }

  label span {
    display: none;
  }

  input {
    accent-color: ${({ theme }) => theme.colors.primary};
    height: 1.25rem;
    margin: 0;
    width: 1.25rem;
  }

  @media (max-width: 599px) {
    &,
    tbody {
      display: block;
    }

    thead {
      display: none;
    }

    tbody tr {
      display: flex;
      flex-wrap: wrap;
      gap: 0.25rem 1.5rem;
      padding: 0.75rem 0;
    }

    tbody th {
      flex-basis: 100%;
      padding: 0;
    }

    td {
      padding: 0.25rem 0;
      width: auto;
    }

    label span {
      display: inline;
    }
  }
`;

interface AlertsTableProps {
  alerts: AlertsAnswer;
  /** Staff look, and choose nothing for a customer. */
  isReadOnly: boolean;
}

/** The table of what a person is told of and how. A way that is not set up yet has no box to tick. */
export function AlertsTable({ alerts, isReadOnly }: AlertsTableProps) {
  return (
    <>
      {!isReadOnly && <MissingWays alerts={alerts} />}
      <Table aria-label={alertTexts.table}>
        <thead>
          <tr>
            <th scope="col">{alertTexts.event}</th>
            {alertChannels.map((channel) => (
              <th key={channel} scope="col">
                {alertChannelTexts[channel]}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {alerts.events.map((row) => (
            <Row key={row.event} row={row} alerts={alerts} isReadOnly={isReadOnly} />
          ))}
        </tbody>
      </Table>
    </>
  );
}

/** The id of the heading below which a way is set up. */
export const headingOfWay = (channel: AlertChannel) => `set-up-${channel}`;

/** Says above the table why the boxes of a way cannot be ticked, and leads to where it is set up. */
function MissingWays({ alerts }: Pick<AlertsTableProps, 'alerts'>) {
  return missingWays(alerts).map(({ channel, reason, link }) => (
    <Lead key={channel} id={reasonOf(channel)}>
      {reason} {link !== null && <a href={`#${headingOfWay(channel)}`}>{link}</a>}
    </Lead>
  ));
}

function Row({ row, alerts, isReadOnly }: AlertsTableProps & { row: AlertsAnswer['events'][number] }) {
  const rule = alertRule(row.event);
  return (
    <tr>
      <th scope="row">
        {rule.label}
        <p>
          {rule.text}
          {alerts.is_owner && rule.isMustKnow && ` ${alertTexts.mustKnow}`}
        </p>
      </th>
      {alertChannels.map((channel) => (
        <td key={channel}>
          <AlertWay channel={channel} row={row} alerts={alerts} isReadOnly={isReadOnly} />
        </td>
      ))}
    </tr>
  );
}

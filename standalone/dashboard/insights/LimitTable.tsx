import styled from 'styled-components';
import { formatDay } from '../../../server/domain/basics/dateFormats.ts';
import { formatUsd } from '../../../server/domain/basics/money.ts';
import type { LimitStep } from '../../../server/domain/spendingPower/limitHistory.ts';
import { limitTexts } from '../../../server/domain/spendingPower/limitTexts.ts';
import { signed } from '../../../server/domain/spendingPower/spendingPowerLog.ts';

/** Scrolls within itself, so that a long list does not push away what follows. */
const Scrolled = styled.section`
  border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  margin-top: 0.75rem;
  max-height: 16rem;
  overflow-y: auto;
  position: relative;
`;

const Table = styled.table`
  border-collapse: collapse;
  width: 100%;

  caption,
  thead {
    clip-path: inset(50%);
    position: absolute;
  }

  th,
  td {
    border-bottom: 1px solid ${({ theme }) => theme.colors.secondary20};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    padding: 0.5rem 0;
    text-align: left;
    vertical-align: top;
  }

  td {
    padding-left: 1rem;
    text-align: right;
    white-space: nowrap;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }

  td:last-child {
    padding-right: 0.5rem;
  }
`;

/** The days on which the limit moved, the newest first, each with its causes. */
export function LimitTable({ steps }: { steps: readonly LimitStep[] }) {
  return (
    <Scrolled aria-label={limitTexts.steps} tabIndex={0}>
      <Table>
        <caption>{limitTexts.overTime}</caption>
        <thead>
          <tr>
            <th scope="col">Day and cause</th>
            <th scope="col">Limit and change</th>
          </tr>
        </thead>
        <tbody>
          {steps.toReversed().map(({ date, total_cents, change_cents, causes }) => (
            <tr key={date}>
              <th scope="row">
                {formatDay(date)}
                {causes.map((cause) => (
                  <small key={cause}>{cause}</small>
                ))}
              </th>
              <td>
                {formatUsd(total_cents)}
                {change_cents !== null && <small>{signed(change_cents)}</small>}
              </td>
            </tr>
          ))}
        </tbody>
      </Table>
    </Scrolled>
  );
}

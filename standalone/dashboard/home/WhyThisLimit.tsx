import { useQuery } from '@tanstack/react-query';
import styled from 'styled-components';
import type { SpendingPowerAnswer } from '../../../server/contract/spendingPower.ts';
import { isoDate } from '../../../server/domain/basics/dates.ts';
import { cents, formatUsd, negate } from '../../../server/domain/basics/money.ts';
import { signed } from '../../../server/domain/spendingPower/spendingPowerLog.ts';
import { Card } from '../../layout/Card.tsx';
import { EmptyState } from '../../layout/EmptyState.tsx';
import { ErrorState } from '../../layout/ErrorState.tsx';
import { Skeleton } from '../../layout/Skeleton.tsx';
import { useReceiver } from '../../session/receiver.ts';
import { useApi } from '../../session/session.ts';
import { spendingPowerQuery } from '../queries.ts';
import { useToday } from '../today.ts';
import { describeDue } from './describeDue.ts';

const Halves = styled.div`
  display: grid;
  gap: 1rem;

  @media (min-width: 1100px) {
    grid-template-columns: 3fr 2fr;
  }
`;

const Steps = styled.table`
  border-collapse: collapse;
  margin-top: 0.5rem;
  width: 100%;

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    padding: 0.625rem 0;
    text-align: left;
    vertical-align: top;
  }

  tr:first-child > * {
    border-top: 0;
  }

  td {
    padding-left: 1rem;
    text-align: right;
    white-space: nowrap;
  }

  thead {
    clip-path: inset(50%);
    position: absolute;
  }

  tfoot th,
  tfoot td {
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }
`;

const Track = styled.div`
  height: 0.375rem;
  margin-top: 0.375rem;
  position: relative;
`;

const Span = styled.div<{ $kind: 'level' | 'up' | 'down' }>`
  background: ${({ theme, $kind }) => ({ level: theme.colors.primary, up: theme.colors.success, down: theme.palette.accent })[$kind]};
  border-radius: 2px;
  height: 100%;
  min-width: 2px;
  position: absolute;
`;

const Reasons = styled.ul`
  color: ${({ theme }) => theme.colors.secondary60};
  margin: 0.75rem 0 0;
  padding-left: 1.25rem;

  li + li {
    margin-top: 0.25rem;
  }
`;

const Log = styled.ol`
  list-style: none;
  margin: 0.5rem 0 0;
  padding: 0;

  li {
    padding: 0.5rem 0;
  }

  li + li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;

/** Shows step by step how sales led to the limit, and what changed it lately. */
export function WhyThisLimit() {
  const { receiver } = useReceiver();
  const { data, error, refetch } = useQuery(spendingPowerQuery(useApi(), receiver.token));
  const shown = (view: (answer: SpendingPowerAnswer) => JSX.Element) => {
    if (error) return <ErrorState message={error.message} onRetry={() => void refetch()} />;
    return data ? view(data) : <Skeleton label="Loading why your limit is what it is" lines={8} />;
  };
  return (
    <Halves>
      <Card title="Why this limit">
        {shown((answer) => (
          <Waterfall answer={answer} />
        ))}
      </Card>
      <Card title="What changed it">
        {shown((answer) => (
          <ChangeLog changes={answer.changes} />
        ))}
      </Card>
    </Halves>
  );
}

/** Shows step by step how sales led to the limit. */
export function Waterfall({ answer }: { answer: SpendingPowerAnswer }) {
  const { terms, reasons, total_cents, outstanding_cents, available_cents } = answer;
  if (total_cents === null) return <EmptyState heading="No limit yet">It is worked out from your store’s sales as soon as they have been read.</EmptyState>;
  const largest = Math.max(1, ...terms.map(({ subtotal_cents }) => subtotal_cents));
  return (
    <>
      <Steps>
        <thead>
          <tr>
            <th scope="col">Step</th>
            <th scope="col">Amount</th>
          </tr>
        </thead>
        <tbody>
          {terms.map(({ key, label, change_cents, subtotal_cents }, place) => (
            <tr key={key}>
              <th scope="row">
                {label}
                <Step from={place === 0 ? 0 : subtotal_cents - change_cents} to={subtotal_cents} largest={largest} isFirst={place === 0} />
              </th>
              <td>{place === 0 || change_cents === 0 ? formatUsd(cents(change_cents)) : signed(cents(change_cents))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row">Total limit</th>
            <td>{formatUsd(cents(total_cents))}</td>
          </tr>
          <tr>
            <th scope="row">Outstanding</th>
            <td>{outstanding_cents === 0 ? formatUsd(cents(0)) : signed(negate(cents(outstanding_cents)))}</td>
          </tr>
          <tr>
            <th scope="row">Available to spend</th>
            <td>{formatUsd(cents(available_cents))}</td>
          </tr>
        </tfoot>
      </Steps>
      {reasons.length > 0 && (
        <Reasons aria-label="What keeps it down">
          {reasons.map(({ text }) => (
            <li key={text}>{text}</li>
          ))}
        </Reasons>
      )}
    </>
  );
}

/** Draws one step of the waterfall, to scale. */
function Step({ from, to, largest, isFirst }: { from: number; to: number; largest: number; isFirst: boolean }) {
  const percent = (amount: number) => `${(Math.max(0, amount) / largest) * 100}%`;
  const kind = isFirst ? 'level' : to < from ? 'down' : 'up';
  return (
    <Track aria-hidden="true">
      <Span $kind={kind} style={{ left: percent(Math.min(from, to)), width: percent(Math.abs(to - from)) }} />
    </Track>
  );
}

/** Lists the latest changes of the amount available, newest first. */
export function ChangeLog({ changes }: Pick<SpendingPowerAnswer, 'changes'>) {
  const today = useToday();
  if (changes.length === 0)
    return <EmptyState heading="Nothing has changed lately">Each change of what you can spend appears here, with its reason.</EmptyState>;
  return (
    <Log>
      {changes.map(({ date, text }) => (
        <li key={`${date} ${text}`}>
          {text}
          <small>{describeDue(isoDate(date), today)}</small>
        </li>
      ))}
    </Log>
  );
}

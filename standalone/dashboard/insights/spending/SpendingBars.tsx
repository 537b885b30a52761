import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import styled from 'styled-components';
import type { SpendingAnswer } from '../../../../server/contract/insights.ts';
import { cents, formatUsd } from '../../../../server/domain/basics/money.ts';
import { formatMonth, type Month, readMonth } from '../../../../server/domain/basics/periods.ts';
import { rowsOfMonth } from '../../../../server/domain/insights/rowsBehind.ts';
import { changeInWords, shareInWords, spendingTexts } from '../../../../server/domain/insights/spendingGroups.ts';
import { RowsLink } from './RowsLink.tsx';

const List = styled.ol`
  list-style: none;
  margin: 0;
  padding: 0;

  li {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    padding: 0.625rem 0;
  }

  small {
    color: ${({ theme }) => theme.colors.secondary60};
    display: block;
    font-size: ${({ theme }) => theme.typography.fontSize.small};
  }
`;

const Line = styled.div`
  align-items: baseline;
  display: flex;
  gap: 1rem;
  justify-content: space-between;

  > :first-child {
    min-width: 0;
    overflow-wrap: anywhere;
  }

  > :last-child {
    font-variant-numeric: tabular-nums;
    white-space: nowrap;
  }
`;

const Total = styled.li`
  && {
    border-top: 0;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  small {
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  }
`;

const Track = styled.div`
  background: ${({ theme }) => theme.colors.secondary20};
  border-radius: 2px;
  height: 0.5rem;
  margin: 0.375rem 0;
  overflow: hidden;
`;

const Fill = styled.div`
  background: ${({ theme }) => theme.colors.primary};
  height: 100%;
`;

const shownFirst = 8;

interface SpendingBarsProps {
  answer: SpendingAnswer;
  /** The month is not over. */
  isRunning: boolean;
}

/** The groups of a month, the largest first: each with its bar, its share and how it changed. */
export function SpendingBars({ answer, isRunning }: SpendingBarsProps) {
  const { total, groups } = answer;
  const [isWhole, setIsWhole] = useState(false);
  const [month, before] = [readMonth(answer.month), readMonth(answer.before)];
  const largest = Math.max(1, ...groups.map(({ spent_cents }) => spent_cents));
  const shown = isWhole ? groups : groups.slice(0, shownFirst);
  return (
    <>
      <List aria-label={`${formatMonth(month)} by ${spendingTexts.groupings[answer.by].toLowerCase()}`}>
        <Total>
          <Figures
            name={spendingTexts.total}
            sums={total}
            rows={[rowsOfMonth(month, null), rowsOfMonth(before, null)]}
            {...{ before, isRunning }}
            share={null}
          />
        </Total>
        {shown.map(({ name, filter, ...sums }) => (
          <li key={JSON.stringify(filter)}>
            <Figures
              name={name}
              sums={sums}
              rows={[rowsOfMonth(month, filter), rowsOfMonth(before, filter)]}
              share={shareInWords(cents(sums.spent_cents), cents(total.spent_cents))}
              bar={Math.max(0, sums.spent_cents) / largest}
              {...{ before, isRunning }}
            />
          </li>
        ))}
      </List>
      {shown.length < groups.length && (
        <Button type="button" variant="subtle" onClick={() => setIsWhole(true)}>
          Show all {groups.length}
        </Button>
      )}
    </>
  );
}

interface FiguresProps {
  name: string;
  sums: SpendingAnswer['total'];
  /** The queries of the rows behind the month's figure and the one before. */
  rows: readonly [string, string];
  before: Month;
  isRunning: boolean;
  /** In words; null where it says nothing. */
  share: string | null;
  /** The length of the bar, from 0 to 1; left out for none. */
  bar?: number;
}

function Figures({ name, sums, rows, before, isRunning, share, bar }: FiguresProps) {
  const [spent_cents, before_cents, change_cents] = [cents(sums.spent_cents), cents(sums.before_cents), cents(sums.change_cents)];
  return (
    <>
      <Line>
        <span>{name}</span>
        {sums.count === 0 ? <span>{formatUsd(spent_cents)}</span> : <RowsLink query={rows[0]}>{formatUsd(spent_cents)}</RowsLink>}
      </Line>
      {bar !== undefined && (
        <Track aria-hidden="true">
          <Fill style={{ width: `${bar * 100}%` }} />
        </Track>
      )}
      <small>
        {share !== null && `${share} `}
        {changeInWords({ change_cents, before_cents }, before, isRunning)}.{' '}
        {before_cents !== 0 && (
          <RowsLink query={rows[1]}>
            {formatMonth(before)}: {formatUsd(before_cents)}
          </RowsLink>
        )}
      </small>
    </>
  );
}

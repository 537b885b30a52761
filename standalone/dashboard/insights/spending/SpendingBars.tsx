import { Button } from '@bigcommerce/big-design';
import { useState } from 'react';
import styled from 'styled-components';
import type { SpendingAnswer } from '../../../../server/contract/insights.ts';
import { formatMonth, readMonth } from '../../../../server/domain/basics/periods.ts';
import { spendingTexts } from '../../../../server/domain/insights/spendingGroups.ts';
import { groupsShownFirst, type SpendingLine, spendingLines } from '../../../../server/domain/insights/spendingLines.ts';
import { RowsLink } from '../RowsLink.tsx';
import { FigureList } from './FigureList.tsx';

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
  &:first-child {
    border-top: 0;
    font-weight: ${({ theme }) => theme.typography.fontWeight.semiBold};
  }

  small {
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
  }
`;

const Track = styled.div.attrs({ 'data-color': true })`
  background: ${({ theme }) => theme.colors.secondary20};
  border-radius: 2px;
  height: 0.5rem;
  margin: 0.375rem 0;
  overflow: hidden;
`;

const Fill = styled.div.attrs({ 'data-color': true })`
  background: ${({ theme }) => theme.colors.primary};
  height: 100%;
`;

interface SpendingBarsProps {
  answer: SpendingAnswer;
  /** The month is not over. */
  isRunning: boolean;
}

/** The groups of a month, the largest first: each with its bar, its share and how it changed. */
export function SpendingBars({ answer, isRunning }: SpendingBarsProps) {
  const [isWhole, setIsWhole] = useState(false);
  const [total, ...groups] = spendingLines(answer, isRunning);
  const shown = isWhole ? groups : groups.slice(0, groupsShownFirst);
  return (
    <>
      <FigureList as="ol" aria-label={`${formatMonth(readMonth(answer.month))} by ${spendingTexts.groupings[answer.by].toLowerCase()}`}>
        {total && (
          <Total>
            <Figures line={total} />
          </Total>
        )}
        {shown.map((line) => (
          <li key={line.key}>
            <Figures line={line} />
          </li>
        ))}
      </FigureList>
      {shown.length < groups.length && (
        <Button type="button" variant="subtle" onClick={() => setIsWhole(true)}>
          Show all {groups.length}
        </Button>
      )}
    </>
  );
}

function Figures({ line: { name, spent, bar, words, before } }: { line: SpendingLine }) {
  return (
    <>
      <Line>
        <span>{name}</span>
        {spent.rows === null ? <span>{spent.text}</span> : <RowsLink query={spent.rows}>{spent.text}</RowsLink>}
      </Line>
      {bar !== null && (
        <Track aria-hidden="true">
          <Fill style={{ width: `${bar * 100}%` }} />
        </Track>
      )}
      <small>
        {words} {before?.rows && <RowsLink query={before.rows}>{before.text}</RowsLink>}
      </small>
    </>
  );
}

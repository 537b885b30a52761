import styled from 'styled-components';
import { formatDayAndMonth } from '../../../server/domain/basics/dateFormats.ts';
import { formatUsd } from '../../../server/domain/basics/money.ts';
import type { CashDay, CashFlow } from '../../../server/domain/cashFlow/cashLine.ts';
import { cashTexts } from '../../../server/domain/cashFlow/cashTexts.ts';
import { cashWeeks, rangeInWords, weekInWords } from '../../../server/domain/cashFlow/cashWeeks.ts';
import { ColumnHeads } from '../../layout/ColumnHeads.tsx';

const Scroll = styled.div`
  margin-top: 0.75rem;
  overflow-x: auto;
`;

const Table = styled.table`
  border-collapse: collapse;
  font-variant-numeric: tabular-nums;
  width: 100%;

  caption {
    color: ${({ theme }) => theme.colors.secondary60};
    padding-bottom: 0.5rem;
    text-align: left;
  }

  th,
  td {
    border-top: 1px solid ${({ theme }) => theme.colors.secondary20};
    font-weight: ${({ theme }) => theme.typography.fontWeight.regular};
    padding: 0.5rem 0.75rem 0.5rem 0;
    text-align: right;
    white-space: nowrap;
  }

  th:first-child {
    text-align: left;
  }

  thead th {
    border-top: 0;
    color: ${({ theme }) => theme.colors.secondary60};
  }

  > * > tr > :last-child {
    padding-right: 0;
  }
`;

const Words = styled.td`
  && {
    text-align: left;
    white-space: normal;
  }
`;

/** The weeks of the line, and each movement that is known. */
export function CashTable({ days, flows }: { days: readonly CashDay[]; flows: readonly CashFlow[] }) {
  const known = flows.filter(({ is_known }) => is_known);
  return (
    <>
      <Scroll tabIndex={0} role="region" aria-label={cashTexts.byWeek}>
        <Table>
          <caption>{cashTexts.byWeek}</caption>
          <thead>
            <tr>
              <ColumnHeads headings={cashTexts.weekHeadings} />
            </tr>
          </thead>
          <tbody>
            {cashWeeks(days, flows).map(({ from, until, in_cents, out_cents, end }) => (
              <tr key={from}>
                <th scope="row">{weekInWords({ from, until })}</th>
                <td>{formatUsd(in_cents)}</td>
                <td>{formatUsd(out_cents)}</td>
                <td>{formatUsd(end.expected_cents)}</td>
                <td>{rangeInWords(end)}</td>
              </tr>
            ))}
          </tbody>
        </Table>
      </Scroll>
      {known.length > 0 && (
        <Scroll tabIndex={0} role="region" aria-label="What is known">
          <Table>
            <caption>What is known</caption>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <Words as="th" scope="col">
                  Movement
                </Words>
                <th scope="col">Amount</th>
              </tr>
            </thead>
            <tbody>
              {known.map(({ date, label, amount_cents }) => (
                <tr key={`${date} ${label} ${amount_cents}`}>
                  <th scope="row">{formatDayAndMonth(date)}</th>
                  <Words>{label}</Words>
                  <td>{formatUsd(amount_cents)}</td>
                </tr>
              ))}
            </tbody>
          </Table>
        </Scroll>
      )}
    </>
  );
}

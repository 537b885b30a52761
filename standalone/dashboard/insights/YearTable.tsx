import styled from 'styled-components';
import type { LinkedFigure } from '../../../server/domain/insights/rowsBehind.ts';
import { type YearLine, yearLines, yearTexts } from '../../../server/domain/insights/yearLines.ts';
import type { YearMonth } from '../../../server/domain/spendingPower/yearMonths.ts';
import { ColumnHeads } from '../../layout/ColumnHeads.tsx';
import { Hidden } from '../../layout/Hidden.ts';
import { SumTable } from '../../layout/SumTable.ts';
import { RowsLink } from './RowsLink.tsx';

const Details = styled.details`
  margin-top: 1rem;

  summary {
    cursor: pointer;
    width: fit-content;
  }
`;

const Table = styled(SumTable)`
  font-variant-numeric: tabular-nums;
  margin-top: 0.75rem;

  th,
  td {
    padding: 0.5rem 0 0.5rem 0.75rem;
    vertical-align: top;
  }

  th:first-child {
    padding-left: 0;
  }
`;

/** The months of a year of sales and spending, the current one first, folded up. Each figure opens its rows. */
export function YearTable({ months }: { months: readonly YearMonth[] }) {
  const { lines, total } = yearLines(months);
  return (
    <Details>
      <summary>{yearTexts.details}</summary>
      <Table>
        <Hidden as="caption">{yearTexts.table}</Hidden>
        <thead>
          <tr>
            <ColumnHeads headings={yearTexts.headings} />
          </tr>
        </thead>
        <tbody>
          {lines.toReversed().map((line) => (
            <Line key={line.name} line={line} />
          ))}
        </tbody>
        <tfoot>
          <Line line={total} />
        </tfoot>
      </Table>
    </Details>
  );
}

function Line({ line: { name, sales, spent } }: { line: YearLine }) {
  return (
    <tr>
      <th scope="row">{name}</th>
      <Figure figure={sales} />
      <Figure figure={spent} />
    </tr>
  );
}

function Figure({ figure: { text, rows } }: { figure: LinkedFigure }) {
  return <td>{rows === null ? text : <RowsLink query={rows}>{text}</RowsLink>}</td>;
}

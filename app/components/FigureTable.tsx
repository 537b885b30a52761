import './figureTable.css';
import type { LinkedFigure } from '../../server/domain/insights/rowsBehind.ts';
import { RowsLink } from './RowsLink.tsx';

/** A name, and the figures of its row: as text, or with what they open. */
type Row = readonly [string, ...(string | LinkedFigure)[]];

interface FigureTableProps {
  caption: string;
  /** The first names the rows; the others are figures. */
  headings: readonly string[];
  rows: readonly Row[];
  /** The rows that sum up the others. */
  totals: readonly Row[];
  /** Whether a phone shows the figures of a row below its name, each with its heading: for more columns than it has room for. */
  stacks?: boolean;
}

/** A table of figures that fits a phone: names at the start, figures at the end. */
export function FigureTable({ caption, headings, rows, totals, stacks = false }: FigureTableProps) {
  return (
    <table className={stacks ? 'figures stacks' : 'figures'}>
      <caption>{caption}</caption>
      <thead>
        <tr>
          {headings.map((heading) => (
            <th key={heading} scope="col">
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        <Rows rows={rows} headings={headings} />
      </tbody>
      <tfoot>
        <Rows rows={totals} headings={headings} />
      </tfoot>
    </table>
  );
}

function Rows({ rows, headings }: { rows: FigureTableProps['rows']; headings: readonly string[] }) {
  return rows.map(([name, ...figures]) => (
    <tr key={[name, ...figures.map(textOf)].join(' ')}>
      <th scope="row">{name}</th>
      {figures.map((figure, place) => (
        <td key={headings[place + 1]} data-heading={headings[place + 1]} {...(!textOf(figure).includes(' ') && { className: 'amount' })}>
          {typeof figure === 'string' || figure.rows === null ? textOf(figure) : <RowsLink query={figure.rows}>{figure.text}</RowsLink>}
        </td>
      ))}
    </tr>
  ));
}

const textOf = (figure: string | LinkedFigure) => (typeof figure === 'string' ? figure : figure.text);

import './figureTable.css';

interface FigureTableProps {
  caption: string;
  /** The first names the rows; the others are figures. */
  headings: readonly string[];
  rows: readonly (readonly [string, ...string[]])[];
  /** The rows that sum up the others. */
  totals: readonly (readonly [string, ...string[]])[];
}

/** A table of figures that fits a phone: names at the start, figures at the end. */
export function FigureTable({ caption, headings, rows, totals }: FigureTableProps) {
  return (
    <table className="figures">
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
    <tr key={[name, ...figures].join(' ')}>
      <th scope="row">{name}</th>
      {figures.map((figure, place) => (
        <td key={headings[place + 1]} {...(!figure.includes(' ') && { className: 'amount' })}>
          {figure}
        </td>
      ))}
    </tr>
  ));
}

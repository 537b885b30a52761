/** The heads of a table's columns, within its row of heads. */
export function ColumnHeads({ headings }: { headings: readonly string[] }) {
  return headings.map((heading) => (
    <th key={heading} scope="col">
      {heading}
    </th>
  ));
}

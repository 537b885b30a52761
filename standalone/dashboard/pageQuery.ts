/** What belongs to one page and stays behind when another is opened. The parameters that every page understands go along. */
const ofOnePage: ReadonlySet<string> = new Set(['tab', 'q', 'sort', 'dir', 'page', 'row', 'start', 'end']);

/** The part of a query that another page of the dashboard is opened with. */
export function pageQuery(query: string): string {
  const kept = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !ofOnePage.has(name)));
  return kept.size > 0 ? `?${kept}` : '';
}

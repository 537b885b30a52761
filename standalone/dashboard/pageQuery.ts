/** The query parameters that belong to one page. All others apply to every page and are carried along, but for the one that shows the card number. */
const ofOnePage: ReadonlySet<string> = new Set([
  'tab',
  'q',
  'sort',
  'dir',
  'page',
  'row',
  'start',
  'end',
  'from',
  'to',
  'month',
  'by',
  'type',
  'status',
  'min',
  'max',
  'category',
  'merchant',
  'card',
  'holder',
  'purchase',
  'showPan',
]);

/** Returns the part of a query that a link to another dashboard page carries. */
export function pageQuery(query: string): string {
  const kept = new URLSearchParams([...new URLSearchParams(query)].filter(([name]) => !ofOnePage.has(name)));
  return kept.size > 0 ? `?${kept}` : '';
}

import { describePage } from '../table/table.ts';

/** The list of declined purchases, for every frontend. */

/** The declines on one page of the list. */
export const declinesOnPage = 10;

export const declineHistoryTexts = {
  heading: 'Declined in the last 90 days',
  nothing: 'Nothing was declined',
  appear: (isOfOneCard: boolean) => `If a store declines ${isOfOneCard ? 'this' : 'your'} card, the reason and what helps appear here within seconds.`,
} as const;

/** `Showing 11 to 20 of 23 results`. */
export function describeDeclines(page: number, total: number): string {
  return describePage({ from: (page - 1) * declinesOnPage + 1, to: Math.min(total, page * declinesOnPage), total });
}

import { describePage } from '../table/table.ts';
import { isOver } from './overCard.ts';

/** The list of declined purchases, for every frontend. */

/** The declines on one page of the list. */
export const declinesOnPage = 10;

export const declineHistoryTexts = {
  heading: 'Declined in the last 90 days',
  nothing: 'Nothing was declined',
} as const;

/** Says what will appear in a list that is empty: of all cards, or of the one whose page it is. */
export function whatAppears(only: Parameters<typeof isOver>[0] | undefined): string {
  if (only && isOver(only)) return 'Whoever still tries to pay with this card is declined, and that appears here within seconds.';
  return `If a store declines ${only ? 'this' : 'your'} card, the reason and what helps appear here within seconds.`;
}

/** `Showing 11 to 20 of 23 results`. */
export function describeDeclines(page: number, total: number): string {
  return describePage({ from: (page - 1) * declinesOnPage + 1, to: Math.min(total, page * declinesOnPage), total });
}

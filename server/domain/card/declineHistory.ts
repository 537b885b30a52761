import type { ClosingState } from '../receiver/closing.ts';
import { shownRowsInWords } from '../table/table.ts';
import { isOver } from './overCard.ts';

/** The list of declined purchases, for every frontend. */

/** The declines on one page of the list. */
export const declinesOnPage = 10;

export const declineHistoryTexts = {
  heading: 'Declined in the last 90 days',
  nothing: 'Nothing was declined',
} as const;

/** Says what will appear in an account's list that is empty: of all cards, or of the one whose page it is. Nothing helps one that is over. */
export function whatAppears({ closing }: { readonly closing: ClosingState | null }, only: Parameters<typeof isOver>[0] | undefined): string {
  const card = only ? 'this card' : 'your card';
  if (closing !== null || (only && isOver(only))) return `Whoever still tries to pay with ${card} is declined, and that appears here within seconds.`;
  return `If a store declines ${card}, the reason and what helps appear here within seconds.`;
}

/** `Showing 11 to 20 of 23 results`. */
export function describeDeclines(page: number, total: number): string {
  return shownRowsInWords({ from: (page - 1) * declinesOnPage + 1, to: Math.min(total, page * declinesOnPage), total });
}

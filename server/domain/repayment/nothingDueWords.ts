import type { ClosingState } from '../receiver/closing.ts';

/** Says that nothing is due and what will appear there, for every frontend; an account that is closing buys nothing any more. */
export function nothingDueWords({ closing }: { readonly closing: ClosingState | null }): string {
  return closing === null ? 'Nothing is due. Each purchase appears here with the day it is to be repaid.' : 'Nothing is due.';
}

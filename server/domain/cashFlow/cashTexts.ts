import { cashDays } from './cashLine.ts';

/** The words around the balance to come, for every frontend. */
export const cashTexts = {
  heading: `Your cash in the next ${cashDays} days`,
  noLine: 'The line begins with the balance of your linked bank. It is drawn here once your bank has reported one.',
  /** Names the picture for those who do not see it. `lowest` is the lowest point in words. */
  picture: (lowest: string) => `Your bank’s balance in the next ${cashDays} days. ${lowest}.`,
} as const;

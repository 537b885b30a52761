import { cashDays } from './cashLine.ts';

/** The words around the balance to come, for every frontend. */
export const cashTexts = {
  heading: `Your cash in the next ${cashDays} days`,
  noLine: 'The line begins with the balance of your linked bank. It is drawn here once your bank has reported one.',
  /** Says how the picture tells the known from the expected, where no samples of its strokes do. */
  strokes: 'Solid is known. Dashed, in its hatched range, is expected.',
  /** Names the picture for those who do not see it. `lowest` is the lowest point in words. */
  picture: (lowest: string) => `Your bank’s balance in the next ${cashDays} days. ${lowest}.`,
} as const;

import { cashDays } from './cashLine.ts';

/** The words around the balance to come, for every frontend. */
export const cashTexts = {
  heading: `Your cash in the next ${cashDays} days`,
  noLine: 'The line begins with the balance of your linked bank. It is drawn here once your bank has reported one.',
  lowest: 'Lowest point',
  /** The form that asks what a purchase, a payment or both would do. */
  whatIf: { title: 'What would it do?', spend: 'I want to spend', on: 'On', pay: 'And pay now', show: 'Show what it does' },
  details: 'As a table, and what is in it',
  byWeek: 'The line by week',
  weekHeadings: ['Week', 'In', 'Out', 'Left at its end', 'Range'],
  /** Says how the picture tells the known from the expected, where no samples of its strokes do. */
  strokes: 'Solid is known. Dashed, in its hatched range, is expected.',
  dotted: 'Dotted: without what you ask about',
  /** Names the picture for those who do not see it. `lowest` is the lowest point in words. */
  picture: (lowest: string) => `Your bank’s balance in the next ${cashDays} days. ${lowest}.`,
} as const;

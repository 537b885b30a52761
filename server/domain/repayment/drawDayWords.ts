import type { DrawPreference } from './drawDays.ts';

/** The words about the days on which repayments are drawn, for every frontend. */
export const drawDayTexts = {
  heading: 'When we draw',
  lead: 'You can choose a day of the week for all draws. No due date moves: what falls due before your next day is drawn on the one before.',
  weekday: 'Day of the week',
  save: 'Save',
  saved: 'Saved. It counts from the next draw on.',
  arranged: 'Arranged',
} as const;

/** The days of the week on which draws can be, by the number that is stored. */
export const drawWeekdays = [
  { value: '', label: 'None' },
  { value: '1', label: 'Monday' },
  { value: '2', label: 'Tuesday' },
  { value: '3', label: 'Wednesday' },
  { value: '4', label: 'Thursday' },
  { value: '5', label: 'Friday' },
] as const;

/** Returns what is chosen as the form shows it. */
export function typedDrawDays({ weekday }: DrawPreference): { day: string } {
  return { day: weekday === null ? '' : String(weekday) };
}

/** Says what is chosen, for somebody who only reads it. */
export function chosenDaysWords(preference: DrawPreference): string {
  const { day } = typedDrawDays(preference);
  const chosen = drawWeekdays.find(({ value }) => day !== '' && value === day);
  return chosen === undefined ? 'Each due date is drawn on its own day.' : `Everything is drawn on a ${chosen.label}.`;
}

import { useState } from 'react';
import type { IsoDate } from '../../domain/basics/dates.ts';
import { presetRange, type RangePreset, type TypedRange } from '../../domain/reports/reportRanges.ts';

/** The range as entered so far. `preset` is null once a day was typed. */
export interface ChosenRange extends TypedRange {
  preset: RangePreset | null;
}

/** Returns the chosen range, at first this month, and the function that changes it. */
export function useRange(today: IsoDate): [ChosenRange, (range: ChosenRange) => void] {
  return useState<ChosenRange>(() => ({ preset: 'this_month', ...presetRange('this_month', today) }));
}

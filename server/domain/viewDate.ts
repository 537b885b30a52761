import { dayInMs } from './dates.ts';

declare const viewDateBrand: unique symbol;

/**
 * The instant that a page shows as the present. It is no `Date` and no `IsoDate`, so that nothing which moves money can
 * be handed one: the server's own clock alone decides there.
 */
export interface ViewDate {
  readonly shown_now: Date;
  readonly [viewDateBrand]: true;
}

const tenYearsInMs = 3653 * dayInMs;

/** Shows the instant that the page's `now` parameter asked for, if it asked and it is at most ten years away; else the present. */
export function viewDate(asked: Date | null, present: Date): ViewDate {
  const isNear = asked !== null && Math.abs(asked.getTime() - present.getTime()) <= tenYearsInMs;
  return { shown_now: isNear ? asked : present } as ViewDate;
}

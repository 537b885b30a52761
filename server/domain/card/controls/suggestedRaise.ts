import { add, type Cents, cents, formatUsd, subtract, wholeDollars } from '../../basics/money.ts';
import type { ControlKind } from './controls.ts';
import { entryInWords } from './controlWords.ts';
import type { ControlDetail, LimitDetail } from './firstFailingControl.ts';
import { isTooShort } from './merchantNames.ts';
import { endOfDayIn } from './periods.ts';

/** The raise by which a declined purchase can be made, in one tap. */
export interface SuggestedRaise {
  readonly control: ControlKind;
  readonly amount_cents: Cents | null;
  readonly subject: string | null;
  /** The end of the program's present day. */
  readonly ends_at: Date;
  /** The words of the button. */
  readonly label: string;
}

interface Facts {
  /** Of the declined purchase. */
  readonly amount_cents: Cents;
  readonly now: Date;
  /** The program's time zone, and its largest limit. */
  readonly timeZone: string;
  readonly largest_cents: Cents;
}

/** Returns the raise that lets a declined purchase through until the day ends; null when no raise can. */
export function suggestedRaise(detail: ControlDetail, { amount_cents, now, timeZone, largest_cents }: Facts): SuggestedRaise | null {
  const ends_at = endOfDayIn(timeZone, now);
  switch (detail.control) {
    case 'ends_on':
    case 'hours':
      return { control: detail.control, amount_cents: null, subject: null, ends_at, label: 'Allow until tonight' };
    case 'merchants':
    case 'countries':
    case 'categories': {
      const { control, found } = detail;
      if (isTooShort(found)) return null;
      return { control, amount_cents: null, subject: found, ends_at, label: `Allow ${entryInWords(control, found)} until tonight` };
    }
    default:
      return raisedLimit(detail, amount_cents, { ends_at, largest_cents });
  }
}

function raisedLimit(
  { control, spent_cents }: LimitDetail,
  purchase: Cents,
  { ends_at, largest_cents }: { ends_at: Date; largest_cents: Cents },
): SuggestedRaise | null {
  const needed = add(spent_cents, purchase);
  if (needed > largest_cents) return null;
  // The next whole dollar reads better, and lets nothing through that the purchase does not need by itself.
  const whole = wholeDollars(add(needed, cents(99)));
  const amount_cents = whole > largest_cents ? needed : whole;
  return { control, amount_cents, subject: null, ends_at, label: `Raise once to ${shortUsd(amount_cents)} until tonight` };
}

/** `$240` for whole dollars, else with the cents. */
const shortUsd = (amount: Cents) => (subtract(amount, wholeDollars(amount)) === 0 ? formatUsd(amount).slice(0, -3) : formatUsd(amount));

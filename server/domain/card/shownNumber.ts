import { numberShownSeconds } from './card.ts';

/** Texts of both frontends about a card's shown number. */

/** The seconds before the end at which screen readers are told of it, once. */
const warnedAtSeconds = 10;

/** Returns what screen readers are told while so many seconds are left. */
export const shownNumberInWords = (secondsLeft: number): string =>
  secondsLeft > warnedAtSeconds
    ? `The card details are shown for ${numberShownSeconds} seconds. Press a part of the card to copy it.`
    : `The card details hide in ${warnedAtSeconds} seconds.`;

export const shownNumberTexts = {
  show: 'Show card details',
  hide: 'Hide card details',
  /** The text beside the `show` button. */
  what: `Number, expiry and security code, for ${numberShownSeconds} seconds.`,
  countdown: (secondsLeft: number) => `Press a part of the card to copy it. Hides in ${secondsLeft} s.`,
} as const;

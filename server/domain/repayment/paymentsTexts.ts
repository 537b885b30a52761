import type { ClosingState } from '../receiver/closing.ts';

/** Texts of the page of payments where there is nothing to list. */
interface PaymentsTexts {
  readonly nothingOwed: string;
  readonly inCredit: string;
  readonly noDraws: string;
}

const whileOpen: PaymentsTexts = {
  nothingOwed: 'Nothing is due. What you buy with your card appears here, with the day it is drawn from your bank.',
  inCredit: 'You are in credit. Your next purchases use it up.',
  noDraws: 'Each payment drawn from your bank appears here. Buy something with your card: it is drawn when it falls due.',
};

/** An account that is closing buys nothing any more. */
const onceClosing: PaymentsTexts = {
  nothingOwed: 'Nothing is due.',
  inCredit: 'You are in credit. It is paid to your bank.',
  noDraws: 'Each payment drawn from your bank appears here.',
};

/** Returns these words for an account, for every frontend. */
export const paymentsTexts = ({ closing }: { readonly closing: ClosingState | null }): PaymentsTexts => (closing === null ? whileOpen : onceClosing);

/** What the pages of payments say where there is nothing to list, for every frontend. */
export const paymentsTexts = {
  nothingOwed: 'Nothing is due. What you buy with your card appears here, with the day it is drawn from your bank.',
  inCredit: 'You are in credit. Your next purchases use it up.',
  emptyCalendar: 'Nothing is due. Each purchase appears here with the day it is to be repaid.',
  noDraws: 'Each payment drawn from your bank appears here. Buy something with your card: it is drawn when it falls due.',
} as const;
